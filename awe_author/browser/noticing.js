// Notices what a person does in a page, and how each element can be found again. Runs in every frame, before the page.
// `NAME` is the binding that takes {verb, selector, value}. It stays: a frame keeps its window from its empty first document.
(() => {
  const tell = told => window['NAME'](told);
  const MADE_UP = /\d{3,}|^ember|^react|^radix|^mui|^:|--|[0-9a-f]{8}/i;
  const quoted = text => JSON.stringify(text);
  const short = text => text && text.trim().length > 0 && text.trim().length <= 60 && !/[\n"]/.test(text.trim());

  const first = (root, css, element) => { try { return root.querySelector(css) === element; } catch { return false; } };
  const attribute = (element, name) => `${element.localName}[${name}=${quoted(element.getAttribute(name))}]`;

  function named(element, root) {
    for (const one of element.attributes) {
      if (one.name.startsWith('data-test') && one.value && first(root, attribute(element, one.name), element))
        return attribute(element, one.name);
    }
    if (element.id && !MADE_UP.test(element.id) && first(root, '#' + CSS.escape(element.id), element))
      return '#' + CSS.escape(element.id);
    for (const name of ['name', 'aria-label', 'placeholder', 'title', 'href', 'for']) {
      const value = element.getAttribute(name);
      if (value && !MADE_UP.test(value) && first(root, attribute(element, name), element)) return attribute(element, name);
    }
    return '';
  }

  function texted(element, root) {
    const text = (element.innerText || '').trim();
    if (!short(text) || element.matches('html, body')) return '';
    const same = [...root.querySelectorAll(element.localName)].filter(one => (one.innerText || '').trim() === text);
    return same[0] === element ? `${element.localName}:text-is(${quoted(text)})` : '';
  }

  function path(element, root) {
    const parts = [];
    for (let one = element; one && one.localName; one = one.parentElement) {
      const name = one === element ? '' : named(one, root);
      if (name) return [name, ...parts].join(' > ');
      const alike = one.parentElement ? [...one.parentElement.children].filter(x => x.localName === one.localName) : [];
      parts.unshift(alike.length > 1 ? `${one.localName}:nth-of-type(${alike.indexOf(one) + 1})` : one.localName);
    }
    return parts.join(' > ');
  }

  const selector = element => named(element, document) || texted(element, document) || path(element, document);
  window.addEventListener('__awe_selector__', event => { event.detail.selector = selector(event.target); }, true);

  const TYPED = 'input:not([type=checkbox]):not([type=radio]):not([type=button]):not([type=submit]):not([type=reset])' +
    ':not([type=file]):not([type=image]):not([type=range]):not([type=color]), textarea';
  const DONE_TO = 'a, button, input, select, textarea, label, summary, option, [role], [onclick], [tabindex], [contenteditable]';
  const KEYS = new Set(['Enter', 'Escape', 'ArrowUp', 'ArrowDown', 'Tab']);
  const target = event => event.composedPath()[0];
  const isTyped = element => element.matches(TYPED) || element.isContentEditable;
  let label = null;
  let entering = false;

  document.addEventListener('click', event => {
    const hit = target(event);
    if (!event.isTrusted || !(hit instanceof Element)) return;
    if (label && label.control === hit) { label = null; return; }  // the browser passes a label's click on
    label = hit.closest('label');
    const element = hit.closest(DONE_TO) || hit;
    if (element.matches(TYPED) || element.matches('select, option')) return;
    if (event.detail === 0 && entering) return;  // the Enter that was told already clicks, and submits forms
    tell({verb: 'click', selector: selector(element)});
  }, true);
  document.addEventListener('input', event => {
    const element = target(event);
    if (!event.isTrusted || !(element instanceof Element)) return;
    if (element.matches(TYPED)) tell({verb: 'fill', selector: selector(element), value: element.value});
    else if (element.isContentEditable) {
      const whole = element.closest('[contenteditable]:not([contenteditable=false])') || element;
      tell({verb: 'fill', selector: selector(whole), value: whole.innerText});
    }
  }, true);
  document.addEventListener('change', event => {
    const element = target(event);
    if (!event.isTrusted || !(element instanceof HTMLSelectElement)) return;
    tell({verb: 'select', selector: selector(element), value: [...element.selectedOptions].map(one => one.label)});
  }, true);
  document.addEventListener('keydown', event => {
    const element = target(event);
    if (!event.isTrusted || !(element instanceof Element) || !KEYS.has(event.key) || event.isComposing) return;
    entering = event.key === 'Enter';
    if (event.key === 'Tab' && !isTyped(element) || element.matches('select')) return;
    tell({verb: 'press', selector: selector(element), value: event.key});
  }, true);
  document.addEventListener('keyup', () => { entering = false; }, true);
})();
