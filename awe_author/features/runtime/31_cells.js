// What the columns of a list select in its rows, found for all rows at once: one search of the container for each column, instead of
// one of every row.
import {Map} from "./10_natives.js";
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

// [first element, are there several] of one column, row by row; null where that has to be asked of each row.
function gathered(container, any, rows, places, selector) {
  const wide = fromContainer(selector, any);
  if (!wide) return null;
  const made = rows.map(() => [null, false]);
  const found = within(container, wide);
  const parent = rows[0].parentNode;
  for (let index = 0, {length} = found; index < length; index++) {
    const place = places.get(rowOf(found[index], parent));
    if (place === undefined || found[index] === rows[place]) continue;
    const cell = made[place];
    if (cell[0]) cell[1] = true; else cell[0] = found[index];
  }
  const alike = place => one(rows[place], selector).every((part, index) => part === made[place][index]);
  return alike(0) && alike(rows.length - 1) ? made : null;
}

// rows: siblings. any: what matches all of them in the container, and nothing within them. many: are these most of the container's rows?
// Gives (index of a row, index of a column) => [first element or null, are there several].
export function cellsOf(container, any, rows, columns, many) {
  const places = many ? new Map(rows.map((row, index) => [row, index])) : null;
  const columnwise = columns.map(([selector]) => many ? gathered(container, any, rows, places, selector) : null);
  return (row, column) => columnwise[column] ? columnwise[column][row] : one(rows[row], columns[column][0]);
}
