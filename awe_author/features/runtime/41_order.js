// Putting rows in order with as few moves as can be, so that focus, selection and scrolling stay.
import {Set, document} from "./10_natives.js";

// Indexes of a longest increasing subsequence of numbers (-1 is never in it).
export function standing(numbers) {
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
export function place(parent, node, next) {
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
