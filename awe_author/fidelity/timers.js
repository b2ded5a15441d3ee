// Put into every document while verifying: a timeout of more than a second goes by the page's own clock, and not beyond
// the moment of the recorded picture. So a message that is shown for four seconds is in the picture or not as it was when
// recorded, however long the machine takes. Shorter ones (debounce, redrawing of clocks) are left alone.
(() => {
  const G = globalThis;
  const LONG = 1100;
  const {setTimeout: nativeSet, clearTimeout: nativeClear} = G;
  const live = new Map();
  let wanted = () => G.Date.now();

  function arm(id, due, run) {
    const left = due - wanted();
    const native = nativeSet.call(G, () => {
      if (wanted() < due) return arm(id, due, run);
      live.delete(id);
      run();
    }, Math.max(0, Math.min(left, 150)));
    live.set(id, native);
  }

  G.setTimeout = {setTimeout(handler, delay, ...rest) {
    if (!(delay > LONG) || delay > 0x7fffffff || typeof handler !== "function") return nativeSet.call(G, handler, delay, ...rest);
    // A number that no other timer has.
    const id = nativeSet.call(G, () => {}, 0x7fffffff);
    nativeClear.call(G, id);
    arm(id, G.Date.now() + delay, () => handler.apply(G, rest));
    return id;
  }}.setTimeout;

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
