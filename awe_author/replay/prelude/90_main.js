// The control hook: crypto.getRandomValues(TOKEN) returns it, and with any other text throws as it always did.
const hook = {
  freeze, set, thaw, now: shown, mark, left, limit, timersAt, timersSet, bring, moving, deaf, heard, herald, quiet,
  // What could not be patched. A prelude that fails must not take the page with it.
  failed: [],
  // The door's prelude runs again when a new document takes over this Window.
  adopt(config) {
    C = config;
    seed();
    settings = {__proto__: null};
    settingsAsked = 0;
    if (!above) { clock.segments.length = 0; Object.assign(clock, newClock()); }
    setOrigin();
    if (C.w) restoreStorage(C.w);
  },
};

function main() {
  const current = page && G.document.currentScript;
  if (current && !above) current.remove();
  const earlier = hookOf(G);
  if (earlier) return void earlier.adopt(C);
  // A Date that is not the browser's is somebody else's clock (a test harness): two clocks would fight.
  const ours = /\[native code\]/.test(apply(G.Function.prototype.toString, G.Date, []));
  const clocks = ours ? [patchDate, patchTimeline, ...(page ? [patchTimers, patchSockets, patchReplies] : [])] : [];
  const patches = [hideSources, patchRandom, ...clocks, patchWorkers, patchGuard];
  for (const patch of page ? [...patches, patchOrder, patchDocument, patchFrames] : patches) {
    try {
      patch();
    } catch (problem) {
      hook.failed.push(patch.name + ": " + problem);
    }
  }
}

main();
