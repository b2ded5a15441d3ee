// One class of an element, or all of them.
import {attribute} from "./22_attribute.js";

const whole = attribute("class");
const sorted = names => String(names === null ? "" : names).trim().split(/\s+/).sort().join(" ");

export const classes = {
  read: whole.read,
  same(element, want) {
    return sorted(element.getAttribute("class")) === sorted(want);
  },
  put: whole.put,
};

export function oneClass(name) {
  return {
    read(element) {
      return String(element.classList.contains(name));
    },
    same(element, want) {
      return element.classList.contains(name) === !!want;
    },
    put(element, want) {
      const bare = !element.hasAttribute("class");
      element.classList.toggle(name, !!want);
      return () => {
        element.classList.toggle(name, !want);
        if (bare && !element.classList.length) element.removeAttribute("class");
      };
    },
  };
}
