// Follows what the page does to itself and applies the plan again. The runtime's own writes are not looked at, and a page that
// insists on its own content is given time, never an endless loop.
import {MutationObserver, document, later, performance} from "./10_natives.js";
import {hooks, meet} from "./30_find.js";
import {bareRows} from "./42_list.js";
import {apply, concerns, plan} from "./50_plan.js";
import {idle} from "./52_idle.js";

const MOST = 100;
const options = {subtree: true, childList: true, characterData: true, attributes: true};
const quarrel = {since: 0, count: 0, wait: 0, resting: false, told: false};
let observer;

export function refresh() {
  if (plan.asleep) return 0;
  const before = observer.takeRecords();
  meetAdded(before);
  concerns(before);
  for (let round = 0; round < 3; round++) {
    const written = apply();
    meetAdded(observer.takeRecords());
    if (!written) return round;
  }
  return 3;
}

// A parser's changes name an element and then all that is in it.
function meetAdded(changes) {
  let last = null;
  for (const change of changes) {
    if (last && last.contains(change.target) || change.type !== "childList") continue;
    for (const node of change.addedNodes) {
      if (node.nodeType !== 1 || bareRows.has(node) || last && last.contains(node)) continue;
      last = node;
      meet(node);
    }
  }
}

function rest() {
  quarrel.resting = true;
  quarrel.wait = Math.min(4000, Math.max(250, quarrel.wait * 2));
  if (!quarrel.told) hooks.problem("quarrel", document.title);
  quarrel.told = true;
  later(() => {
    quarrel.resting = false;
    quarrel.count = 0;
    refresh();
  }, quarrel.wait);
}

function changed(changes) {
  if (idle(changes)) return;
  if (plan.asleep) {
    hooks.wake(() => {});
    return;
  }
  meetAdded(changes);
  if (!concerns(changes) || quarrel.resting) return;
  const now = performance.now();
  if (now - quarrel.since > 1000) {
    if (quarrel.count < MOST) quarrel.wait = 0;
    Object.assign(quarrel, {since: now, count: 0});
  }
  if (quarrel.count > MOST) rest();
  else if (refresh()) quarrel.count++;
}

export function watch() {
  observer = new MutationObserver(changed);
  hooks.root = root => observer.observe(root, options);
  hooks.changed = () => { refresh(); };
  observer.observe(document, options);
  if (!plan.asleep) meet(document);
  document.addEventListener("DOMContentLoaded", refresh);
  G.addEventListener("load", refresh);
}
