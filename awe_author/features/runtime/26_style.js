// One inline style property of an element. null takes it away.
import {document} from "./10_natives.js";

const scratch = document.createElement("i").style;

function putBack(element, written) {
  if (written === null || written === "") element.removeAttribute("style"); else element.setAttribute("style", written);
}

export function inline(element, name, value, priority = "") {
  const attribute = element.getAttribute("style");
  const old = element.style.getPropertyValue(name);
  const rank = element.style.getPropertyPriority(name);
  if (value === null) element.style.removeProperty(name);
  else element.style.setProperty(name, value, priority);
  if (!element.style.length) element.removeAttribute("style");
  const made = element.getAttribute("style");
  return () => {
    if (element.getAttribute("style") === made) return putBack(element, attribute);
    if (old) element.style.setProperty(name, old, rank);
    else element.style.removeProperty(name);
    return undefined;
  };
}

export function style(name) {
  const canonical = want => {
    scratch.setProperty(name, want === null ? "" : String(want));
    const made = scratch.getPropertyValue(name);
    scratch.removeProperty(name);
    return made;
  };
  return {
    read(element) {
      return element.style.getPropertyValue(name);
    },
    same(element, want) {
      return element.style.getPropertyValue(name) === canonical(want);
    },
    put(element, want) {
      return inline(element, name, want === null ? null : String(want));
    },
  };
}
