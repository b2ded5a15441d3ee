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

function shown(row, selector, name) {
  const element = within(row, selector)[0];
  if (!element) return null;
  const value = binding(name).read(element);
  return value === null ? "" : /^text(\.|$)/.test(name) ? folded(value) : value;
}

export function telling(columns) {
  return columns.map(([, name], index) => tells(name) ? index : -1).filter(index => index >= 0);
}

export function signature(row, columns, used) {
  return used.map(index => shown(row, ...columns[index])).join("\u0001");
}

export function wantedSignature(values, columns, used) {
  return used.map(index => wanted(columns[index][1], values[index])).join("\u0001");
}

function unique(pairs) {
  const found = new Map();
  for (const [value, owner] of pairs) found.set(value, found.has(value) ? null : owner);
  return found;
}

// rows: elements; records: Map of key to values, those that want a row. Gives a Map of key to element.
export function matched(rows, records, columns) {
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
  for (const row of rows) {
    const keys = bySignature.get(signature(row, columns, used));
    if (keys && keys.length) result.set(keys.shift(), row); else left.push(row);
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
