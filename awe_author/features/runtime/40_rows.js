// Which recorded row shows which record: by all the values that tell, else by one that is unique on both sides (an address, an id).
import {Map, Math, Set, absolute, folded} from "./10_natives.js";
import {binding, tells} from "./28_bindings.js";

const ADDRESS = /^(href|src|action)$/;

// The columns that tell, each with how its values are compared.
export function telling(columns) {
  const found = [];
  columns.forEach(([, name], index) => {
    if (tells(name)) found.push({index, name, kind: binding(name), isText: /^text(\.|$)/.test(name), isAddress: ADDRESS.test(name)});
  });
  return found;
}

// A value as it is compared with what a row shows; "" where it says nothing.
function wanted(column, value) {
  if (value === null || value === undefined) return "";
  return column.isText ? folded(value) : column.isAddress ? absolute(String(value)) : String(value);
}

function shown(column, element) {
  if (!element) return "";
  const value = column.kind.read(element);
  return value === null ? "" : column.isText ? folded(value) : value;
}

// Does an element surely show a value, letter by letter but for space around it? That is quickly told, and so of most rows.
function isPlainly(column, element, value) {
  if (!element || typeof value !== "string" || value === "") return false;
  if (column.name === "text") return !element.firstElementChild && (element.textContent === value || element.textContent.trim() === value);
  return (column.isAddress ? element.getAttribute(column.name) : column.kind.read(element)) === value;
}

// used: of `telling`. first: element of the row by column, or null.
export function signature(first, used) {
  let text = "";
  for (const column of used) text += "\u0001" + shown(column, first(column.index));
  return text;
}

export function wantedSignature(values, used) {
  let text = "";
  for (const column of used) text += "\u0001" + wanted(column, values[column.index]);
  return text;
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
function isText(value, column) {
  return typeof value === "string" && (value !== "" || column.isText);
}

// So many rows may show something else than the record at their place until all are searched.
const ASTRAY = 16;

// Rows that show the record at the same place, as most do. Gives the index of the first row and record that were not looked at; those
// before it that are without each other go to `left` and `open`. A text that is among these is searched for, so that of equal rows the
// first one goes to the first record.
function inPlace(rows, keys, plainly, wants, texts, pair, left, open) {
  const astray = new Set();
  const most = Math.min(rows.length, keys.length);
  let place = 0;
  for (; place < most && left.length < ASTRAY; place++) {
    const plain = plainly(keys[place], place);
    if (plain && !left.length) {
      pair(keys[place], place);
      continue;
    }
    const text = texts(place);
    const wanted = plain ? text : wants(keys[place]);
    if (text === wanted && !astray.has(text)) {
      pair(keys[place], place);
      continue;
    }
    astray.add(text).add(wanted);
    left.push(place);
    open.push(keys[place]);
  }
  return place;
}

// rows: elements; records: Map of key to values, those that want a row; cells: `cellsOf` the rows; exact: gets the keys of rows that
// show their record as it is. Gives a Map of key to element.
export function matched(rows, records, columns, exact, cells) {
  const result = new Map();
  const used = telling(columns);
  if (!used.length || !rows.length || !records.size) return result;
  const all = tellAll(rows, columns, used);
  const pair = (key, place) => {
    const values = records.get(key);
    if (all && used.every(column => isText(values[column.index], column) && !cells.several(place, column.index))) exact.add(key);
    result.set(key, rows[place]);
  };
  const texts = place => signature(index => cells.first(place, index), used);
  const plainly = (key, place) => {
    const values = records.get(key);
    for (const column of used) if (!isPlainly(column, cells.first(place, column.index), values[column.index])) return false;
    return true;
  };
  const wants = key => wantedSignature(records.get(key), used);
  const keys = [...records.keys()];
  const left = [];
  const open = [];
  const rest = inPlace(rows, keys, plainly, wants, texts, pair, left, open);
  for (let place = rest; place < rows.length; place++) left.push(place);
  const lost = left.length && (rest < keys.length || open.length) ? bySignature(left, [...open, ...keys.slice(rest)], texts, wants, pair) : [];
  if (lost.length) matchedByOne(lost, records, columns, used, result, rows, cells);
  return result;
}

// Gives the rows that no record wants as they are.
function bySignature(left, open, texts, wants, pair) {
  const keysOf = new Map();
  for (const key of open) {
    const text = wants(key);
    if (!keysOf.has(text)) keysOf.set(text, []);
    keysOf.get(text).push(key);
  }
  return left.filter(place => {
    const keys = keysOf.get(texts(place));
    if (!keys || !keys.length) return true;
    pair(keys.shift(), place);
    return false;
  });
}

// Addresses and other attributes come before texts, which change more often. Rows whose addresses tell all of them apart are of other
// records than those with other addresses, whatever else they have in common.
function matchedByOne(left, records, columns, used, result, rows, cells) {
  const open = new Map([...records].filter(([key]) => !result.has(key)));
  const order = [...used].sort((a, b) => (columns[a.index][1] === "text") - (columns[b.index][1] === "text"));
  for (const column of order) {
    if (!left.length || !open.size) return;
    const byRecord = unique([...open].map(([key, values]) => [wanted(column, values[column.index]), key]));
    const byRow = unique(left.map(place => [shown(column, cells.first(place, column.index)), place]));
    const apart = column.isAddress && byRow.size === left.length && byRecord.size === open.size && !byRow.has("") && !byRecord.has("");
    for (const [value, place] of byRow) {
      const key = value ? byRecord.get(value) : null;
      if (place === null || !key) continue;
      result.set(key, rows[place]);
      open.delete(key);
      left.splice(left.indexOf(place), 1);
    }
    if (apart) return;
  }
}
