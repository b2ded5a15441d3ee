// Markup of an element. What could run in it is left out.

function parsed(element, markup) {
  const made = element.ownerDocument.implementation.createHTMLDocument("").createElement(element.localName);
  if (made.setHTML) {
    made.setHTML(markup, {sanitizer: {}});
    return made;
  }
  const rows = /^\s*<(tr|td|th|tbody|thead|tfoot)\b/i.test(markup);
  const read = new G.DOMParser().parseFromString(rows ? "<template>" + markup + "</template>" : markup, "text/html");
  const body = rows ? read.querySelector("template").content : read.body;
  for (const one of body.querySelectorAll("script, iframe, object, embed")) one.remove();
  for (const one of body.querySelectorAll("*")) {
    for (const {name, value} of [...one.attributes]) if (/^on|^srcdoc$/.test(name) || /^\s*javascript:/i.test(value)) one.removeAttribute(name);
  }
  made.append(...body.childNodes);
  return made;
}

// The element that markup of one row says, as it would stand in `parent`.
export function sampleOf(parent, markup) {
  return parsed(parent, markup).firstElementChild;
}

export const html = {
  read(element) {
    return element.innerHTML;
  },
  same(element, want) {
    return element.innerHTML === parsed(element, want).innerHTML;
  },
  put(element, want) {
    const before = [...element.childNodes];
    element.replaceChildren(...parsed(element, want).childNodes);
    return () => element.replaceChildren(...before);
  },
};
