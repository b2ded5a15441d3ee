// Where it begins: the document's first plan is here already, and is applied as the parser adds nodes.
import {document, later, starter} from "./10_natives.js";
import {isOld} from "./11_age.js";
import {hooks} from "./30_find.js";
import {setPlan} from "./50_plan.js";
import {refresh, watch} from "./51_watch.js";
import {follow} from "./62_then.js";
import {listenOn, startEvents} from "./63_events.js";
import {connect, fetchPlan, keepConnected, note, send, wake} from "./70_channel.js";

// The connection waits until the page has loaded what it needs (`pageshow`), but not for longer than so many milliseconds.
const PATIENCE = 1000;

// C.m: a policy inside the document may forbid to connect once it is read. A runtime that begins late connects at once: what the page
// still waits for may take long.
function main() {
  if (document.currentScript) document.currentScript.remove();
  setPlan(C);
  if (starter ? starter.old : isOld()) fetchPlan();
  hooks.problem = note;
  hooks.wake = wake;
  watch();
  const meetRoot = hooks.root;
  hooks.root = root => {
    meetRoot(root);
    if (root.nodeType === 9) listenOn(root);
  };
  startEvents(send);
  refresh();
  keepConnected();
  if (C.m || document.readyState !== "loading") connect();
  document.addEventListener("DOMContentLoaded", () => {
    later(connect, PATIENCE);
    if (C.t) follow(C.t);
  });
}

main();
