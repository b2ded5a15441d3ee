// While replaying: what a page tries that no proxy sees is reported to the door at a secret path of the page's own
// origin, and WebRTC, which would speak UDP past it, is left without any address to offer.
const nativeFetch = G.fetch && G.fetch.bind(G);
const later = G.setTimeout && G.setTimeout.bind(G);
const reported = new Set();
let looking = false;

function report(kind, url) {
  if (!C.p || !C.r) return;
  const text = String(url).slice(0, 2000);
  if (reported.size > 500 || reported.has(kind + text)) return;
  reported.add(kind + text);
  const base = /^https?:/.test(C.k) ? C.k : G.location.href;
  try {
    const target = new G.URL(C.r, base).href;
    nativeFetch(target, {method: "POST", mode: "no-cors", credentials: "omit", keepalive: true, body: JSON.stringify({kind, url: text, page: G.location.href})}).catch(() => {});
  } catch (unreachable) {
    // An opaque frame without a base: nothing can be sent from here, and nothing got out either.
  }
}

// Only what the network never shows: other URLs are logged when they come by the door.
function notice(kind, url) {
  try {
    if (C.p && /^\s*(file|ftp|filesystem):/i.test(url)) report(kind === "popup" ? "file" : kind, url);
  } catch (odd) {
    return;
  }
}

function look() {
  looking = false;
  for (const hint of C.h || []) report("dns-prefetch", new G.URL(hint, G.location.href).href);
  const {document, location} = G;
  for (const link of apply(queryAll, document, ["link[rel~=dns-prefetch i],link[rel~=preconnect i]"])) {
    const url = new G.URL(link.href || "about:blank", location.href);
    if (url.host && url.host !== location.host) report(/dns-prefetch/i.test(link.rel) ? "dns-prefetch" : "preconnect", url.href);
  }
  for (const element of apply(queryAll, document, ["[src^='file:' i],link[href^='file:' i],object[data^='file:' i]"])) {
    report("file", element.src || element.href || element.data);
  }
}

let queryAll;

function lookLater() {
  if (looking) return;
  looking = true;
  later(look, 150);
}

function patchGuard() {
  if (!C.p) return;
  if (nativeFetch) replaceMethod(G, "fetch", native => ({
    fetch(input) {
      notice("file", input && input.url || input);
      return apply(native, this, arguments);
    },
  }));
  if (G.XMLHttpRequest) replaceMethod(G.XMLHttpRequest.prototype, "open", native => ({
    open(method, url) {
      notice("file", url);
      return apply(native, this, arguments);
    },
  }));
  const connection = args => {
    const servers = args[0] && args[0].iceServers || [];
    report("webrtc", Array.from(servers, server => server.urls || server.url).join(" ") || "host candidates");
    return [{...args[0], iceServers: [], iceTransportPolicy: "relay"}];
  };
  const Made = replaceConstructor("RTCPeerConnection", connection);
  if (Made && G.webkitRTCPeerConnection) define(G, "webkitRTCPeerConnection", {...descriptor(G, "webkitRTCPeerConnection"), value: Made});
  if (Made) replaceMethod(Made.prototype, "setConfiguration", native => ({
    setConfiguration(configuration) { return apply(native, this, connection([configuration])); },
  }));
  if (G.WebTransport) replaceConstructor("WebTransport", args => {
    report("webtransport", args[0]);
    return args;
  });
  if (page) watchClicks();
  if (page && C.h.length) lookLater();
  if (G.ServiceWorkerGlobalScope) G.addEventListener("fetch", event => {
    if (new G.URL(event.request.url).pathname === C.r) event.stopImmediatePropagation();
  });
}

function watchClicks() {
  queryAll = G.Document.prototype.querySelectorAll;
  G.addEventListener("click", event => {
    const link = event.composedPath().find(node => node.href && node.localName !== "link");
    if (link) notice("file", link.href.baseVal || link.href);
  }, true);
  if (G.navigation) G.navigation.addEventListener("navigate", event => notice("file", event.destination.url));
}
