// Listens for the events that features are tied to. What a feature takes, the page's own scripts do not see.
import {Object, Set, document, starter} from "./10_natives.js";
import {followActs} from "./29_theirs.js";
import {hooks, matches} from "./30_find.js";
import {plan} from "./50_plan.js";
import {refresh} from "./51_watch.js";
import {facts} from "./60_facts.js";
import {draggedFrom, followDrags} from "./61_drag.js";
import {clearMessages, refuse} from "./62_then.js";

const HEARD = /^(input|change|focus|blur|focusin|focusout|toggle|scroll)$/;
const types = new Set();
const targets = new Set();
let deliver;

function keyFits(event, key) {
  if (!key) return true;
  const parts = key.split("+");
  const name = parts.pop() || "+";
  const held = {Control: event.ctrlKey, Alt: event.altKey, Meta: event.metaKey, Shift: event.shiftKey};
  if (event.key !== name && event.key.toLowerCase() !== name.toLowerCase()) return false;
  return Object.keys(held).every(one => held[one] === parts.includes(one) || (one === "Shift" && name.length === 1));
}

// The innermost element that a feature is tied to: [feature, element], or null.
function takenBy(event, type) {
  const path = event.composedPath().filter(node => node.nodeType === 1);
  for (const element of [...path, document]) {
    for (const [feature, of, selector, key] of plan.events) {
      if (of !== type || !keyFits(event, key)) continue;
      if (selector ? element !== document && matches(element, selector) : element === document) return [feature, element === document ? event.target : element];
    }
  }
  return null;
}

function happened(event, type = event.type) {
  if (type === "click" && (event.button || event.ctrlKey || event.metaKey)) return;
  const found = takenBy(event, type);
  if (!found) return;
  const [feature, element] = found;
  if (!HEARD.test(type)) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  hooks.wake(() => {
    if (plan.extra.delete(feature)) refresh();
    facts(event, element, type === "drop" ? draggedFrom() : null).then(told => deliver(feature, type, element, told), problem => refuse(feature, element, {select: "", text: problem.message, field: ""}));
  });
}

// Start listening for what the plan wants, on every target that is known.
export function listen() {
  for (const [, type] of plan.events) {
    if (types.has(type)) continue;
    types.add(type);
    for (const target of targets) target.addEventListener(type, event => happened(event), true);
  }
}

export function listenOn(target) {
  if (targets.has(target)) return;
  targets.add(target);
  followActs(target);
  for (const type of types) if (!starter || target !== G || !starter.types.includes(type)) target.addEventListener(type, event => happened(event), true);
  for (const type of ["pointerdown", "keydown"]) target.addEventListener(type, clearMessages, true);
  followDrags(target, event => happened(event, "drop"));
}

export function startEvents(sender) {
  deliver = sender;
  if (starter) {
    for (const type of starter.types) types.add(type);
    starter.hear = happened;
  }
  listenOn(G);
  listen();
}
