// Shared by all pages: talking to the API, relative times, and the <harbor-badge> element.
const csrf = document.querySelector("meta[name=csrf]")?.content ?? "";

export async function api(path, {method = "GET", json, body, headers = {}} = {}) {
  const answer = await fetch(`/api${path}`, {
    method,
    body: json === undefined ? body : JSON.stringify(json),
    headers: {
      "x-request-id": crypto.randomUUID(),
      ...(json === undefined ? {} : {"content-type": "application/json"}),
      ...(method === "GET" ? {} : {"x-csrf-token": csrf}),
      ...headers,
    },
  });
  const data = answer.status === 204 ? null : await answer.json();
  if (!answer.ok) throw Object.assign(new Error(data.error), {status: answer.status, fields: data.fields ?? {}});
  return data;
}

export async function graphql(operationName, query, variables = {}) {
  const {data, errors} = await api("/graphql", {method: "POST", json: {operationName, query, variables, traceId: crypto.randomUUID()}});
  if (errors) throw new Error(errors[0].message);
  return data;
}

export function ago(seconds) {
  const past = Math.max(0, Math.round(Date.now() / 1000 - seconds));
  if (past < 60) return `${past} s ago`;
  if (past < 3600) return `${Math.floor(past / 60)} min ago`;
  if (past < 86400) return `${Math.floor(past / 3600)} h ago`;
  return new Date(seconds * 1000).toLocaleDateString(undefined, {day: "numeric", month: "short", year: "numeric"});
}

// Redraw every <time data-at> once a second.
export function tick() {
  for (const time of document.querySelectorAll("time[data-at]")) time.textContent = ago(Number(time.dataset.at));
}

export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

export const money = (value) => new Intl.NumberFormat(undefined, {style: "currency", currency: "EUR", maximumFractionDigits: 0}).format(value);

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  :host { display: inline-flex; align-items: center; gap: 6px; font-size: 13px; }
  span { padding: 2px 10px; border-radius: 99px; background: #dfe9ed; color: #33515d; }
  :host([tone=new]) span { background: #d7ebf9; color: #14588a; } :host([tone=qualified]) span { background: #fbeacb; color: #7d5304; }
  :host([tone=won]) span { background: #d6f1df; color: #14693a; } :host([tone=lost]) span { background: #f6dad8; color: #8c2a23; }
  :host([count]) span { background: #b3372f; color: #fff; }
`);

customElements.define("harbor-badge", class extends HTMLElement {
  static observedAttributes = ["label", "count", "tone"];
  constructor() {
    super();
    this.attachShadow({mode: "open"}).adoptedStyleSheets = [sheet];
  }
  attributeChangedCallback() {
    const count = this.getAttribute("count");
    const pill = document.createElement("span");
    pill.textContent = this.getAttribute("label") + (count ? ` ${count}` : "");
    this.shadowRoot.replaceChildren(pill);
  }
});
