// Replacing what a page may look at, without being seen: a replacement keeps name, length, prototype and property
// attributes of the native function, and Function.prototype.toString shows the native's text.
const {apply, construct, defineProperty: define, getOwnPropertyDescriptor: descriptor, getPrototypeOf, setPrototypeOf, ownKeys} = Reflect;
const natives = above ? above.natives : new WeakMap();
const getNative = natives.get.bind(natives);
const record = natives.set.bind(natives);
const page = typeof G.document === "object";
const token = C.t;

function hide(made, native) {
  define(made, "name", {value: native.name, configurable: true});
  define(made, "length", {value: native.length, configurable: true});
  setPrototypeOf(made, getPrototypeOf(native));
  record(made, native);
  return made;
}

// make(native) returns an object that has the replacement under the same name: written as a method or accessor, it has no
// prototype and is no constructor.
function replaceMethod(owner, name, make) {
  const old = owner && descriptor(owner, name);
  if (old && typeof old.value === "function" && old.configurable) define(owner, name, {...old, value: hide(make(old.value)[name], old.value)});
}

function replaceAccessor(owner, name, make, side = "get") {
  const old = owner && descriptor(owner, name);
  if (old && old[side] && old.configurable) define(owner, name, {...old, [side]: hide(descriptor(make(old[side]), name)[side], old[side])});
}

// change(args, native) may return other arguments or throw; called(native) is what a call without `new` gives; made(object)
// sees what was constructed.
function replaceConstructor(name, change, called, made) {
  const old = descriptor(G, name);
  const Native = old && old.value;
  if (typeof Native !== "function") return;
  const Made = function (...args) {
    if (!new.target) return called ? called(Native) : apply(Native, this, args);
    const object = construct(Native, change(args, Native), new.target === Made ? Native : new.target);
    if (made) made(object);
    return object;
  };
  for (const key of ownKeys(Native)) define(Made, key, descriptor(Native, key));
  hide(Made, Native);
  define(Native.prototype, "constructor", {...descriptor(Native.prototype, "constructor"), value: Made});
  define(G, name, {...old, value: Made});
  return Made;
}

function hideSources() {
  replaceMethod(G.Function.prototype, "toString", native => ({
    toString() { return apply(native, getNative(this) || this, []); },
  }));
}
