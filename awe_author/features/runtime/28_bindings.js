// A binding by its name: `read` gives what an element shows, `same` whether it shows a value already, `put` makes it show that and
// gives a function which takes that back.
import {Map, Object} from "./10_natives.js";
import {text, textRun} from "./20_text.js";
import {html} from "./21_html.js";
import {attribute} from "./22_attribute.js";
import {value} from "./23_value.js";
import {checked} from "./24_checked.js";
import {classes, oneClass} from "./25_class.js";
import {style} from "./26_style.js";
import {hidden} from "./27_hidden.js";

const bindings = new Map([["text", text], ["html", html], ["value", value], ["checked", checked], ["class", classes], ["hidden", hidden]]);

export function binding(name) {
  let found = bindings.get(name);
  if (!found) {
    const [kind, ...rest] = name.split(".");
    const made = {class: oneClass, style, text: run => textRun(+run)};
    found = rest.length && Object.hasOwn(made, kind) ? made[kind](rest.join(".")) : attribute(name);
    bindings.set(name, found);
  }
  return found;
}

// Bindings that tell which record a row shows.
export function tells(name) {
  return !/^(hidden|html|class|style)(\.|$)/.test(name);
}
