// Timers by the page's clock. A timeout of more than a second, and an interval of about a second or more, is due at a moment
// of that clock: when it is set, moved or stopped, they follow. Shorter ones (debounce, a caret that blinks) are left to the browser;
// but one can ask whether those that were pending at some moment are over, which a page at rest has to wait for.
// A page that counts from its own load does so from another moment when it is loaded faster or slower. So while recording
// it is noted when intervals of about a second were set, and while verifying one that is set at the same place counts from
// the recorded moment. (Others take their time from when they are set: a page that is late may not be overtaken by them.)
const LONG = 1100, TICK = 900, NOTED = 15, FARTHEST = 0x7fffffff, NEAR = 4000, MOST = 300, BURST = 20;
const paced = new Map(), shorts = new Set();
let nativeSet, nativeClear, marked = [], horizon = null, held = false, standing = null, spare = 1000;

// How far the clock has come for a timer. While it stands, what ticks about once a second gets its next tick (`spare`), so
// that a page that tells the time has told that of the picture.
function reached(timer) {
  if (standing !== null) return standing;
  const {fixed} = lastSegment();
  if (fixed !== null) return timer.every !== null && timer.every <= LONG ? fixed + spare : fixed;
  return horizon === null ? now() : Math.min(now(), horizon);
}

// What time it is for a timer that is being set: when time is held for timers, no later than the moment they go to.
function settingTime() {
  if (!held || lastSegment().fixed !== null) return now();
  return standing !== null ? standing : Math.min(now(), horizon);
}

function arm(timer) {
  nativeClear(timer.native);
  const left = timer.due - reached(timer);
  const stands = standing !== null || lastSegment().fixed !== null || (horizon !== null && timer.due > horizon);
  timer.native = left > 0 && stands ? 0 : nativeSet(() => fire(timer), Math.min(Math.max(0, left), FARTHEST));
}

function fire(timer, free) {
  const come = reached(timer);
  if (come < timer.due - 1) return arm(timer);
  if (timer.every === null) read();
  if (timer.every === null) {
    if (!free && whenFree(deadline => {
      freed(deadline);
      if (paced.get(timer.id) === timer) fire(timer, true);
    })) return;
    paced.delete(timer.id);
    wentOff = performanceNow();
    return timer.run();
  }
  // When the clock has jumped, what ticks about once a second has ticked as often as it would have; what comes more
  // seldom comes once. Either keeps its beat.
  const late = Math.max(0, Math.floor((come - timer.due) / timer.every));
  const ticks = timer.every <= LONG ? Math.min(late, BURST) : 0;
  timer.due += (late + 1) * timer.every;
  arm(timer);
  for (let i = 0; i <= ticks && (i === 0 || paced.get(timer.id) === timer); i++) timer.run();
}

function rearm() {
  for (const timer of [...paced.values()].sort((one, other) => one.due - other.due)) arm(timer);
}

let settings = {__proto__: null}, settingsAsked = 0, sets = [];

// From when a timer counts that is being set.
function countsFrom(delay, repeats) {
  const moment = settingTime();
  if (!repeats || delay > LONG || (C.p && !C.b) || settingsAsked++ >= MOST) return moment;
  const site = hash(place(), 0x811c9dc5).toString(36) + "/" + Math.round(delay);
  const turn = settings[site] = (settings[site] || 0) + 1;
  const key = site + "." + turn;
  if (!C.b) {
    sets.push([C.k, C.n, key, moment]);
    return moment;
  }
  const then = C.b[key];
  return typeof then === "number" && Math.abs(then - moment) < NEAR ? then : moment;
}

// The timers that were set since the last call.
function timersSet() {
  const told = sets;
  sets = [];
  return told;
}

function pace(handler, delay, repeats, rest) {
  // A number that no other timer has.
  const id = nativeSet(() => {}, FARTHEST);
  nativeClear(id);
  const timer = {id, native: 0, due: countsFrom(delay, repeats) + delay, every: repeats ? delay : null, wait: delay, run: () => { apply(handler, G, rest); }};
  paced.set(id, timer);
  arm(timer);
  return id;
}

function cancel(id) {
  const timer = paced.get(id);
  if (timer) nativeClear(timer.native);
  paced.delete(id);
  shorts.delete(id);
  brisk.delete(id);
  sequels.delete(id);
}

// Is a timeout of not too long waiting? What a script waits for is over when Date says so,
// too: it would wait again for the rest.
const WAITED = 30000;

function waits() {
  for (const timer of paced.values()) if (timer.every === null && timer.wait <= WAITED) return true;
  return false;
}

function patchTimers() {
  nativeSet = G.setTimeout.bind(G);
  nativeClear = G.clearTimeout.bind(G);
  const rest = list => Array.prototype.slice.call(list, 2);
  replaceMethod(G, "setTimeout", native => ({
    setTimeout(handler, delay) {
      const wait = typeof delay === "number" ? delay : NaN;
      if (typeof handler !== "function" || !(wait >= NOTED) || wait > FARTHEST) return apply(native, this, arguments);
      if (wait > LONG) return pace(handler, wait, false, rest(arguments));
      const asked = link(), said = laterSaid(wait);
      const begin = () => {
        shorts.delete(id);
        brisk.delete(id);
        sequels.delete(id);
        running = asked;
        if (said !== null) say(Math.max(said, saidFirst));
      };
      const id = apply(native, this, [function () {
        const given = arguments;
        if (wait > BRISK && whenFree(deadline => {
          freed(deadline);
          if (!shorts.has(id)) return;
          begin();
          try { apply(handler, G, given); } finally { running = null; }
        })) return;
        begin();
        try { apply(handler, this, given); } finally { running = null; }
      }, delay, ...rest(arguments)]);
      shorts.add(id);
      if (said !== null) sequels.set(id, said);
      if (wait <= BRISK) brisk.set(id, asked);
      return id;
    },
  }));
  replaceMethod(G, "setInterval", native => ({
    setInterval(handler, delay) {
      const usual = typeof handler !== "function" || typeof delay !== "number" || !(delay >= TICK) || delay > FARTHEST;
      if (!usual) return pace(handler, delay, true, rest(arguments));
      const id = apply(native, this, arguments);
      if (typeof handler === "function") beats(id, delay);
      return id;
    },
  }));
  replaceMethod(G, "clearTimeout", native => ({clearTimeout(id) { cancel(id); return apply(native, this, arguments); }}));
  replaceMethod(G, "clearInterval", native => ({clearInterval(id) { cancel(id); return apply(native, this, arguments); }}));
  clockMoved = rearm;
  waitedFor = waits;
}

// Note which short timeouts are pending now; `left` says how many of them still are.
function mark() {
  marked = [...shorts];
  return marked.length;
}

function left() {
  marked = marked.filter(id => shorts.has(id));
  return marked.length;
}

// Timers go no further than `ms` while the clock runs (null: as far as it does). `hold`: those that are set later than
// that count from there.
function limit(ms, hold) {
  horizon = ms;
  held = !!hold && ms !== null;
  standing = null;
  rearm();
}

// While time is held for timers, Date goes by whole seconds: what a page works out from two readings of it is then not a
// matter of the milliseconds that the machine took between them.
function slow(ms) {
  return held && standing === null && ms > horizon && lastSegment().fixed === null ? horizon + Math.floor((ms - horizon) / 1000) * 1000 : ms;
}

// The clock, as timers see it, stands at `ms`.
function timersAt(ms) {
  standing = ms;
  rearm();
}

// The same while the clock runs, for long timeouts that are due by then; their number. What they begin takes its time, and
// would not when the clock stands.
function bring(ms) {
  const due = [...paced.values()].filter(timer => timer.every === null && timer.due <= ms).length;
  if (due) timersAt(ms);
  return due;
}
