// Most of what comes while a page loads is none of a plan's business: scripts, styles and blanks that stand straight in head, body or root.
import {Set, document} from "./10_natives.js";

// Selectors in which neighbours and order count, as they do for single runs of text (`text.N`).
const BY_PLACE = /[+~]|:(nth-|first-|last-|only-|empty|has|root)/;
const SILENT = new Set(["script", "link", "style", "meta", "base"]);
// What the plan that is shown goes by. `busy`: it cannot be told, or something is still to come.
const about = {selectors: "", busy: true};

// open: selectors of elements that are not whole yet.
export function look(plan, open) {
  const ops = [...plan.ops, ...[...plan.extra.values()].flat()];
  const selectors = ops.map(op => op.i || op.s).filter(Boolean);
  const byPlace = selectors.some(one => BY_PLACE.test(one)) || ops.some(op => op.b && op.b.some(([name]) => name.startsWith("text.")));
  about.selectors = selectors.join(", ");
  about.busy = open.size > 0 || byPlace;
}

function silent(node) {
  if (node.nodeType === 8) return true;
  if (node.nodeType === 3) return !/\S/.test(node.data);
  if (node.nodeType !== 1 || !SILENT.has(node.localName)) return false;
  try {
    return !about.selectors || !node.matches(about.selectors);
  } catch (syntax) {
    return false;
  }
}

// Does a change leave all as it is that the plan is about?
export function idle(change) {
  const {target} = change;
  if (about.busy || change.type !== "childList" || target !== document.body && target !== document.head && target !== document.documentElement) return false;
  for (const node of change.addedNodes) if (!silent(node)) return false;
  for (const node of change.removedNodes) if (!silent(node)) return false;
  return true;
}
