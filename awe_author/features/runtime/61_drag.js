// Dragging: by the browser's own drag and drop where the page has it, else by pressing, moving and letting go.
import {Math, Object} from "./10_natives.js";
import {matches} from "./30_find.js";
import {recordOf} from "./42_list.js";
import {plan} from "./50_plan.js";

const FAR = 6;
const drag = {from: null, at: null, native: false};

export function draggedFrom() {
  return drag.from;
}

function takesDrops(event) {
  const path = event.composedPath().filter(node => node.nodeType === 1);
  return plan.events.some(([, type, selector]) => type === "drop" && (!selector || path.some(node => matches(node, selector))));
}

// drop(event) is called for drops that the browser does not tell.
export function followDrags(target, drop) {
  const listen = (type, does) => target.addEventListener(type, does, true);
  const wanted = () => plan.events.some(([, type]) => type === "drop");
  listen("pointerdown", event => {
    const element = event.composedPath()[0];
    if (!wanted() || event.button || !element.closest) return;
    Object.assign(drag, {from: recordOf(plan.lists, element) ? element : null, at: [event.clientX, event.clientY], native: false});
  });
  listen("dragstart", event => {
    Object.assign(drag, {from: event.composedPath()[0], native: true});
  });
  for (const type of ["dragenter", "dragover"]) listen(type, event => {
    if (drag.from && takesDrops(event)) event.preventDefault();
  });
  listen("dragend", () => {
    drag.from = null;
  });
  listen("pointerup", event => {
    if (!drag.from || drag.native) return;
    const far = Math.hypot(event.clientX - drag.at[0], event.clientY - drag.at[1]) > FAR;
    if (far) drop(event);
    drag.from = null;
  });
}
