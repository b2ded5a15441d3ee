// The text that a reader of one frame sees, in document order, one line for each block; shadow roots and slots as drawn.
// `inSight`: of a list that draws only the rows around those in view (a windowed list), only the rows in view.
inSight => {
  const SKIPPED = new Set(['script', 'style', 'noscript', 'template', 'head', 'iframe', 'object', 'canvas', 'video', 'audio', 'svg']);
  const parts = [];
  const block = display => !/^(inline|contents|ruby)/.test(display);
  const children = node => node.shadowRoot ? node.shadowRoot.childNodes
    : node.localName === 'slot' && node.assignedNodes().length ? node.assignedNodes() : node.childNodes;
  // A windowed list puts the rows that it draws where they belong; it, or what is around it, holds the place of all rows
  // by its height (at least one row is missing), and that scrolls. A header may stand beside the rows. How many rows it
  // draws beside those in view depends on how it came to be scrolled there.
  const placed = node => {
    const style = node.nodeType === Node.ELEMENT_NODE ? getComputedStyle(node) : null;
    return style && style.position === 'absolute' && (node.style.top || node.style.transform || node.style.translate);
  };
  const heightOf = node => node.getBoundingClientRect().height;
  const viewOf = list => {
    if (!inSight || !list.firstElementChild) return null;
    const rows = [...list.children].filter(placed);
    if (!rows.length || 2 * rows.length < list.children.length) return null;
    let holder = list, beside = 0;
    for (; holder && !/^[\d.]+px$/.test(holder.style.height); holder = holder.parentElement)
      for (const other of holder.parentElement?.children ?? []) if (other !== holder) beside += heightOf(other);
    let scroller = holder?.parentElement;
    while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowY)) scroller = scroller.parentElement;
    if (!scroller || scroller.scrollHeight <= scroller.clientHeight) return null;
    for (const other of list.children) if (!placed(other)) beside += heightOf(other);
    const boxes = rows.map(row => row.getBoundingClientRect());
    const drawn = Math.max(...boxes.map(box => box.bottom)) - Math.min(...boxes.map(box => box.top));
    const row = Math.max(1, Math.min(...boxes.map(box => box.height)));
    return drawn + beside + row <= heightOf(holder) ? scroller.getBoundingClientRect() : null;
  };
  const outOfSight = (row, view) => {
    if (!placed(row)) return false;
    const box = row.getBoundingClientRect(), middle = (box.top + box.bottom) / 2, centre = (view.top + view.bottom) / 2;
    return (middle < view.top || middle > view.bottom) && (centre < box.top || centre > box.bottom);
  };
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
    else if (node.localName !== 'textarea' && node.localName !== 'select') {
      const view = viewOf(node);
      for (const child of children(node))
        if (!view || !outOfSight(child, view)) walk(child, inner, style.whiteSpace.startsWith('pre'));
    }
    if (line) parts.push('\n');
    else if (style.display.startsWith('table-cell')) parts.push('\t');
  };
  if (document.body) walk(document.body, false, false);
  return parts.join('').split('\n').map(line => line.replace(/[ \t\u00a0]+/g, ' ').trim()).filter(Boolean).join('\n');
}
