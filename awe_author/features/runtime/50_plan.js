// The plan of a page: what it has to show. Applied again and again; where the page shows it already, nothing is touched.
import {JSON, Map, Object, Set, WeakSet, document} from "./10_natives.js";
import {given} from "./23_value.js";
import {binding} from "./28_bindings.js";
import {forgetTheirs, isTheirs, looksOf, noteShown} from "./29_theirs.js";
import {everywhere} from "./30_find.js";
import {look} from "./52_idle.js";
import {closed, keep, newList, rewrite, touch, writes} from "./42_list.js";

// asleep: the document shows all of it, and the records of its lists are still with the server (a quiet page). hard: when
// they come, what a user has typed counts no more.
export const plan = {version: "", url: "", ops: [], events: [], view: {}, lists: [], extra: new Map(), asleep: false, hard: false};
// Element -> binding -> what takes it back.
const placed = new Map();
const styled = new WeakSet();
const veiling = {sheet: null, rules: ""};
const WHOLE = /^(text(\.\d+)?|html|value)$/;

function recordsOf(op) {
  return new Map(op.x.map(record => [record[0], record]));
}

export function setPlan(made) {
  const before = new Map(plan.lists.map(list => [list.name, list]));
  if (made.u !== plan.url) {
    plan.extra.clear();
    forgetTheirs(true);
  }
  Object.assign(plan, {version: made.v, url: made.u, ops: made.o, events: made.e, view: made.w});
  plan.lists = [];
  plan.asleep = !!made.q;
  if (plan.asleep) return look(plan, new Set());
  for (const op of plan.ops) {
    if (op.k !== "list") continue;
    op.records = recordsOf(op);
    op.x = null;
    const name = JSON.stringify([op.n, op.i, op.r, op.c]);
    const list = before.get(name) || {...newList(op), name};
    before.delete(name);
    setRecords(list, op.records);
    list.op = op;
    plan.lists.push(list);
  }
}

function setRecords(list, records) {
  for (const [key, record] of records) {
    const old = list.records.get(key);
    if (old && old !== record && JSON.stringify(old) === JSON.stringify(record)) records.set(key, old);
  }
  list.records = records;
  list.moved = true;
}

// What is shown stays, whatever the next plan says: what the page is about is gone, and the recorded page is of something else.
export function leaveAsIs() {
  placed.clear();
}

// A user's input counts no more: the page shows the state.
export function forgetInput() {
  given.forget();
  forgetTheirs(false);
  for (const list of plan.lists) rewrite(list);
}

// change: [[index of an operation, a new `set`] or [index, {set: [[key, kind, values], ...], order: [start, count, keys]}], ...]
export function changePlan(version, changes) {
  plan.version = version;
  let lists = 0;
  const listAt = plan.ops.map(op => op.k === "list" ? lists++ : -1);
  for (const [index, change] of changes) {
    if (listAt[index] < 0) plan.ops[index] = change;
    else changeList(plan.lists[listAt[index]], change);
  }
}

function changeList(list, {set = [], order}) {
  const given = new Map(set.map(record => [record[0], record]));
  if (!order) {
    for (const [key, record] of given) {
      list.moved = list.moved || !list.records.has(key) || list.records.get(key)[1] !== record[1];
      list.records.set(key, record);
      if (list.due) list.due.add(key);
    }
    return;
  }
  const keys = [...list.records.keys()];
  keys.splice(order[0], order[1], ...order[2]);
  list.records = new Map(keys.map(key => [key, given.get(key) || list.records.get(key)]));
  list.moved = true;
}

// What the parser is still at is not seen: it holds recorded content, and cannot be judged before it is whole.
function veil(selectors) {
  if (!veiling.sheet && !selectors.size) return;
  if (!veiling.sheet) {
    veiling.sheet = new G.CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, veiling.sheet];
  }
  const rules = [...selectors].map(selector => selector + "{visibility:hidden!important}").join("");
  if (rules !== veiling.rules) veiling.sheet.replaceSync(veiling.rules = rules);
  if (rules) return;
  document.adoptedStyleSheets = [...document.adoptedStyleSheets].filter(sheet => sheet !== veiling.sheet);
  veiling.sheet = null;
}

// Element -> binding -> [value, what it is known by]. Those of elements that are not whole yet go to `open`.
function wants(open) {
  const wanted = new Map();
  for (const op of [...plan.ops, ...[...plan.extra.values()].flat()]) {
    if (op.k !== "set") continue;
    for (const element of op.e ? [op.e] : everywhere(op.s)) {
      if (!wanted.has(element)) wanted.set(element, new Map());
      for (const [name, value] of op.b) {
        if (WHOLE.test(name) && !closed(element)) open.add(op.s);
        else wanted.get(element).set(name, [value, op.e ? null : name + " " + op.s]);
      }
    }
  }
  return wanted;
}

function show(element, name, value, key) {
  if (/^(style|hidden)/.test(name)) styled.add(element);
  const kind = binding(name);
  if (kind.same(element, value)) {
    if (key) noteShown(key, kind, element, value);
    return;
  }
  const mine = placed.get(element);
  if (key && isTheirs(key, name, kind, element, value)) {
    if (mine) mine.delete(name);
    return;
  }
  const before = looksOf(kind, element);
  const undo = kind.put(element, value);
  writes.count++;
  if (key) noteShown(key, kind, element, value, before);
  if (!mine) placed.set(element, new Map([[name, undo]]));
  else if (!mine.has(name)) mine.set(name, undo);
}

function bring() {
  const open = new Set();
  for (const list of plan.lists) if (!keep(list)) open.add(list.op.i);
  const wanted = wants(open);
  for (const [element, bindings] of placed) {
    const still = wanted.get(element);
    for (const [name, undo] of bindings) {
      if (still && still.has(name)) continue;
      bindings.delete(name);
      if (element.isConnected) undo();
    }
    if (!bindings.size) placed.delete(element);
  }
  for (const [element, bindings] of wanted) {
    for (const [name, [value, key]] of bindings) show(element, name, value, key);
  }
  look(plan, open);
  return open;
}

// Gives how much was written.
export function apply() {
  const before = writes.count;
  veil(bring());
  return writes.count - before;
}

// Has any of these changes of the page to do with the plan?
export function concerns(changes) {
  let some = false;
  let last = null;
  const known = plan.lists.filter(list => list.parent || !list.stale);
  for (const change of changes) {
    if (some && !known.length) return true;
    if (last && last.target === change.target && last.type === change.type && last.attributeName === change.attributeName) continue;
    last = change;
    let inside = false;
    for (const list of known) inside = touch(list, change) || inside;
    const quiet = change.type === "attributes" && change.attributeName === "style" && !styled.has(change.target);
    some = some || inside || !quiet;
  }
  return some;
}
