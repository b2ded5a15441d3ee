import {api, element} from "/static/common.js";

const {items} = await api(`/files?_=${Date.now()}`);
document.querySelector("#none").hidden = items.length > 0;
document.querySelector("#files tbody").replaceChildren(...items.map((file) => element("tr", {},
  element("td", {}, element("a", {href: `/api/files/${file.id}`}, file.name)), element("td", {}, file.mime),
  element("td", {class: "number"}, `${file.size}`), element("td", {}, element("a", {href: `/leads/${file.lead}`}, `Lead ${file.lead}`)))));
