// The order in which things come to a page. What it keeps in IndexedDB comes from another process, so that it is chance
// whether it comes before or after an answer of the network, or a drawing that the page has planned (React's scheduler wakes
// itself by an empty message to a port of its own). Here what is stored comes first: while recording and verifying (C.q),
// such wake-up messages wait until nothing of IndexedDB is under way, timeouts wait for a busy page, and who asks is told
// when a page is at rest.
const ROUNDS = 50, SOON = 100, TURNS = 12, TURN = 5, PATIENCE = 40;
const stored = new Set(), awaited = new Set();
const OVERDUE = 2000, ENOUGH = 5, LATE = 20, nativeIdle = G.requestIdleCallback;
let whenIdle, putOff = [], turn = 0, inVain = 0, post, waiting = 0, overdue = 0, missing = 0;

function underWay(target, ...ends) {
  const listen = G.EventTarget.prototype.addEventListener;
  stored.add(target);
  awaited.add(target);
  const over = () => {
    stored.delete(target);
    awaited.delete(target);
    if (putOff.length && !awaited.size) Promise.resolve().then(() => { if (!awaited.size) wake(); });
  };
  for (const end of ends) apply(listen, target, [end, over]);
}

function wake() {
  const ready = putOff;
  putOff = [];
  for (const port of ready) apply(post, port, [null]);
}

// Waiting is counted in turns of the event loop, not by the clock: on a busy machine what is awaited may have come already.
// What was awaited in vain is awaited no more, and a page on which that happens often is left alone.
function wait(round) {
  if (!putOff.length || round !== turn) return;
  if (round.left-- > 0) return void later(() => wait(round), TURN);
  awaited.clear();
  inVain++;
  wake();
}

// A transaction ends when none of its requests is left and its last callback asked for nothing more, so that it stands for
// its requests. An open() that waits for another tab ("blocked") may wait for ever.
function patchOrder() {
  const idle = G.requestIdleCallback;
  whenIdle = done => { if (idle) apply(idle, G, [done, {timeout: SOON}]); else done(); };
  replaceMethod(G.IDBDatabase && G.IDBDatabase.prototype, "transaction", native => ({
    transaction(names) {
      const made = apply(native, this, arguments);
      underWay(made, "complete", "abort");
      return made;
    },
  }));
  for (const name of ["open", "deleteDatabase"]) {
    replaceMethod(G.IDBFactory && G.IDBFactory.prototype, name, native => ({
      [name](database) {
        const made = apply(native, this, arguments);
        underWay(made, "success", "error", "blocked");
        return made;
      },
    }));
  }
  if (C.q) patchPorts();
}

// A timeout of more than a tenth of a second that is due waits until the page has nothing else to do: what is computed comes
// before what was put off, as it does on a machine that has time. False: nothing waits for it, go on.
function whenFree(run) {
  if (!C.q || !nativeIdle || overdue >= ENOUGH) return false;
  waiting++;
  apply(nativeIdle, G, [run, {timeout: OVERDUE}]);
  return true;
}

function freed(deadline) {
  waiting--;
  if (deadline.didTimeout) overdue++;
}

// Messages to a port keep their order: when one comes that cannot wait, those before it go, too.
function patchPorts() {
  replaceMethod(G.MessagePort.prototype, "postMessage", native => {
    post = native;
    return {
      postMessage(message) {
        if (!awaited.size || inVain > PATIENCE || arguments.length !== 1 || message !== null) {
          if (putOff.length) wake();
          return apply(native, this, arguments);
        }
        putOff.push(this);
        if (putOff.length === 1) wait(turn = {left: TURNS});
      },
    };
  });
}

// Fonts come from the network and change what scripts measure: they, too, come before what is waited for, when they come soon.
function fontsCome(rounds) {
  if (!page || missing >= ENOUGH || G.document.fonts.status !== "loading") return false;
  if (rounds < LATE) return true;
  missing++;
  return false;
}

function quiet() {
  let rounds = 0;
  return new Promise(done => {
    const look = () => (stored.size || fontsCome(rounds)) && ++rounds < ROUNDS ? whenIdle(look) : done(stored.size);
    whenIdle(look);
  });
}
