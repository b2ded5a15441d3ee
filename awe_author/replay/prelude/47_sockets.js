// When messages of WebSockets are heard. While recording it is noted: a busy page hears one later than it came. While
// verifying, Date says that moment as long as the message is handled, however busy the page is then.
const HANDLED = 40;
const sockets = [];
let silence = 0;

function hear(socket) {
  if (C.p) {
    const moment = socket.due.shift();
    if (moment === undefined) return;
    saying = moment;
    nativeClear(silence);
    silence = nativeSet(() => { saying = null; }, HANDLED);
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
  if (socket) socket.due.push(ms);
  return !!socket;
}
