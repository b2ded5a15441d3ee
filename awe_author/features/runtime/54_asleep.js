// A quiet page shows its plan without having got it whole. What the fields in it were given is then what the document gives them, so
// that what a user has typed or ticked meanwhile stays.
import {given} from "./23_value.js";
import {everywhere, first, within} from "./30_find.js";
import {plan} from "./50_plan.js";

const FIELD = /^(value|checked)$/;

function takeGiven(element, name) {
  if (name === "checked") given.to.set(element, element.defaultChecked);
  else if (typeof element.defaultValue === "string") given.to.set(element, element.defaultValue);
}

export function keepInput() {
  for (const op of plan.ops) {
    const fields = (op.c || op.b).filter(pair => FIELD.test(pair[op.c ? 1 : 0]));
    if (!fields.length) continue;
    const container = op.c ? first(op.i) : null;
    const rows = container ? within(container, op.r.map(([, any]) => any).join(", ")) : [];
    for (const [selector, name] of op.c ? fields : []) for (const row of rows) for (const element of within(row, selector)) takeGiven(element, name);
    for (const [name] of op.c ? [] : fields) for (const element of everywhere(op.s)) takeGiven(element, name);
  }
}
