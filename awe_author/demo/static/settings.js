// Preferences: theme in localStorage, scratch pad in IndexedDB, facts about this installation.
import {api, element} from "/static/common.js";

const $ = (selector) => document.querySelector(selector);

const database = new Promise((resolve, reject) => {
  const opening = indexedDB.open("harbor", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("pads");
  opening.onsuccess = () => resolve(opening.result);
  opening.onerror = () => reject(opening.error);
});

async function pads(mode, use) {
  const request = use((await database).transaction("pads", mode).objectStore("pads"));
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

const theme = localStorage.getItem("harbor.theme") ?? "light";
for (const choice of document.querySelectorAll("[name=theme]")) {
  choice.checked = choice.value === theme;
  choice.addEventListener("change", () => {
    localStorage.setItem("harbor.theme", choice.value);
    document.documentElement.dataset.theme = choice.value;
  });
}

$("#pad").addEventListener("change", async ({target}) => {
  await pads("readwrite", (store) => store.put({text: target.value, at: Date.now()}, "main"));
  $("#pad-state").textContent = "Saved in this browser";
});
pads("readonly", (store) => store.get("main")).then((kept) => { $("#pad").value = kept?.text ?? ""; });

const first = await api("/meta");
const again = await api("/meta");
sessionStorage.setItem("harbor.version", first.version);
$("#about").replaceChildren(...Object.entries({Product: first.product, Version: again.version, Theme: theme, Statuses: again.statuses.join(", ")})
  .flatMap(([term, text]) => [element("dt", {}, term), element("dd", {}, text)]));
