// What the runtime needs of the browser, taken before the determinism prelude and the page can change it. A runtime that begins late
// gets what its starter took in time.
export const {starter} = G.document.currentScript || {};
export const {document, location, history, navigation, performance} = G;
const {setTimeout} = starter ? starter.natives : G;
export const {WebSocket, XMLHttpRequest, MutationObserver, FormData, URL, WeakMap, WeakSet, Map, Set, JSON, Object, Math} = starter ? starter.natives : G;
const innerDocument = starter ? starter.natives.innerDocument : Object.getOwnPropertyDescriptor(G.HTMLIFrameElement.prototype, "contentDocument").get;
export const natives = {setTimeout, WebSocket, XMLHttpRequest, MutationObserver, FormData, URL, WeakMap, WeakSet, Map, Set, JSON, Object, Math, innerDocument};
export const later = setTimeout.bind(G);

// The address that a plan is made for. The fragment counts where features go by it.
export function address() {
  return C.h ? location.href : location.href.split("#")[0];
}

export function absolute(url) {
  try {
    return new URL(url, document.baseURI).href;
  } catch (wrong) {
    return String(url);
  }
}

// Text as it is compared: white space counts as the browser shows it.
export function folded(text) {
  return String(text).replace(/[\s\u200b]+/g, " ").trim();
}

// The document of a frame that has no address of its own (srcdoc, about:blank), else null: other frames get a plan of their own.
export function bareDocument(frame) {
  try {
    const inner = innerDocument.call(frame);
    return inner && inner.URL.startsWith("about:") ? inner : null;
  } catch (foreign) {
    return null;
  }
}
