// Stands for the runtime in a quiet page: one without scripts that shows the state already. Nothing changes there before somebody does
// something. The runtime stands before the starter as text. It begins when the page has come and the browser is idle, at once when
// an event comes that may be a feature's, and where the document may be old.
import {document, later, natives} from "./10_natives.js";
import {isOld} from "./11_age.js";

// So long it is waited for resources of the page, and then for the browser to be idle (milliseconds).
const LONGEST = 1000;

function waitWith(held) {
  const state = {natives, types: C.e, old: isOld(), hear: () => {}};
  let begun = false;
  const begin = () => {
    if (begun) return;
    begun = true;
    held.starter = state;
    held.removeAttribute("type");
    (document.head || document.documentElement).append(held);
  };
  if (state.old) begin();
  for (const type of C.e) G.addEventListener(type, event => { begin(); state.hear(event); }, true);
  if (begun) return;
  const whenIdle = G.requestIdleCallback.bind(G);
  G.addEventListener("pageshow", () => { whenIdle(begin, {timeout: LONGEST}); }, {once: true});
  document.addEventListener("DOMContentLoaded", () => { later(begin, LONGEST); }, {once: true});
}

const mark = document.currentScript;
const held = mark.previousSibling;
mark.remove();
held.remove();
waitWith(held);
