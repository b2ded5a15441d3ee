// What only documents have: storage as it was when recording began, cookies whose expiry counts from the page's time,
// and the time of a document that has no Last-Modified.
function patchDocument() {
  replaceAccessor(G.Document.prototype, "cookie", native => ({
    set cookie(text) { apply(native, this, [clock.live ? text : shiftExpiry(String(text))]); },
  }), "set");
  if (!C.m) replaceAccessor(G.Document.prototype, "lastModified", native => ({
    get lastModified() {
      apply(native, this, []);
      const date = new NativeDate(Math.floor(shown()));
      const two = n => String(n).padStart(2, "0");
      return [date.getMonth() + 1, date.getDate(), date.getFullYear()].map(two).join("/") + " " + [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(":");
    },
  }));
  if (C.w) restoreStorage(C.w);
  const listen = G.EventTarget.prototype.addEventListener;
  // Whether and when the browser offers to install an app depends on how long it was used, and nobody could accept.
  apply(listen, G, ["beforeinstallprompt", event => { event.preventDefault(); event.stopImmediatePropagation(); }]);
  const pass = event => { if (deafened) event.stopImmediatePropagation(); };
  for (const type of ["resize", "scroll", "scrollend"]) if (G.visualViewport) apply(listen, G.visualViewport, [type, pass]);
}

// While a picture is taken the scale of the page is changed for a moment, which the page must not hear of.
let deafened = false;

function deaf(on) {
  deafened = on;
}

function shiftExpiry(text) {
  return text.replace(/(;\s*expires\s*=\s*)([^;]*)/i, (all, name, value) => {
    const time = NativeDate.parse(value);
    return time > 0 ? name + new NativeDate(time + realNow() - shown()).toUTCString() : all;
  });
}

function restoreStorage(stored) {
  for (const [area, items] of [["localStorage", stored.local], ["sessionStorage", stored.session]]) {
    try {
      for (const key of Object.keys(items || {})) G[area].setItem(key, items[key]);
    } catch (refused) {
      // Storage is off in this frame (sandbox, third party): the page saw none when it was recorded either.
    }
  }
  for (const database of stored.indexeddb || []) {
    try { restoreDatabase(database); } catch (refused) { continue; }
  }
}

// Everything is put inside the version change, which a later open() of the page has to wait for.
function restoreDatabase(database) {
  const request = G.indexedDB.open(database.name, database.version || 1);
  const path = spec => spec.keyPathArray || (spec.keyPath === undefined ? null : spec.keyPath);
  request.onupgradeneeded = event => {
    if (event.oldVersion) return;
    for (const spec of database.stores || []) {
      const store = request.result.createObjectStore(spec.name, {keyPath: path(spec), autoIncrement: !!spec.autoIncrement});
      for (const index of spec.indexes || []) store.createIndex(index.name, path(index), {unique: !!index.unique, multiEntry: !!index.multiEntry});
      for (const item of spec.records || []) {
        const value = "valueEncoded" in item ? decode(item.valueEncoded) : item.value;
        const key = "keyEncoded" in item ? decode(item.keyEncoded) : item.key;
        if (path(spec) === null && key !== undefined) store.put(value, key); else store.put(value);
      }
    }
  };
  request.onsuccess = () => request.result.close();
}

// Playwright's encoding of values that JSON cannot hold, as storage_state writes it.
function decode(value, known = []) {
  if (value === null || typeof value !== "object") return value;
  if ("v" in value) return {undefined, NaN, Infinity, "-Infinity": -Infinity, "-0": -0, null: null}[value.v];
  if ("d" in value) return new NativeDate(value.d);
  if ("bi" in value) return G.BigInt(value.bi);
  if ("r" in value) return new G.RegExp(value.r.p, value.r.f);
  if ("ref" in value) return known[value.ref];
  if ("a" in value) {
    const list = known[value.id] = new G.Array();
    for (const item of value.a) list.push(decode(item, known));
    return list;
  }
  if ("o" in value) {
    const object = known[value.id] = new G.Object();
    for (const {k, v} of value.o) object[k] = decode(v, known);
    return object;
  }
  if ("ta" in value) {
    const bytes = G.Uint8Array.from(G.atob(value.ta.b), letter => letter.charCodeAt(0));
    const type = {i8: "Int8Array", ui8: "Uint8Array", ui8c: "Uint8ClampedArray", i16: "Int16Array", ui16: "Uint16Array", i32: "Int32Array", ui32: "Uint32Array", f32: "Float32Array", f64: "Float64Array", bi64: "BigInt64Array", bui64: "BigUint64Array"}[value.ta.k];
    return new G[type](bytes.buffer);
  }
  return undefined;
}
