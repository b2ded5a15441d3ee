// Text of an element. Where all of it stands in one place, only that place is written, so that icons beside it stay; the white space
// around it stays, too.
import {document, folded} from "./10_natives.js";

const UNSEEN = /^(script|style|template|noscript)$/;

function pieces(element) {
  const only = element.firstChild;
  if (!only) return [];
  if (!only.nextSibling && only.nodeType === 3) return [only];
  const found = [];
  const walk = document.createTreeWalker(element, 4);
  while (walk.nextNode()) {
    const node = walk.currentNode;
    if (/\S/.test(node.data) && !UNSEEN.test(node.parentNode.localName)) found.push(node);
  }
  return found;
}

export const text = {
  read(element) {
    const found = pieces(element);
    return found.length === 1 ? found[0].data : found.map(node => node.data).join("");
  },
  same(element, want) {
    const have = text.read(element);
    return have === want || (folded(have) === folded(want) && !element.closest("pre, textarea"));
  },
  put(element, want) {
    const found = pieces(element);
    if (found.length > 1) {
      const before = [...element.childNodes];
      element.replaceChildren(want);
      return () => element.replaceChildren(...before);
    }
    const node = found[0] || [...element.childNodes].find(one => one.nodeType === 3 && one.data === "");
    if (node) {
      const old = node.data;
      const [, lead, trail] = /\S/.test(old) ? old.match(/^(\s*)[^]*?(\s*)$/) : ["", "", ""];
      node.data = want === "" ? "" : lead + want + trail;
      return () => { if (node.isConnected) node.data = old; };
    }
    const made = document.createTextNode(want);
    element.append(made);
    return () => made.remove();
  },
};

// The element's own text between its children: run 0 stands before the first child element, run 1 behind it, and so on.
export function textRun(number) {
  const nodesOf = element => {
    const found = [];
    let at = 0;
    for (const node of element.childNodes) {
      if (node.nodeType === 1) at++;
      else if (node.nodeType === 3 && at === number) found.push(node);
    }
    return found;
  };
  return {
    read: element => nodesOf(element).map(node => node.data).join(""),
    same(element, want) {
      return folded(this.read(element)) === folded(want);
    },
    put(element, want) {
      const found = nodesOf(element);
      if (!found.length) {
        const made = document.createTextNode(want);
        element.insertBefore(made, element.children[number] || null);
        return () => made.remove();
      }
      const old = found.map(node => node.data);
      const [, lead] = old[0].match(/^(\s*)/);
      const [, trail] = old[old.length - 1].match(/(\s*)$/);
      found.forEach((node, index) => { node.data = index ? "" : lead + want + trail; });
      return () => found.forEach((node, index) => { if (node.isConnected) node.data = old[index]; });
    },
  };
}
