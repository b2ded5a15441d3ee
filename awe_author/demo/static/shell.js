// On every page behind the log-in: notifications over a WebSocket, relative times, the service worker.
import {element, tick} from "/static/common.js";

const bell = document.getElementById("bell");
const client = crypto.randomUUID();
let unread = 0;

function toast(text) {
  const made = element("div", {class: "toast"}, text);
  document.getElementById("toasts").append(made);
  setTimeout(() => made.remove(), 4000);
}

function listen() {
  const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/ws/notifications`);
  socket.addEventListener("open", () => socket.send(JSON.stringify({type: "subscribe", client, at: Date.now()})));
  socket.addEventListener("message", ({data}) => {
    const message = JSON.parse(data);
    if (message.type === "welcome") bell.title = `Connected as ${message.user}`;
    if (message.type === "notification") {
      bell.setAttribute("count", ++unread);
      toast(message.text);
    }
  });
  const heart = setInterval(() => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify({type: "ping", at: Date.now()})), 15000);
  socket.addEventListener("close", () => clearInterval(heart));
}

listen();
setInterval(tick, 1000);
if ("serviceWorker" in navigator && isSecureContext) navigator.serviceWorker.register("/sw.js", {scope: "/"}).catch(() => {});
