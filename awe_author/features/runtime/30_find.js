// Where elements are looked for: the document, its open shadow roots, and frames without an address of their own.
import {Map, Set, document, bareDocument} from "./10_natives.js";

// Root -> the element that holds it.
const roots = new Map();
const awaited = new Set();
const wrong = new Set();
// Elements that HTML lets hold a shadow root; beside them those whose name has a hyphen.
const HOLDERS = new Set("article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header iframe main nav p section span".split(" "));
// Most elements of most pages cannot, and are not even looked at.
const OTHERS = ":not(a,b,br,button,code,dd,dl,dt,em,form,i,img,input,label,li,link,meta,ol,option,path,script,small,strong,style,svg,table,tbody,td,th,thead,tr,ul)";
// Name of elements -> can they hold a root?
const holders = new Map();
// Called with each root as it is found, for problems with selectors, and with what needs a plan that may be asleep.
export const hooks = {root: () => {}, problem: () => {}, changed: () => {}, wake: then => { then(); }};

function holds(root, holder) {
  return holder.isConnected && (holder.shadowRoot === root || bareDocument(holder) === root);
}

function tried(selector, find, none) {
  try {
    return find();
  } catch (syntax) {
    if (!wrong.has(selector)) hooks.problem("selector", selector);
    wrong.add(selector);
    return none;
  }
}

function all(root, selector) {
  return tried(selector, () => root.querySelectorAll(selector), []);
}

export function everywhere(selector) {
  const found = all(document, selector);
  if (!roots.size) return found;
  const more = [...found];
  for (const [root, holder] of roots) {
    if (holds(root, holder)) more.push(...all(root, selector));
    else roots.delete(root);
  }
  return more;
}

export function first(selector) {
  return tried(selector, () => document.querySelector(selector), null) || roots.size && everywhere(selector)[0] || null;
}

export function matches(element, selector) {
  try {
    return element.matches(selector);
  } catch (syntax) {
    return false;
  }
}

// Elements of a row. `:scope` is the row itself.
export function within(row, selector) {
  return selector === ":scope" || selector === "." ? [row] : all(row, selector);
}

function enterRoot(root, holder) {
  if (!root || roots.has(root)) return;
  roots.set(root, holder);
  hooks.root(root);
  meet(root);
}

function mayHold(name) {
  let may = holders.get(name);
  if (may === undefined) holders.set(name, may = HOLDERS.has(name) || name.includes("-"));
  return may;
}

function lookAt(element) {
  const name = element.localName;
  if (!mayHold(name)) return;
  if (element.shadowRoot) enterRoot(element.shadowRoot, element);
  if (name === "iframe") {
    enterRoot(bareDocument(element), element);
    if (!awaited.has(element)) element.addEventListener("load", () => { lookAt(element); hooks.changed(); });
    awaited.add(element);
  } else if (name.includes("-") && !awaited.has(name) && G.customElements && !G.customElements.get(name)) {
    awaited.add(name);
    G.customElements.whenDefined(name).then(() => { for (const one of everywhere(name)) lookAt(one); hooks.changed(); }, () => {});
  }
}

// Look for further roots in what has come to a page.
export function meet(node) {
  if (node.nodeType === 1) lookAt(node);
  if (node.firstElementChild) for (const element of node.querySelectorAll(OTHERS)) lookAt(element);
}

// Can copies of an element have roots, now or later?
export function mayHaveRoots(element) {
  return [element, ...element.querySelectorAll("*")].some(one => one.shadowRoot || one.localName === "iframe" || one.localName.includes("-"));
}
