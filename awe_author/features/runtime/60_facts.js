// What an event tells the server: fields, the record it happened in, the data of its element.
import {FormData, Object, document} from "./10_natives.js";
import {recordOf} from "./42_list.js";
import {plan} from "./50_plan.js";

const AREA = "form, dialog, [role=dialog], [role=form]";
const LARGEST = 32 << 20;

function nameOf(field) {
  return field.name || field.id || field.getAttribute("aria-label") || "";
}

function add(fields, name, value) {
  if (!name) return;
  if (!(name in fields)) fields[name] = value;
  else fields[name] = [].concat(fields[name], [value]);
}

async function fileOf(file) {
  if (file.size > LARGEST) throw new G.Error("larger than " + LARGEST + " bytes");
  const bytes = new G.Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 32768) text += G.String.fromCharCode(...bytes.subarray(at, at + 32768));
  return {name: file.name, type: file.type, size: file.size, data: G.btoa(text)};
}

// The fields of a form; where there is none, those of the dialog or row around the element, else of the document.
async function fieldsAround(element, submitter) {
  const fields = Object.create(null);
  const form = element.localName === "form" ? element : element.form || element.closest("form");
  if (form) {
    const inside = submitter && submitter.form === form ? submitter : null;
    for (const [name, value] of new FormData(form, inside)) add(fields, name, value);
  } else {
    const found = recordOf(plan.lists, element);
    const area = element.closest(AREA) || (found ? found[0].rows.get(found[1]).node : document);
    for (const field of area.querySelectorAll("input, select, textarea, [contenteditable='true']")) {
      if (/^(checkbox|radio)$/.test(field.type) ? field.checked : !/^(submit|button|reset|image)$/.test(field.type)) {
        const values = field.multiple && field.options ? [...field.selectedOptions].map(one => one.value) : field.type === "file" ? [...field.files] : [valueOf(field)];
        for (const value of values) add(fields, nameOf(field), value);
      }
    }
  }
  for (const [name, value] of Object.entries(fields)) {
    const list = [].concat(value);
    for (let index = 0; index < list.length; index++) if (typeof list[index] === "object") list[index] = list[index].name ? await fileOf(list[index]) : null;
    fields[name] = value instanceof G.Array ? list : list[0];
  }
  return fields;
}

function valueOf(element) {
  if (/^(checkbox|radio)$/.test(element.type)) return element.checked;
  return "value" in element ? element.value : element.textContent.trim();
}

function keyIn(element) {
  const found = element && recordOf(plan.lists, element);
  return found ? found[1] : null;
}

// event: as the browser gave it; element: what the feature selected; dragged: where dragging began.
export function facts(event, element, dragged) {
  const value = valueOf(event.type === "input" || event.type === "change" ? event.target : element);
  const told = {row: keyIn(dragged || element), onto: dragged ? keyIn(event.target) : null, dataset: {...element.dataset}, value, key: event.key || ""};
  return fieldsAround(element, event.submitter).then(form => ({...told, form}));
}
