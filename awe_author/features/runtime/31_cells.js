// What the columns of a list select in its rows, found for all rows at once: one search of the container for each column, instead of
// one of every row.
import {Map, Set} from "./10_natives.js";
import {within} from "./30_find.js";

function one(row, selector) {
  const found = within(row, selector);
  return [found[0] || null, found.length > 1];
}

// The selector as the container knows it: what `:scope` stands for is a row. null: it has to be asked of each row.
function fromContainer(selector, any) {
  if (!selector.includes(":scope")) return selector === "." ? null : selector;
  return /^:scope[ >+~]/.test(selector) && selector.lastIndexOf(":scope") === 0 ? ":is(" + any + ")" + selector.slice(6) : null;
}

function rowOf(element, parent) {
  let node = element;
  while (node && node.parentNode !== parent) node = node.parentNode;
  return node;
}

// Of one column: the first element of each row, and the indexes of rows that have several; null where that has to be asked of each row.
function gathered(container, any, rows, places, selector) {
  const wide = fromContainer(selector, any);
  if (!wide) return null;
  const made = {firsts: rows.map(() => null), several: new Set()};
  const found = within(container, wide);
  const parent = rows[0].parentNode;
  for (let index = 0, {length} = found; index < length; index++) {
    const place = places.get(rowOf(found[index], parent));
    if (place === undefined || found[index] === rows[place]) continue;
    if (made.firsts[place]) made.several.add(place); else made.firsts[place] = found[index];
  }
  const alike = place => {
    const [first, several] = one(rows[place], selector);
    return first === made.firsts[place] && several === made.several.has(place);
  };
  return alike(0) && alike(rows.length - 1) ? made : null;
}

// rows: siblings. any: what matches all of them in the container, and nothing within them. many: are these most of the container's rows?
// Gives `first` and `several` of (index of a row, index of a column): the first element or null, and whether there are more.
export function cellsOf(container, any, rows, columns, many) {
  const places = many ? new Map(rows.map((row, index) => [row, index])) : null;
  const columnwise = columns.map(([selector]) => many ? gathered(container, any, rows, places, selector) : null);
  return {
    first: (row, column) => columnwise[column] ? columnwise[column].firsts[row] : one(rows[row], columns[column][0])[0],
    several: (row, column) => columnwise[column] ? columnwise[column].several.has(row) : one(rows[row], columns[column][0])[1],
  };
}
