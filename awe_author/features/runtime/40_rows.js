// Which recorded row shows which record: by all the values that tell, else by one that is unique on both sides (an address, an id).
import {Map, absolute, folded} from "./10_natives.js";
import {binding, tells} from "./28_bindings.js";
import {within} from "./30_find.js";

const ADDRESS = /^(href|src|action)$/;

// A value as it is compared with what a row shows; null where it says nothing.
function wanted(name, value) {
  if (value === null || value === undefined) return "";
  return /^text(\.|$)/.test(name) ? folded(value) : ADDRESS.test(name) ? absolute(String(value)) : String(value);
}

function shown(row, selector, name, seen) {
  const found = within(row, selector);
  if (found.length > 1 && seen) seen.several = true;
  const element = found[0];
  if (!element) return null;
  const value = binding(name).read(element);
  return value === null ? "" : /^text(\.|$)/.test(name) ? folded(value) : value;
}

export function telling(columns) {
  return columns.map(([, name], index) => tells(name) ? index : -1).filter(index => index >= 0);
}

export function signature(row, columns, used, seen = null) {
  return used.map(index => shown(row, columns[index][0], columns[index][1], seen)).join("\u0001");
}

export function wantedSignature(values, columns, used) {
  return used.map(index => wanted(columns[index][1], values[index])).join("\u0001");
}

function unique(pairs) {
  const found = new Map();
  for (const [value, owner] of pairs) found.set(value, found.has(value) ? null : owner);
  return found;
}

// Do values that tell a row also say that nothing is to be written there? Not where white space counts or a user may have typed.
function tellAll(rows, columns, used) {
  if (used.length < columns.length || columns.some(([, name]) => /^(value|checked)$/.test(name))) return false;
  return !rows[0].closest("pre, textarea") && !rows[0].parentNode.querySelector("pre, textarea");
}

// Texts are compared as they are read; of an attribute it counts, too, whether it is there.
function isText(value, name) {
  return typeof value === "string" && (value !== "" || /^text(\.|$)/.test(name));
}

// rows: elements; records: Map of key to values, those that want a row; exact: gets the keys of rows that show their record as it is.
// Gives a Map of key to element.
export function matched(rows, records, columns, exact) {
  const result = new Map();
  const used = telling(columns);
  if (!used.length || !rows.length || !records.size) return result;
  const bySignature = new Map();
  for (const [key, values] of records) {
    const text = wantedSignature(values, columns, used);
    if (!bySignature.has(text)) bySignature.set(text, []);
    bySignature.get(text).push(key);
  }
  const left = [];
  const all = tellAll(rows, columns, used);
  for (const row of rows) {
    const seen = {several: false};
    const keys = bySignature.get(signature(row, columns, used, seen));
    if (!keys || !keys.length) {
      left.push(row);
      continue;
    }
    if (all && !seen.several && records.get(keys[0]).every((value, index) => isText(value, columns[index][1]))) exact.add(keys[0]);
    result.set(keys.shift(), row);
  }
  if (left.length) matchedByOne(left, records, columns, used, result);
  return result;
}

// Addresses and other attributes come before texts, which change more often.
function matchedByOne(left, records, columns, used, result) {
  const open = new Map([...records].filter(([key]) => !result.has(key)));
  const order = [...used].sort((a, b) => (columns[a][1] === "text") - (columns[b][1] === "text"));
  for (const index of order) {
    if (!left.length || !open.size) return;
    const name = columns[index][1];
    const byRecord = unique([...open].map(([key, values]) => [wanted(name, values[index]), key]));
    const byRow = unique(left.map(row => [shown(row, ...columns[index]), row]));
    for (const [value, row] of byRow) {
      const key = value ? byRecord.get(value) : null;
      if (!row || !key) continue;
      result.set(key, row);
      open.delete(key);
      left.splice(left.indexOf(row), 1);
    }
  }
}
