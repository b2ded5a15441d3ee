// A list of the page, kept at the records of the state. Recorded rows that show a record stay as they are; others go; a record without
// a row gets a copy of the recorded one.
import {Map, Object, Set, WeakMap, WeakSet, document} from "./10_natives.js";
import {sampleOf} from "./21_html.js";
import {given} from "./23_value.js";
import {binding} from "./28_bindings.js";
import {inline} from "./26_style.js";
import {first, hooks, matches, mayHaveRoots, within} from "./30_find.js";
import {cellsOf} from "./31_cells.js";
import {matched, signature, telling, wantedSignature} from "./40_rows.js";
import {inOrder} from "./41_order.js";

// How often anything was written.
export const writes = {count: 0};
// Copies that nothing has to be looked for in.
export const bareRows = new WeakSet();
// Row -> its key.
const keyByRow = new WeakMap();

// `due`: keys of rows that may have to be written; null: all.
// op: {i: container, r: [[row to copy, any row], ...], c: [[selector, binding], ...]}; records: Map of key to [key, kind, values].
export function newList(op) {
  return {op, records: op.records, parent: null, rows: new Map(), templates: [], bare: [], gone: new Map(), strays: new Map(), hidden: new Map(), end: null, gap: null, stale: true, dirty: new Set(), due: null, told: false};
}

function hold(list, key, row) {
  list.rows.set(key, row);
  keyByRow.set(row.node, key);
}

// The key of a row of this list, or undefined.
function keyOf(list, node) {
  const key = keyByRow.get(node);
  const row = list.rows.get(key);
  return row && row.node === node ? key : undefined;
}

// Has the parser finished with an element?
export function closed(element) {
  if (document.readyState !== "loading" || element.ownerDocument !== document) return true;
  for (let node = element; node && node !== document.documentElement; node = node.parentNode || node.host) {
    if (node.nextSibling && node !== document.body) return true;
  }
  return false;
}

function anyRow(list) {
  return list.op.r.map(([, any]) => any).join(", ");
}

// [what holds the rows, the rows, are there rows within rows].
function rowsIn(list, container) {
  const found = [...within(container, anyRow(list))];
  const parent = list.parent && container.contains(list.parent) && (found.length === 0 || list.rows.size) ? list.parent : found.length ? found[0].parentNode : container;
  const rows = found.filter(row => row.parentNode === parent);
  return [parent, rows, rows.length < found.length && found.some(row => row.parentNode !== parent && parent.contains(row))];
}

// The rows to copy, as the page has them before anything is written.
function keepTemplates(list, container, rows) {
  list.op.r.forEach(([one, any], kind) => {
    if (list.templates[kind]) return;
    const recorded = new Set(rows.filter(row => !isOurs(list, row)));
    const row = [...within(container, one)].find(each => recorded.has(each)) || rows.find(each => recorded.has(each) && matches(each, any));
    const model = row || (list.op.m && list.op.m[kind] ? sampleOf(list.parent, list.op.m[kind]) : null);
    if (!model) return;
    list.templates[kind] = copied(model, list.op.c);
    list.bare[kind] = !mayHaveRoots(model) && !list.op.c.some(([, name]) => name === "html");
  });
}

// Ids stay with the one element that has them, unless the list's own selectors go by them.
function copied(row, columns) {
  const copy = row.cloneNode(true);
  if (columns.some(([selector]) => /#|\[id/.test(selector))) return copy;
  for (const element of [copy, ...copy.querySelectorAll("[id]")]) element.removeAttribute("id");
  return copy;
}

function isOurs(list, row) {
  const key = keyOf(list, row);
  return key !== undefined && list.rows.get(key).made;
}

// Somebody else's node (a framework keeps its own marks on it): it is hidden, not taken out, as its owner will look for it.
function isOwned(row) {
  return Object.keys(row).length > 0;
}

function dispose(list, node, space) {
  writes.count++;
  if (isOwned(node)) {
    if (!list.hidden.has(node)) list.hidden.set(node, inline(node, "display", "none", "important"));
    return;
  }
  node.remove();
  if (space) space.remove();
}

function bringBack(list, node) {
  const undo = list.hidden.get(node);
  if (undo) undo();
  list.hidden.delete(node);
  for (const field of node.querySelectorAll("input, select, textarea, option")) given.to.delete(field);
}

function blankBefore(node) {
  const space = node.previousSibling;
  return space && space.nodeType === 3 && !/\S/.test(space.data) ? space : null;
}

function forget(list) {
  for (const part of [list.rows, list.hidden, list.gone, list.strays]) part.clear();
  list.parent = list.end = null;
}

// Take in the rows that the page has.
function scan(list, container) {
  const [parent, rows, nested] = rowsIn(list, container);
  if (list.parent !== parent) {
    forget(list);
    list.parent = parent;
  }
  keepTemplates(list, container, rows);
  const known = new Set();
  for (const [key, row] of list.rows) if (row.node.parentNode === parent) known.add(row.node); else list.rows.delete(key);
  const fresh = rows.filter(row => !known.has(row) && !list.hidden.has(row));
  const many = !nested && fresh.length * 2 > rows.length;
  if (fresh.length) adopt(list, fresh, cellsOf(container, anyRow(list), fresh, list.op.c, many));
}

function adopt(list, fresh, cells) {
  const {op, records} = list;
  const last = fresh[fresh.length - 1];
  if (!list.end || list.end.parentNode !== list.parent) list.end = endAfter(list, last);
  if (list.gap === null) list.gap = blankBefore(last) ? blankBefore(last).data : "";
  const wanting = new Map();
  for (const [key, record] of records) {
    const row = list.rows.get(key);
    if (!row || row.made) wanting.set(key, record[2]);
  }
  const exact = new Set();
  const pairs = matched(fresh, wanting, op.c, exact, cells);
  const taken = new Set();
  for (const [key, node] of pairs) {
    const old = list.rows.get(key);
    if (old) dispose(list, old.node, old.space);
    hold(list, key, {node, space: blankBefore(node), made: false, kind: kindOf(list, node), record: exact.has(key) ? records.get(key) : null});
    taken.add(node);
  }
  for (const [key, row] of list.gone) if (taken.has(row.node)) list.gone.delete(key);
  const used = telling(op.c);
  for (const node of fresh) {
    if (taken.has(node)) continue;
    list.strays.set(signature(index => within(node, op.c[index][0])[0] || null, used), [node, blankBefore(node)]);
    dispose(list, node, blankBefore(node));
  }
}

// What stands behind the list.
function endAfter(list, last) {
  const rows = new Set([...list.rows.values()].map(row => row.node));
  let end = last.nextSibling;
  for (let node = end; node; node = node.nextSibling) if (rows.has(node)) end = node.nextSibling;
  return end;
}

function kindOf(list, node) {
  if (list.op.r.length === 1) return 0;
  const kind = list.op.r.findIndex(([, any]) => matches(node, any));
  return kind < 0 ? 0 : kind;
}

// A row for a record: the recorded one that showed it before, else a copy.
function rowFor(list, key, kind) {
  const kept = list.gone.get(key);
  if (kept && kept.kind === kind) {
    list.gone.delete(key);
    bringBack(list, kept.node);
    return {...kept, record: null};
  }
  const at = list.templates[kind] ? kind : list.templates.findIndex(Boolean);
  if (at < 0) return null;
  const node = document.importNode(list.templates[at], true);
  if (list.bare[at]) bareRows.add(node);
  return {node, space: list.gap ? document.createTextNode(list.gap) : null, made: true, kind, record: null};
}

// A recorded row that no record wanted until now.
function strayFor(list, values) {
  const text = list.strays.size ? wantedSignature(values, telling(list.op.c)) : "";
  const found = list.strays.get(text);
  if (!found) return null;
  list.strays.delete(text);
  bringBack(list, found[0]);
  return {node: found[0], space: found[1], made: false, kind: kindOf(list, found[0]), record: null};
}

function leaveRows(list) {
  for (const [key, row] of list.rows) {
    const record = list.records.get(key);
    if (record && record[1] === row.kind) continue;
    if (record && !list.templates[record[1]]) continue;
    list.rows.delete(key);
    if (!row.made) list.gone.set(key, row);
    dispose(list, row.node, row.space);
  }
}

// Copies are written before they are put into the page, where each change costs more; but for what can be told only there.
function enterRows(list) {
  const early = !list.op.c.some(([, name]) => name === "hidden");
  let missing = 0;
  for (const [key, record] of list.records) {
    if (list.rows.has(key)) continue;
    const row = strayFor(list, record[2]) || rowFor(list, key, record[1]);
    if (row) hold(list, key, row); else missing++;
    if (row && early && bareRows.has(row.node)) write(list, row, record);
  }
  return missing;
}

function arrange(list) {
  const {parent} = list;
  const wanted = [];
  for (const key of list.records.keys()) if (list.rows.has(key)) wanted.push(list.rows.get(key));
  writes.count += inOrder(parent, wanted, list.end && list.end.parentNode === parent ? list.end : null);
}

function write(list, row, record) {
  list.op.c.forEach(([selector, name], index) => {
    const value = record[2][index];
    const kind = binding(name);
    for (const element of within(row.node, selector)) {
      if (kind.same(element, value)) continue;
      writes.count++;
      kind.put(element, value);
    }
  });
  row.record = record;
}

// Bring the page to the list. Gives false while the parser is still at it.
export function keep(list) {
  const container = first(list.op.i);
  if (!container) {
    forget(list);
    list.stale = true;
    return true;
  }
  if (!closed(container)) return false;
  if (list.stale || !list.parent || !list.parent.isConnected || !container.contains(list.parent)) {
    scan(list, container);
    list.stale = false;
    list.moved = true;
  }
  if (list.moved) {
    leaveRows(list);
    list.missing = enterRows(list);
    arrange(list);
    list.moved = false;
    list.due = null;
  }
  if (list.missing && !list.told && document.readyState === "complete") {
    list.told = true;
    hooks.problem("row", list.op.r.map(([one]) => one).join(", ") + " in " + list.op.i);
  }
  for (const node of list.dirty) {
    const key = keyOf(list, node);
    if (list.records.has(key)) write(list, list.rows.get(key), list.records.get(key));
  }
  for (const key of list.due || list.rows.keys()) {
    const row = list.rows.get(key);
    const record = list.records.get(key);
    if (row && record && row.record !== record) write(list, row, record);
  }
  list.dirty.clear();
  list.due = new Set();
  return true;
}

// Write all of it again.
export function rewrite(list) {
  for (const row of list.rows.values()) row.record = null;
  list.due = null;
}

// Note what a change of the page touches. Gives whether it lies within the list.
export function touch(list, change) {
  const {parent} = list;
  const {target} = change;
  if (!parent || (target !== parent && !parent.contains(target))) {
    if (change.type === "childList") list.stale = list.stale || !parent || !parent.isConnected;
    return false;
  }
  if (target === parent) {
    if (change.type === "childList") list.stale = true;
    return change.type === "childList";
  }
  let node = target;
  while (node.parentNode !== parent) node = node.parentNode;
  list.dirty.add(node);
  return true;
}

// Which record an element stands in: [list, key].
export function recordOf(lists, element) {
  for (const list of lists) {
    if (!list.parent || !list.parent.contains(element) || element === list.parent) continue;
    let node = element;
    while (node.parentNode !== list.parent) node = node.parentNode;
    const key = keyOf(list, node);
    if (key !== undefined) return [list, key];
  }
  return null;
}
