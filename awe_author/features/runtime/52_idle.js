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
  const type = node.nodeType;
  if (type === 3) return node.data.trim() === "";
  if (type !== 1) return type === 8;
  if (!SILENT.has(node.localName)) return false;
  try {
    return !about.selectors || !node.matches(about.selectors);
  } catch (syntax) {
    return false;
  }
}

function allSilent(nodes) {
  for (let index = 0, {length} = nodes; index < length; index++) if (!silent(nodes[index])) return false;
  return true;
}

// Do changes leave all as it is that the plan is about? Asked hundreds of times while a page loads.
export function idle(changes) {
  if (about.busy) return false;
  const {head, body, documentElement} = document;
  for (const change of changes) {
    const {target} = change;
    if (target !== body && target !== head && target !== documentElement || change.type !== "childList") return false;
    if (!allSilent(change.addedNodes) || !allSilent(change.removedNodes)) return false;
  }
  return true;
}
