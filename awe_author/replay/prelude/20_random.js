// Seeded randomness: xoshiro128** (Blackman and Vigna), one stream for each interface, keyed by (seed, document, load).
let streams;

function hash(text, basis) {
  let h = basis;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

function stream(label) {
  const key = C.s + "|" + C.k + "|" + C.n + "|" + label;
  let a = hash(key, 0x811c9dc5), b = hash(key, 0x9e3779b9), c = hash(key, 0x7f4a7c15), d = hash(key, 0xf39cc060) | 1;
  const next = () => {
    const scrambled = Math.imul(b, 5);
    const result = Math.imul((scrambled << 7) | (scrambled >>> 25), 9) >>> 0;
    const shifted = b << 9;
    c ^= a; d ^= b; b ^= c; a ^= d; c ^= shifted;
    d = (d << 11) | (d >>> 21);
    return result;
  };
  for (let i = 0; i < 8; i++) next();
  return next;
}

// One stream for each place that asks, so that chance does not depend on which of several callbacks comes first. A place
// is the call stack, less what changes from load to load: queries, blob addresses, and positions within the document or
// worker that holds this prelude, whose length differs. Beyond some thousands of calls the streams are shared, since a
// page that throws dice in a loop must not pay for a stack each time.
const NativeError = G.Error;
let asked = 0;

function place() {
  const {stackTraceLimit, prepareStackTrace} = NativeError;
  NativeError.stackTraceLimit = 12;
  if (prepareStackTrace !== undefined) NativeError.prepareStackTrace = undefined;
  const {stack} = new NativeError();
  NativeError.stackTraceLimit = stackTraceLimit;
  if (prepareStackTrace !== undefined) NativeError.prepareStackTrace = prepareStackTrace;
  if (typeof stack !== "string") return "";
  const plain = stack.replace(/[?#][^\s)]*?(?=:\d+:\d+)|blob:[^\s)]*?(?=:\d+:\d+)/g, "");
  return plain.split("\n").map(line => line.includes(C.k + ":") ? line.replace(/:\d+:\d+/, "") : line).join("\n");
}

function from(kind) {
  const label = asked++ < 5000 ? kind + place() : kind;
  return streams[label] || (streams[label] = stream(label));
}

function seed() {
  streams = {__proto__: null};
  asked = 0;
}

function patchRandom() {
  seed();
  const Bytes = G.Uint8Array;
  const view = getPrototypeOf(Bytes.prototype);
  const get = name => {
    const read = descriptor(view, name).get;
    return array => apply(read, array, []);
  };
  const buffer = get("buffer"), byteOffset = get("byteOffset"), byteLength = get("byteLength");
  replaceMethod(G.Math, "random", () => ({
    random() { const next = from("math"); return ((next() >>> 5) * 67108864 + (next() >>> 6)) / 9007199254740992; },
  }));
  const proto = G.Crypto && G.Crypto.prototype;
  replaceMethod(proto, "getRandomValues", native => ({
    getRandomValues(array) {
      if (array === token) return hook;
      const result = apply(native, this, [array]);
      const bytes = new Bytes(buffer(array), byteOffset(array), byteLength(array));
      const next = from("bytes");
      for (let i = 0; i < bytes.length; i += 4) {
        const word = next();
        for (let j = 0; j < 4 && i + j < bytes.length; j++) bytes[i + j] = word >>> (8 * j);
      }
      return result;
    },
  }));
  replaceMethod(proto, "randomUUID", native => ({
    randomUUID() {
      apply(native, this, []);
      const next = from("uuid");
      let text = "";
      for (let i = 0; i < 4; i++) text += (next() + 0x100000000).toString(16).slice(1);
      const variant = (8 + (parseInt(text[16], 16) & 3)).toString(16);
      return [text.slice(0, 8), text.slice(8, 12), "4" + text.slice(13, 16), variant + text.slice(17, 20), text.slice(20)].join("-");
    },
  }));
}
