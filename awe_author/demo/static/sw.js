// Service worker: keeps the static files of this version; everything else goes to the network.
const CACHE = "harbor-static-3.2.0";
const FILES = ["/static/style.css", "/static/common.js", "/static/icon.svg"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim());
});

self.addEventListener("fetch", (event) => {
  if (!new URL(event.request.url).pathname.startsWith("/static/")) return;
  event.respondWith(caches.match(event.request).then((kept) => kept ?? fetch(event.request)));
});
