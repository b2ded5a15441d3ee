// What the page's own scripts show in place of the state because a user did something (a date picker writes the chosen date): it
// stays until the state has another value. What was recorded, or was the state's before, is no such thing: there a script renders its
// page anew.
import {Map, Set, WeakMap, folded} from "./10_natives.js";

const DONE = /^(input|change)$/;
const ACTS = "click dblclick auxclick contextmenu mousedown mouseup pointerdown pointerup touchstart touchend keydown keypress keyup beforeinput input change submit reset paste cut drop dragend focusout".split(" ");
const MOST_KNOWN = 200;
// Events of a user that are being told, one within the other.
const acting = [];
// Of a selector's binding: the value that it has in the state, and what its elements have shown that is nobody's choice.
const shownBefore = new Map();
// Element -> binding -> the value of the state that the page shows something else for.
const theirs = {of: new WeakMap()};

// Is an event of a user still being told to the page's scripts? What they change then is seen before it is over.
function isActing() {
  while (acting.length && !acting[acting.length - 1].eventPhase) acting.pop();
  return acting.length > 0;
}

function act(event) {
  isActing();
  if (event.isTrusted || DONE.test(event.type)) acting.push(event);
}

export function followActs(target) {
  for (const type of ACTS) target.addEventListener(type, act, {capture: true, passive: true});
}

export function looksOf(kind, element) {
  const have = kind.read(element);
  return have === null ? null : folded(have);
}

function know(known, text) {
  if (known.size >= MOST_KNOWN) known.delete(known.values().next().value);
  known.add(text);
}

// Elements of `key` (a selector and a binding) show this value now; `before`: what the last one showed that was overwritten.
export function noteShown(key, kind, element, value, before) {
  const about = shownBefore.get(key);
  if (about && before === undefined && about.value === value) return;
  if (!about) shownBefore.set(key, {value, known: new Set()});
  const {known} = shownBefore.get(key);
  if (before !== undefined) know(known, before);
  know(known, looksOf(kind, element));
  shownBefore.get(key).value = value;
}

// Is what an element shows, and the state does not, the page's own, and to be left?
export function isTheirs(key, name, kind, element, value) {
  const about = shownBefore.get(key);
  const held = theirs.of.get(element) || new Map();
  const isHeld = held.has(name) && held.get(name) === value;
  if (about && about.value === value && !about.known.has(looksOf(kind, element)) && (isHeld || isActing())) {
    theirs.of.set(element, held.set(name, value));
    return true;
  }
  held.delete(name);
  return false;
}

// Another page, or the state is to be shown whatever was done.
export function forgetTheirs(all) {
  theirs.of = new WeakMap();
  if (all) shownBefore.clear();
}
