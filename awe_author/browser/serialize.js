// The rendered document of one frame as HTML that shows the same without its scripts: shadow roots become declarative
// templates, adopted style sheets and rules added by script become style elements, what a user typed or chose becomes
// attributes, canvases carry their picture, scrolled elements their position. Child frames are left as
// <iframe data-awe-frame="n">; the caller fills them in. Returns {html, frames: [elements in order]}.
() => {
  const VOID = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr']);
  const RAW = new Set(['script', 'style', 'xmp', 'iframe', 'noembed', 'noframes', 'plaintext', 'noscript']);
  const HTML = 'http://www.w3.org/1999/xhtml';
  const parts = [];
  const frames = [];
  const text = value => value.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/\u00a0/g, '&nbsp;');
  const quoted = value => text(value).replace(/"/g, '&quot;');
  const safe = (act, otherwise) => { try { return act(); } catch { return otherwise; } };

  const rules = sheet => safe(() => [...sheet.cssRules].map(rule => rule.cssText).join('\n'), '');
  const style = (sheets, kind) => sheets.map(sheet => {
    const css = rules(sheet).replace(/<\/style/gi, '<\\/style');
    return css ? `<style data-awe-${kind}>${css}</style>` : '';
  }).join('');

  const live = (element, attributes) => {
    const name = element.localName;
    const set = (key, on) => on ? attributes.set(key, '') : attributes.delete(key);
    if (name === 'input') {
      if (element.type === 'checkbox' || element.type === 'radio') set('checked', element.checked);
      else if (element.type === 'password') attributes.set('value', '\u2022'.repeat(element.value.length));
      else if (element.type !== 'file') attributes.set('value', element.value);
    } else if (name === 'option') set('selected', element.selected);
    else if (name === 'details' || name === 'dialog') set('open', element.open);
    else if (name === 'canvas') {
      const picture = safe(() => element.toDataURL('image/png'), '');
      if (picture && picture.length > 16) attributes.set('data-awe-canvas', picture);
    } else if (name === 'img' && element.currentSrc && (element.srcset || element.parentElement?.localName === 'picture'))
      attributes.set('data-awe-src', element.currentSrc);
    if (element.scrollTop || element.scrollLeft)
      attributes.set('data-awe-scroll', `${Math.round(element.scrollLeft)},${Math.round(element.scrollTop)}`);
    if (element === document.activeElement && name !== 'body') attributes.set('data-awe-focus', '');
  };

  const open = element => {
    const attributes = new Map([...element.attributes].map(attribute => [attribute.name, attribute.value]));
    if (element.namespaceURI === HTML) live(element, attributes);
    if (element.localName === 'iframe' || element.localName === 'frame') {
      attributes.set('data-awe-frame', String(frames.length));
      frames.push(element);
    }
    const name = element.namespaceURI === HTML ? element.localName : element.nodeName;
    parts.push('<', name);
    for (const [key, value] of attributes) parts.push(' ', key, '="', quoted(value), '"');
    parts.push('>');
    return name;
  };

  const shadow = root => {
    parts.push('<template shadowrootmode="', root.mode, '"');
    if (root.delegatesFocus) parts.push(' shadowrootdelegatesfocus');
    parts.push('>', style([...root.adoptedStyleSheets], 'adopted'));
    for (const child of root.childNodes) write(child);
    parts.push('</template>');
  };

  const inside = (element, name) => {
    if (name === 'style' && element.namespaceURI === HTML) {
      const source = element.textContent;
      const added = element.sheet && !source.trim() ? rules(element.sheet) : source;
      parts.push(added.replace(/<\/style/gi, '<\\/style'));
    } else if (name === 'textarea') parts.push('\n', text(element.value));
    else if (name === 'template' && element.namespaceURI === HTML) for (const child of element.content.childNodes) write(child);
    else if (RAW.has(name) && element.namespaceURI === HTML) parts.push(name === 'iframe' ? '' : element.textContent);
    else for (const child of element.childNodes) write(child);
  };

  const write = node => {
    if (node.nodeType === Node.TEXT_NODE) parts.push(text(node.data));
    else if (node.nodeType === Node.COMMENT_NODE) parts.push('<!--', node.data.replace(/--+>?/g, '- '), '-->');
    else if (node.nodeType === Node.DOCUMENT_TYPE_NODE) parts.push('<!DOCTYPE ', node.name, '>');
    else if (node.nodeType === Node.ELEMENT_NODE) {
      const name = open(node);
      if (VOID.has(name) && node.namespaceURI === HTML) return;
      if (node.shadowRoot) shadow(node.shadowRoot);
      inside(node, name);
      if (name === 'head') parts.push(style([...document.adoptedStyleSheets], 'adopted'));
      parts.push('</', name, '>');
    }
  };

  for (const child of document.childNodes) write(child);
  return {html: parts.join(''), frames};
}
