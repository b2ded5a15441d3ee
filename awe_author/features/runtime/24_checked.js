// Whether a box, a radio button or an option is chosen. As with values, a user's choice stays until the state has another one.
import {given} from "./23_value.js";

const part = element => element.localName === "option" ? "selected" : "checked";

export const checked = {
  read(element) {
    return String(element[part(element)]);
  },
  same(element, want) {
    if (given.to.get(element) === !!want) return true;
    if (element[part(element)] !== !!want) return false;
    given.to.set(element, !!want);
    return true;
  },
  put(element, want) {
    const old = element[part(element)];
    given.to.set(element, !!want);
    element[part(element)] = !!want;
    return () => { given.to.delete(element); element[part(element)] = old; };
  },
};
