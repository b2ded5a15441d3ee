// Frames that never pass the door (about:blank, srcdoc, blob:, javascript:) get the prelude from here: Chromium keeps the
// Window of the initial empty document when a same-origin one takes its place, so it is enough to reach it in time.
let children = 0;
const foreign = new WeakSet();

function hookOf(other) {
  try {
    return other.Crypto.prototype.getRandomValues(token);
  } catch (none) {
    return null;
  }
}

function adopt(other) {
  if (!other || other === G) return other;
  let scheme;
  try {
    scheme = other.location.protocol;
    if (!other.document) return other;
  } catch (crossOrigin) {
    foreign.add(other);
    return other;
  }
  if (/^(about|blob|javascript|data):$/.test(scheme) && !hookOf(other)) {
    prelude({...C, k: C.k + "/" + children++, g: null, w: null, b: null, m: false, h: []}, other, {natives, clock, source});
  }
  return other;
}

function sweep() {
  for (let i = 0; i < G.length; i++) {
    const frame = G[i];
    if (!foreign.has(frame)) adopt(frame);
  }
}

function patchFrames() {
  for (const type of ["HTMLIFrameElement", "HTMLFrameElement", "HTMLObjectElement"]) {
    const proto = G[type] && G[type].prototype;
    replaceAccessor(proto, "contentWindow", native => ({
      get contentWindow() { return adopt(apply(native, this, [])); },
    }));
    replaceAccessor(proto, "contentDocument", native => ({
      get contentDocument() {
        const inner = apply(native, this, []);
        if (inner) adopt(inner.defaultView);
        return inner;
      },
    }));
  }
  replaceAccessor(G, "frames", native => ({
    get frames() { sweep(); return apply(native, this, []); },
  }));
  replaceMethod(G, "open", native => ({
    open(url) {
      notice("popup", url);
      return adopt(apply(native, this, arguments));
    },
  }));
  new G.MutationObserver(() => {
    if (G.length) sweep();
    if (C.p) lookLater();
  }).observe(G.document, {childList: true, subtree: true});
}
