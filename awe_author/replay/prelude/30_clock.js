// One clock for everything that tells time. It maps real time (ms since the epoch, by the monotonic clock) to the page's
// time in segments: each begins when the clock was set, frozen or thawed. Frames that share a realm's prelude share it.
const NativeDate = G.Date;
const performanceNow = G.performance.now.bind(G.performance);
const nativeOrigin = G.performance.timeOrigin;
const clock = above ? above.clock : newClock();
// What counts at most of the time in which nobody looked at the clock (C.d): a mock's own clock does not go on either while
// who drives the page thinks. Date alone leaves it out, and never goes back; timers and performance.now() know nothing of it.
const UNSEEN = 1000, LAG = 300;
let origin, frozenReads = 0, saying = null, clockMoved = () => {}, waitedFor = () => false;

function realNow() {
  return nativeOrigin + performanceNow();
}

function newClock() {
  const real = realNow();
  // Date.now() has whole milliseconds, so a small difference is no drift.
  const drift = NativeDate.now() - real;
  const shift = (Math.abs(drift) < 50 ? 0 : drift) + (C.o || 0);
  return {live: C.o === null, drift: shift, segments: [{at: 0, shift, fixed: null}], seen: real + shift, behind: 0};
}

function lastSegment() {
  return clock.segments[clock.segments.length - 1];
}

// Real moment -> the page's moment.
function moment(real) {
  let i = clock.segments.length - 1;
  while (i > 0 && clock.segments[i].at > real) i--;
  const segment = clock.segments[i];
  return segment.fixed === null ? real + segment.shift : segment.fixed;
}

function now() {
  const segment = lastSegment();
  if (segment.fixed === null) return realNow() + segment.shift;
  // A loop that waits for the clock to move must not hang the page while it stands still.
  if (++frozenReads > 100000) segment.fixed += 1;
  return segment.fixed;
}

// What Date says now, without having been looked at.
function shown() {
  return now() - clock.behind;
}

// The clock is looked at, or what was waited for has come: the time since the last look counts, in full when a timeout was
// waiting, else a second of it. (What ticks each second may be a little late.)
function read() {
  if (!C.d) return now();
  const time = now(), unseen = time - clock.seen - UNSEEN;
  if (unseen > LAG && !waitedFor()) clock.behind += Math.floor(unseen);
  clock.seen = time;
  return time - clock.behind;
}

// Date goes on to `ms`, a moment of the session's state, if it is not there yet.
function follow(ms) {
  const behind = ms - read();
  if (behind > 0) clock.behind -= Math.ceil(behind);
}

function begin(segment) {
  frozenReads = 0;
  clock.segments.push({at: realNow(), ...segment});
  if (clock.segments.length > 400) clock.segments.splice(1, 200);
  clockMoved();
}

function freeze(ms, ticks = 1000) {
  const given = ms !== undefined && ms !== null;
  const fixed = given ? +ms + clock.behind : read() + clock.behind;
  clock.seen = fixed;
  spare = ticks;
  standing = null;
  begin({fixed, shift: 0});
  return fixed - clock.behind;
}

function set(ms) {
  standing = null;
  clock.seen = ms + clock.behind;
  begin({fixed: null, shift: clock.seen - realNow()});
  return ms;
}

function thaw() {
  const {fixed} = lastSegment();
  standing = null;
  if (fixed !== null) begin({fixed: null, shift: clock.live ? clock.drift : fixed - realNow()});
  return shown();
}

function setOrigin() {
  origin = typeof C.g === "number" ? C.g : nativeOrigin + clock.segments[0].shift;
}

// Native DOMHighResTimeStamp of this realm -> the page's, and back (for times that the page hands in).
function stamp(t) {
  const {fixed, shift} = clock.segments.length === 1 ? clock.segments[0] : {fixed: moment(nativeOrigin + t), shift: 0};
  return fixed === null ? t + (nativeOrigin + shift - origin) : Math.max(0, fixed - origin);
}

function unstamp(t) {
  const {fixed, shift} = lastSegment();
  return Math.max(0, t + origin - nativeOrigin - (fixed === null ? shift : fixed - realNow()));
}

function patchDate() {
  const wall = () => Math.floor(saying === null ? slow(read()) : saying);
  const Made = replaceConstructor(
    "Date",
    args => args.length ? args : [wall()],
    Native => new Native(wall()).toString(),
  );
  replaceMethod(Made, "now", () => ({now() { return wall(); }}));
  const {DateTimeFormat} = G.Intl;
  const formats = new WeakMap();
  replaceAccessor(DateTimeFormat.prototype, "format", native => ({
    get format() {
      const bound = apply(native, this, []);
      if (!formats.has(this)) {
        const format = date => bound(date === undefined ? wall() : date);
        formats.set(this, hide(format, bound));
      }
      return formats.get(this);
    },
  }));
  replaceMethod(DateTimeFormat.prototype, "formatToParts", native => ({
    formatToParts(date) { return apply(native, this, [date === undefined ? wall() : date]); },
  }));
  patchTemporal();
  if (G.File) replaceConstructor("File", args => {
    const options = args[2];
    if (args.length < 2 || (options && options.lastModified !== undefined)) return args;
    return [args[0], args[1], {...options, lastModified: wall()}];
  });
}

function patchTemporal() {
  const {Temporal} = G;
  if (!Temporal || !Temporal.Now) return;
  const {Now, Instant} = Temporal;
  const zone = Now.timeZoneId;
  const instant = () => Instant.fromEpochMilliseconds(Math.floor(read()));
  const local = name => (native => ({
    [name](tz) {
      apply(native, this, tz === undefined ? [] : [tz]);
      const zoned = instant().toZonedDateTimeISO(tz === undefined ? zone() : tz);
      return name === "zonedDateTimeISO" ? zoned : zoned["to" + name[0].toUpperCase() + name.slice(1, -3)]();
    },
  }));
  replaceMethod(Now, "instant", () => ({instant}));
  for (const name of ["zonedDateTimeISO", "plainDateTimeISO", "plainDateISO", "plainTimeISO"]) replaceMethod(Now, name, local(name));
}
