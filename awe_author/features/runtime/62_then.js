// What happens on the page after an event: where it goes, what opens, which message is shown.
import {document, history, later, location} from "./10_natives.js";
import {inline} from "./26_style.js";
import {hidden} from "./27_hidden.js";
import {everywhere, first} from "./30_find.js";
import {plan} from "./50_plan.js";
import {refresh} from "./51_watch.js";

const SHOWN = 6000;
const bubbles = [];

function isOpen(element) {
  return element.localName === "dialog" || element.localName === "details" ? element.open : !hidden.same(element, true);
}

function setOpen(element, open) {
  if (isOpen(element) === open) return;
  if (element.localName === "dialog") {
    if (open) element.showModal(); else element.close();
  } else if (element.localName === "details") {
    element.open = open;
  } else if (element.popover) {
    if (open) element.showPopover(); else element.hidePopover();
  } else {
    hidden.put(element, !open);
  }
}

function eachOf(selector, does) {
  if (selector) for (const element of everywhere(selector)) does(element);
}

// selector "": the page has no place for messages, so they get one.
function toast([selector, text]) {
  let element = selector ? first(selector) : first("[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]");
  let made = null;
  if (!element) {
    element = made = document.createElement("div");
    made.setAttribute("role", "status");
    const look = {position: "fixed", bottom: "24px", left: "50%", transform: "translateX(-50%)", padding: "10px 18px", background: "#323232", color: "#fff", "border-radius": "4px", font: "14px sans-serif", "z-index": "2147483647"};
    for (const name in look) inline(made, name, look[name]);
    document.body.append(made);
  }
  const op = {k: "set", e: element, b: [["text", text], ["hidden", false]]};
  plan.extra.set("toast", [op]);
  refresh();
  later(() => {
    const now = plan.extra.get("toast");
    if (now && now[0] === op) plan.extra.delete("toast");
    if (made) made.remove();
    refresh();
  }, SHOWN);
}

// then: {go, push, reload, toast: [selector, text], open, close, toggle, focus}, all optional.
export function follow(then) {
  eachOf(then.close, element => setOpen(element, false));
  eachOf(then.open, element => setOpen(element, true));
  eachOf(then.toggle, element => setOpen(element, !isOpen(element)));
  if (then.focus && first(then.focus)) first(then.focus).focus();
  if (then.toast) toast(then.toast);
  if (then.push) history.pushState(null, "", then.push);
  if (then.go) location.assign(then.go);
  if (then.reload) location.reload();
}

export function clearMessages() {
  for (const field of bubbles.splice(0)) field.setCustomValidity("");
}

// A refusal: where the feature says, else the browser's own message at the field (or at what was used).
export function refuse(feature, element, {select, text, field}) {
  if (select) {
    plan.extra.set(feature, [{k: "set", s: select, b: [["text", text], ["hidden", false]]}]);
    refresh();
    return;
  }
  const form = element.localName === "form" ? element : element.form || element.closest("form");
  const named = field && (form && form.elements[field] || first('[name="' + G.CSS.escape(field) + '"]'));
  const at = [named, element, form && form.querySelector("[type=submit], button:not([type])")].find(one => one && one.setCustomValidity && one.willValidate);
  if (!at) return void toast(["", text]);
  at.setCustomValidity(text);
  at.reportValidity();
  bubbles.push(at);
}
