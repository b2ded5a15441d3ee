// The list: search while typing, sort by a column, turn pages, add a lead.
import {ago, api, element, money} from "/static/common.js";

const $ = (selector) => document.querySelector(selector);
const view = {q: "", sort: "updated", dir: "desc", page: 1, ...JSON.parse(localStorage.getItem("harbor.view") ?? "{}"), q: "", page: 1};
let latest = 0;

function row(lead) {
  const link = element("a", {href: `/leads/${lead.id}`}, lead.name);
  const badge = element("harbor-badge", {label: lead.status, tone: lead.status});
  const cells = [link, lead.company, lead.email, badge, money(lead.value), element("time", {"data-at": lead.updated}, ago(lead.updated))];
  return element("tr", {}, ...cells.map((cell, at) => element("td", at === 4 ? {class: "number"} : {}, cell)));
}

async function load() {
  const turn = ++latest;
  const found = await api(`/leads?${new URLSearchParams({...view, _: Date.now()})}`);
  if (turn !== latest) return;
  view.page = found.page;
  $("#leads tbody").replaceChildren(...found.items.map(row));
  $("#total").textContent = `${found.total} found`;
  $("#page").textContent = `Page ${found.page} of ${found.pages}`;
  $("#previous").disabled = found.page <= 1;
  $("#next").disabled = found.page >= found.pages;
  for (const head of document.querySelectorAll("th[data-sort]")) {
    if (head.dataset.sort === view.sort) head.setAttribute("aria-sort", view.dir === "asc" ? "ascending" : "descending");
    else head.removeAttribute("aria-sort");
  }
  localStorage.setItem("harbor.view", JSON.stringify({sort: view.sort, dir: view.dir}));
}

function go(change) {
  Object.assign(view, change);
  return load();
}

let typing;
$("#search").addEventListener("input", ({target}) => {
  clearTimeout(typing);
  typing = setTimeout(() => go({q: target.value, page: 1}), 250);
});
$("#previous").addEventListener("click", () => go({page: view.page - 1}));
$("#next").addEventListener("click", () => go({page: view.page + 1}));
for (const head of document.querySelectorAll("th[data-sort]")) {
  head.addEventListener("click", () => go({sort: head.dataset.sort, dir: view.sort === head.dataset.sort && view.dir === "asc" ? "desc" : "asc", page: 1}));
}

const form = $("#editor form");
$("#new").addEventListener("click", () => { form.reset(); $("#editor").showModal(); });
$("#cancel").addEventListener("click", () => $("#editor").close());
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  for (const note of form.querySelectorAll("[data-error]")) note.textContent = "";
  try {
    await api("/leads", {method: "POST", json: {...Object.fromEntries(new FormData(form)), clientId: crypto.randomUUID()}});
    $("#editor").close();
    await go({q: "", sort: "updated", dir: "desc", page: 1});
  } catch (error) {
    for (const [field, problem] of Object.entries(error.fields ?? {})) {
      const note = form.querySelector(`[data-error=${field}]`);
      if (note) note.textContent = problem;
    }
  }
});
load();
