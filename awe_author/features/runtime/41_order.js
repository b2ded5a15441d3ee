// Putting rows in order with as few moves as can be, so that focus, selection and scrolling stay.
import {Map, Set, document} from "./10_natives.js";

// Indexes of a longest increasing subsequence of numbers (-1 is never in it).
function standing(numbers) {
  const ends = [];
  const before = new G.Array(numbers.length).fill(-1);
  numbers.forEach((number, index) => {
    if (number < 0) return;
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (numbers[ends[middle]] < number) low = middle + 1; else high = middle;
    }
    before[index] = low ? ends[low - 1] : -1;
    ends[low] = index;
  });
  const kept = new Set();
  for (let index = ends.length ? ends[ends.length - 1] : -1; index >= 0; index = before[index]) kept.add(index);
  return kept;
}

// Put a node before another one. A connected node is moved without being taken out, where the browser can.
function place(parent, node, next) {
  if (node.parentNode === parent && node.nextSibling === next) return;
  if (parent.moveBefore && node.isConnected && parent.isConnected && node.getRootNode() === parent.getRootNode()) {
    parent.moveBefore(node, next);
    return;
  }
  const active = document.activeElement;
  const held = active && node.contains(active) ? active : null;
  const from = held && typeof held.selectionStart === "number" ? [held.selectionStart, held.selectionEnd, held.selectionDirection] : null;
  parent.insertBefore(node, next);
  if (held) held.focus({preventScroll: true});
  if (from) held.setSelectionRange(...from);
}

// Where a row begins: with the white space before it, if there is some.
function head(row) {
  return row.space && row.space.parentNode === row.node.parentNode && row.space.nextSibling === row.node ? row.space : row.node;
}

function isFirst(rows) {
  const others = new Set(rows.map(row => row.node));
  for (let node = rows[0].node.previousSibling; node; node = node.previousSibling) if (others.has(node)) return false;
  return true;
}

// Put rows ({node, space}) into `parent`, in order, before `end`. Gives how many had to be put. Only those between what stands right
// at the beginning and at the end are looked at closely; new ones that come together are put in together.
export function inOrder(parent, rows, end) {
  let start = 0;
  let stop = rows.length;
  let next = end;
  while (stop > 0 && rows[stop - 1].node.parentNode === parent && rows[stop - 1].node.nextSibling === next) next = head(rows[--stop]);
  if (stop > 0 && rows[0].node.parentNode === parent && isFirst(rows)) {
    start = 1;
    while (start < stop && rows[start - 1].node.nextSibling === head(rows[start])) start++;
  }
  const position = new Map();
  let count = 0;
  for (let node = start ? rows[start - 1].node.nextSibling : parent.firstChild; node && node !== next; node = node.nextSibling) position.set(node, count++);
  const between = rows.slice(start, stop);
  return putBetween(parent, between, standing(between.map(row => position.has(row.node) ? position.get(row.node) : -1)), next);
}

function putBetween(parent, rows, kept, end) {
  let next = end;
  let together = null;
  let count = 0;
  const flush = () => {
    if (!together) return;
    const beginning = together.firstChild;
    parent.insertBefore(together, next);
    next = beginning;
    together = null;
  };
  for (let index = rows.length - 1; index >= 0; index--) {
    const row = rows[index];
    if (kept.has(index)) {
      flush();
      next = head(row);
      continue;
    }
    count++;
    if (!row.node.parentNode) {
      together = together || document.createDocumentFragment();
      together.insertBefore(row.node, together.firstChild);
      if (row.space) together.insertBefore(row.space, row.node);
      continue;
    }
    flush();
    place(parent, row.node, next);
    if (row.space) place(parent, row.space, row.node);
    next = head(row);
  }
  flush();
  return count;
}
