// Whether an element is seen. What the recorded page hides by its style sheets is shown by an inline style.
import {document} from "./10_natives.js";
import {inline} from "./26_style.js";

function isHidden(element) {
  if (element.style.display === "none" || element.hidden) return true;
  if (document.readyState === "loading") return false;
  const style = G.getComputedStyle(element);
  return style.display === "none" || style.visibility === "hidden";
}

function reveal(element) {
  const undo = [];
  if (element.hasAttribute("hidden")) {
    const old = element.getAttribute("hidden");
    element.removeAttribute("hidden");
    undo.push(() => element.setAttribute("hidden", old));
  }
  if (element.style.display === "none") undo.push(inline(element, "display", null));
  if (element.style.visibility === "hidden") undo.push(inline(element, "visibility", null));
  const style = G.getComputedStyle(element);
  if (style.display === "none") undo.push(inline(element, "display", "revert", "important"));
  if (style.visibility === "hidden") undo.push(inline(element, "visibility", "visible", "important"));
  return () => { for (const one of undo.reverse()) one(); };
}

export const hidden = {
  read(element) {
    return String(isHidden(element));
  },
  same(element, want) {
    return isHidden(element) === !!want;
  },
  put(element, want) {
    return want ? inline(element, "display", "none", "important") : reveal(element);
  },
};
