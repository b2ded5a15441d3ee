// One lead: edit, delete, attach files.
import {ago, api, element} from "/static/common.js";

const $ = (selector) => document.querySelector(selector);
const path = `/leads/${location.pathname.split("/").pop()}`;
const form = $("#edit");

function show(lead) {
  $("#name").textContent = lead.name;
  $("#status").replaceChildren(element("harbor-badge", {label: lead.status, tone: lead.status}));
  $("#updated").dataset.at = lead.updated;
  $("#updated").textContent = ago(lead.updated);
  for (const field of ["name", "company", "email", "status", "value"]) form.elements[field].value = lead[field];
}

async function showFiles() {
  const {items} = await api(`/files?lead=${path.split("/").pop()}&_=${Date.now()}`);
  $("#files").replaceChildren(...items.map((file) => element("li", {}, element("a", {href: `/api/files/${file.id}`}, file.name), ` ${file.size} bytes`)));
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  show(await api(path, {method: "PUT", json: Object.fromEntries(new FormData(form))}));
});
$("#delete").addEventListener("click", async () => {
  if (!confirm("Delete this lead?")) return;
  await api(path, {method: "DELETE"});
  location.href = "/leads";
});
$("#upload").addEventListener("change", async ({target}) => {
  const body = new FormData();
  body.append("file", target.files[0]);
  await api(`${path}/files`, {method: "POST", body});
  await showFiles();
});
show(await api(path));
await showFiles();
