// When messages of WebSockets are heard. While recording it is noted: a busy page hears one later than it came. While
// verifying, Date says that moment as long as the message is handled, however busy the page is then.
// What the page does a moment later because of a message (a queue, a debounce) is said to happen that much later, and not
// before the last message that was heard: a queue then comes to that one.
// What belongs to a message and was over when the next one came is over before that one is announced.
const HANDLED = 40, SEQUEL = 1000, LOOKS = 150, LOOK = 10;
const sockets = [], sequels = new Map();
let silence = 0, saidFirst = 0;

function say(ms) {
  saying = ms;
  nativeClear(silence);
  silence = nativeSet(() => { saying = null; }, HANDLED);
}

// What Date says in a timeout that is being set; null for what it says anyway.
function laterSaid(wait) {
  return saying === null || saying + wait - saidFirst > SEQUEL ? null : saying + wait;
}

function hear(socket) {
  if (C.p) {
    const moment = socket.due.shift();
    if (moment === undefined) return;
    saidFirst = moment;
    say(moment);
  } else if (socket.times.length < 10000) {
    socket.times.push(now());
  }
}

function patchSockets() {
  const listen = G.EventTarget.prototype.addEventListener;
  replaceConstructor("WebSocket", args => args, null, made => {
    const socket = {url: made.url, made: now(), first: 0, times: [], due: []};
    sockets.push(socket);
    if (sockets.length > 100) sockets.shift();
    apply(listen, made, ["message", () => hear(socket)]);
  });
}

function heard() {
  const told = [];
  for (const socket of sockets) {
    if (!socket.times.length) continue;
    told.push([socket.url, socket.made, socket.first, socket.times]);
    socket.first += socket.times.length;
    socket.times = [];
  }
  return told;
}

function herald(url, ms) {
  const socket = [...sockets].reverse().find(one => one.url === url);
  if (!socket) return false;
  return new Promise(done => {
    const look = left => {
      if (left > 0 && (socket.due.length || [...sequels.values()].some(moment => moment < ms))) {
        return void later(() => look(left - 1), LOOK);
      }
      socket.due.push(ms);
      done(true);
    };
    look(LOOKS);
  });
}
