// What moves by scripts: a callback that asks for the next one of its kind, frame by frame or a moment later, as an
// animation does until it has come to its end. Such a chain is waited for while it is young; one that grows old never ends.
const BRISK = 100, YOUNG = 3000, JUST = 100;
const frames = new Map(), brisk = new Map();
let running = null, wentOff = -1e9;

// The link of a chain that is being asked for: a new one, or the next one of the chain whose callback is running.
function link() {
  return running ? {since: running.since, times: running.times + 1} : {since: performanceNow(), times: 0};
}

// What animates by an interval has asked for all its callbacks at once.
function beats(id, delay) {
  if (!(delay > BRISK)) brisk.set(id, {since: performanceNow(), times: 1});
}

// How many chains of callbacks go on; a long timeout that went off just now may have begun one.
function moving() {
  const now = performanceNow();
  let count = waiting + (now - wentOff < JUST ? 1 : 0);
  for (const pending of [frames, brisk]) {
    for (const {since, times} of pending.values()) if (times && now - since < YOUNG) count++;
  }
  return count;
}

function patchFrameRequests() {
  for (const name of ["requestAnimationFrame", "webkitRequestAnimationFrame"]) {
    replaceMethod(G, name, native => ({
      [name](callback) {
        if (typeof callback !== "function") return apply(native, this, arguments);
        const asked = link();
        // A frame that began just before the clock was stopped is drawn after it: it, too, sees the clock stand.
        const id = apply(native, this, [time => {
          const {fixed} = lastSegment();
          frames.delete(id);
          running = asked;
          try { apply(callback, G, [fixed === null ? stamp(time) : Math.max(0, fixed - origin)]); } finally { running = null; }
        }]);
        frames.set(id, asked);
        return id;
      },
    }));
  }
  for (const name of ["cancelAnimationFrame", "webkitCancelAnimationFrame"]) {
    replaceMethod(G, name, native => ({
      [name](id) { frames.delete(id); return apply(native, this, arguments); },
    }));
  }
}
