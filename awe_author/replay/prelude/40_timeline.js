// performance.*, event and frame timestamps on the clock of 30_clock.js.
const EPOCH_TIMES = ["PerformanceTiming"];
const STAMPED = {
  PerformanceEntry: ["startTime"],
  PerformanceResourceTiming: ["workerStart", "redirectStart", "redirectEnd", "fetchStart", "domainLookupStart", "domainLookupEnd", "connectStart", "secureConnectionStart", "connectEnd", "requestStart", "responseStart", "firstInterimResponseStart", "finalResponseHeadersStart", "responseEnd"],
  PerformanceNavigationTiming: ["unloadEventStart", "unloadEventEnd", "domInteractive", "domContentLoadedEventStart", "domContentLoadedEventEnd", "domComplete", "loadEventStart", "loadEventEnd", "activationStart"],
  PerformanceEventTiming: ["processingStart", "processingEnd"],
  LargestContentfulPaint: ["renderTime", "loadTime"],
  Event: ["timeStamp"],
  IntersectionObserverEntry: ["time"],
};

function patchTimeline() {
  setOrigin();
  const proto = G.Performance.prototype;
  replaceMethod(proto, "now", native => ({
    now() { apply(native, this, []); return Math.max(0, lastSegment().fixed === null ? stamp(performanceNow()) : now() - origin); },
  }));
  replaceAccessor(proto, "timeOrigin", native => ({get timeOrigin() { apply(native, this, []); return origin; }}));
  for (const type of Object.keys(STAMPED)) {
    for (const name of STAMPED[type]) {
      replaceAccessor(G[type] && G[type].prototype, name, native => ({
        get [name]() {
          const value = apply(native, this, []);
          // 0 means "did not happen", except for the start of the navigation itself.
          return value === 0 ? 0 : stamp(value);
        },
      }));
    }
  }
  patchLegacyTiming();
  patchMarks(proto);
  patchFrameRequests();
}

function patchLegacyTiming() {
  for (const type of EPOCH_TIMES) {
    const proto = G[type] && G[type].prototype;
    for (const name of proto ? ownKeys(proto) : []) {
      replaceAccessor(proto, name, native => ({
        get [name]() {
          const value = apply(native, this, []);
          return value ? Math.round(origin + stamp(value - nativeOrigin)) : value;
        },
      }));
    }
  }
  // toJSON reads the native slots: write what the patched getters say over its result.
  for (const type of ["Performance", ...EPOCH_TIMES, ...Object.keys(STAMPED)]) {
    replaceMethod(G[type] && G[type].prototype, "toJSON", native => ({
      toJSON() {
        const result = apply(native, this, []);
        for (const key of Object.keys(result)) if (typeof result[key] === "number") result[key] = this[key];
        if (result.timing && this.timing) result.timing = this.timing.toJSON();
        return result;
      },
    }));
  }
}

function patchMarks(proto) {
  const back = (options, ...names) => {
    if (!options || typeof options !== "object") return options;
    const changed = {...options};
    for (const name of names) if (typeof changed[name] === "number") changed[name] = unstamp(changed[name]);
    return changed;
  };
  replaceMethod(proto, "mark", native => ({
    mark(name, options) { return apply(native, this, arguments.length < 2 ? arguments : [name, back(options, "startTime")]); },
  }));
  replaceMethod(proto, "measure", native => ({
    measure(name, start) {
      return apply(native, this, arguments.length < 2 ? arguments : [name, back(start, "start", "end"), ...Array.prototype.slice.call(arguments, 2)]);
    },
  }));
}
