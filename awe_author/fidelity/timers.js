// Put into every document while verifying: a timer of more than a second goes by the page's own clock, and not beyond
// the moment of the recorded picture. So a message that is shown for four seconds is in the picture or not as it was when
// recorded, however long the machine takes. Shorter ones (debounce, redrawing of clocks) are left alone.
(() => {
  const G = globalThis;
  const LONG = 1100;
  const {setTimeout: nativeSet, setInterval: nativeRepeat, clearTimeout: nativeClear} = G;
  const live = new Map();
  let wanted = () => G.Date.now();

  // `every` is null for what happens once.
  function arm(id, due, every, run) {
    const native = nativeSet.call(G, () => {
      if (wanted() < due) return arm(id, due, every, run);
      if (every === null) live.delete(id);
      else arm(id, Math.max(due, wanted() - every) + every, every, run);
      run();
    }, Math.max(0, Math.min(due - wanted(), 150)));
    live.set(id, native);
  }

  const isLong = (handler, delay) => delay > LONG && delay <= 0x7fffffff && typeof handler === "function";

  function long(handler, delay, repeats, rest) {
    // A number that no other timer has.
    const id = nativeSet.call(G, () => {}, 0x7fffffff);
    nativeClear.call(G, id);
    arm(id, G.Date.now() + +delay, repeats ? +delay : null, () => handler.apply(G, rest));
    return id;
  }
  G.setTimeout = {setTimeout(handler, delay, ...rest) {
    return isLong(handler, delay) ? long(handler, delay, false, rest) : nativeSet.call(G, handler, delay, ...rest);
  }}.setTimeout;
  G.setInterval = {setInterval(handler, delay, ...rest) {
    return isLong(handler, delay) ? long(handler, delay, true, rest) : nativeRepeat.call(G, handler, delay, ...rest);
  }}.setInterval;

  function cancel(id) {
    if (live.has(id)) {
      nativeClear.call(G, live.get(id));
      live.delete(id);
    }
    nativeClear.call(G, id);
  }
  G.clearTimeout = {clearTimeout(id) { cancel(id); }}.clearTimeout;
  G.clearInterval = {clearInterval(id) { cancel(id); }}.clearInterval;

  Object.defineProperty(G, Symbol.for("awe.timers"), {value: {
    // The clock by which long timeouts go stops at `ms`.
    limit(ms) { wanted = () => Math.min(G.Date.now(), ms); },
    // It stands at `ms`.
    at(ms) { wanted = () => ms; },
  }});
})();
