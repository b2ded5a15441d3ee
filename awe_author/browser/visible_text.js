// The text that a reader of one frame sees, in document order, one line for each block; shadow roots and slots as drawn.
() => {
  const SKIPPED = new Set(['script', 'style', 'noscript', 'template', 'head', 'iframe', 'object', 'canvas', 'video', 'audio', 'svg']);
  const parts = [];
  const block = display => !/^(inline|contents|ruby)/.test(display);
  const children = node => node.shadowRoot ? node.shadowRoot.childNodes
    : node.localName === 'slot' && node.assignedNodes().length ? node.assignedNodes() : node.childNodes;
  const walk = (node, hidden, pre) => {
    if (node.nodeType === Node.TEXT_NODE) {
      if (!hidden) parts.push(pre ? node.data : node.data.replace(/\s+/g, ' '));
      return;
    }
    if (node.nodeType !== Node.ELEMENT_NODE || SKIPPED.has(node.localName)) return;
    const style = getComputedStyle(node);
    if (style.display === 'none') return;
    const line = block(style.display);
    if (line) parts.push('\n');
    const inner = style.visibility !== 'visible' || style.opacity === '0';
    if (node.localName === 'br') parts.push('\n');
    else if (node.localName !== 'textarea' && node.localName !== 'select')
      for (const child of children(node)) walk(child, inner, style.whiteSpace.startsWith('pre'));
    if (line) parts.push('\n');
    else if (style.display.startsWith('table-cell')) parts.push('\t');
  };
  if (document.body) walk(document.body, false, false);
  return parts.join('').split('\n').map(line => line.replace(/[ \t\u00a0]+/g, ' ').trim()).filter(Boolean).join('\n');
}
