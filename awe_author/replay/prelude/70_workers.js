// Workers made from blob: and data: URLs never pass the door: the prelude is put before their text, on the same line.
// Workers with a network URL get it from the door.
const source = above ? above.source : apply(Function.prototype.toString, prelude, []);
const blobs = new Map();
const wrapped = new Map();
let workers = 0, policy;

function workerPrelude(location) {
  const config = {...C, k: C.k + "/worker" + workers++, n: 0, g: null, w: null, b: null, d: false, h: [], l: location};
  if (!clock.live) config.o = (lastSegment().fixed === null ? lastSegment().shift : now() - realNow()) - clock.behind;
  return "(" + source + ")(" + JSON.stringify(config) + ",self);";
}

function wrapURL(text) {
  if (wrapped.has(text)) return wrapped.get(text);
  if (blobs.has(text)) {
    const blob = blobs.get(text);
    const url = apply(createURL, G.URL, [new G.Blob([workerPrelude(text), blob], {type: blob.type})]);
    wrapped.set(text, url);
    return url;
  }
  const data = /^data:([^,]*),/i.exec(text);
  if (!data) return text;
  const body = text.slice(data[0].length);
  if (!/;\s*base64\s*$/i.test(data[1])) return data[0] + encodeURIComponent(workerPrelude(text)) + body;
  try {
    return data[0] + G.btoa(workerPrelude(text) + G.atob(decodeURIComponent(body)));
  } catch (damaged) {
    return text;
  }
}

function wrapArgument(url) {
  const text = String(url);
  if (!/^\s*(blob|data):/i.test(text)) return url;
  const made = wrapURL(text);
  const types = G.trustedTypes;
  if (made === text || !types || !types.isScriptURL(url)) return made;
  try {
    policy = policy || types.createPolicy(C.y || "default-worker", {createScriptURL: value => value});
    return policy.createScriptURL(made);
  } catch (refused) {
    return url;
  }
}

let createURL;

function patchWorkers() {
  createURL = G.URL && G.URL.createObjectURL;
  replaceMethod(G.URL, "createObjectURL", native => ({
    createObjectURL(object) {
      const url = apply(native, this, arguments);
      if (object instanceof G.Blob && !/^(image|video|audio|font)\//.test(object.type)) blobs.set(url, object);
      return url;
    },
  }));
  replaceMethod(G.URL, "revokeObjectURL", native => ({
    revokeObjectURL(url) {
      const text = String(url);
      if (wrapped.has(text)) apply(native, this, [wrapped.get(text)]);
      blobs.delete(text);
      wrapped.delete(text);
      return apply(native, this, arguments);
    },
  }));
  for (const name of ["Worker", "SharedWorker"]) replaceConstructor(name, args => args.length ? [wrapArgument(args[0]), ...args.slice(1)] : args);
  if (C.l && G.WorkerLocation) {
    replaceAccessor(G.WorkerLocation.prototype, "href", native => ({get href() { apply(native, this, []); return C.l; }}));
    replaceMethod(G.WorkerLocation.prototype, "toString", native => ({toString() { apply(native, this, []); return C.l; }}));
  }
}
