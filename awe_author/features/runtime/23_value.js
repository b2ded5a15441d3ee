// The value of a form field. What a user has typed stays until the state has another value for the field. Of an input it
// is the attribute, too, as a server writes it: scripts and styles ask for `[value="tea"]`.
import {WeakMap} from "./10_natives.js";
import {attribute} from "./22_attribute.js";

const plain = attribute("value");
// What each field was last given.
export const given = {
  to: new WeakMap(),
  forget() { given.to = new WeakMap(); },
};

function isField(element) {
  return /^(input|textarea|select)$/.test(element.localName) && !/^(checkbox|radio|hidden|submit|button|reset|image)$/.test(element.type);
}

function chosen(element, want) {
  if (element.localName !== "select") return want;
  const options = [...element.options];
  const option = options.find(one => one.value === want) || options.find(one => one.label.trim() === want);
  return option ? option.value : want;
}

export const value = {
  read(element) {
    return isField(element) ? element.value : plain.read(element);
  },
  same(element, want) {
    if (!isField(element)) return plain.same(element, want);
    const wanted = want === null ? "" : String(want);
    if (given.to.get(element) === wanted) return true;
    if (element.value !== chosen(element, wanted)) return false;
    given.to.set(element, wanted);
    return true;
  },
  put(element, want) {
    if (!isField(element)) return plain.put(element, want);
    const old = element.value;
    const wanted = want === null ? "" : String(want);
    const undo = element.localName === "input" ? plain.put(element, wanted) : () => {};
    given.to.set(element, wanted);
    element.value = chosen(element, wanted);
    return () => { undo(); given.to.delete(element); element.value = old; };
  },
};
