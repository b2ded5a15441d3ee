// The way to the server and back: one WebSocket at a secret path. Service workers and lists of resources never see it, and it does
// not count among the connections a browser allows to a host. It is closed while the page is put away (back and forward).
import {JSON, Map, Math, URL, WebSocket, XMLHttpRequest, address, document, later, location} from "./10_natives.js";
import {meet} from "./30_find.js";
import {changePlan, forgetInput, leaveAsIs, plan, setPlan} from "./50_plan.js";
import {refresh} from "./51_watch.js";
import {keepInput} from "./54_asleep.js";
import {follow, refuse} from "./62_then.js";
import {listen} from "./63_events.js";

const waiting = [];
const asked = new Map();
// What waits for the plan of a quiet page.
const needing = [];
let number = 0;
let socket = null;
let tries = 0;
let away = false;
let opened = false;
// So often it is tried in vain before it is left until something happens (a policy of the page may forbid it).
const TRIES = 8;

function say(message) {
  if (socket && socket.readyState === 1) socket.send(JSON.stringify(message));
  else waiting.push(message);
  connect();
}

export function hello() {
  return {t: "hello", u: address(), v: plan.url === address() ? plan.version : "", w: plan.view, q: plan.asleep};
}

function bringPlan(made) {
  const slept = plan.asleep;
  setPlan(made);
  if (!slept) return;
  meet(document);
  if (!plan.hard) keepInput();
  plan.hard = false;
}

// A plan, or a change of the one that is here.
export function take(message) {
  if (message.keep) leaveAsIs();
  if (message.w) plan.view = message.w;
  if (message.o) bringPlan(message);
  else if (plan.asleep && (message.hard || message.d && message.d.length)) {
    plan.hard = plan.hard || !!message.hard;
    return void say({...hello(), v: ""});
  } else if (message.from === plan.version) changePlan(message.v, message.d);
  else if (message.d) return void say({...hello(), v: ""});
  if (message.hard) forgetInput();
  refresh();
  listen();
  if (!plan.asleep) for (const then of needing.splice(0)) then();
}

function answered(message) {
  const element = asked.get(message.n);
  asked.delete(message.n);
  if (message.error) {
    forgetInput();
    refresh();
    refuse(message.f, element, message.error);
  } else if (message.then) {
    follow(message.then);
  }
}

function hear(event) {
  const message = JSON.parse(event.data);
  if (message.u && message.u !== address()) return;
  if (message.o || message.d) take(message);
  if (message.t === "done") answered(message);
}

export function connect() {
  if (socket || away) return;
  const url = new URL(C.p, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  const mine = socket = new WebSocket(url);
  mine.addEventListener("open", () => {
    tries = 0;
    opened = true;
    mine.send(JSON.stringify(hello()));
    for (const message of waiting.splice(0)) mine.send(JSON.stringify(message));
  });
  mine.addEventListener("message", hear);
  mine.addEventListener("close", () => {
    if (socket !== mine) return;
    socket = null;
    if (!away && (opened || tries < TRIES)) later(connect, Math.min(5000, 50 * 2 ** tries++));
  });
}

export function send(feature, type, element, told) {
  asked.set(++number, element);
  say({t: "event", n: number, f: feature, e: type, u: address(), ...told});
}

export function note(kind, what) {
  say({t: "note", kind, what, u: address()});
}

// The plan for where the page is now, before anything is shown: for documents that were not made for this moment.
export function fetchPlan() {
  try {
    const request = new XMLHttpRequest();
    request.open("POST", C.p + "?", false);
    request.send(JSON.stringify({...hello(), v: ""}));
    if (request.status === 200) bringPlan(JSON.parse(request.responseText));
  } catch (refused) {
    // A policy of the kept document forbids it: the connection brings the plan a little later.
    plan.version = "";
  }
}

// Do what needs the whole plan; of a page that was quiet until now it is got first: at once where the page's policies let that be, else
// by the connection.
export function wake(then) {
  if (!plan.asleep) return then();
  fetchPlan();
  if (plan.asleep) {
    needing.push(then);
    return say({...hello(), v: ""});
  }
  refresh();
  listen();
  return then();
}

export function keepConnected() {
  G.addEventListener("pagehide", () => {
    away = true;
    if (socket) socket.close();
    socket = null;
  });
  G.addEventListener("pageshow", () => {
    away = false;
    connect();
  });
  const moved = () => { if (plan.url !== address()) say({...hello(), v: ""}); };
  if (G.navigation) G.navigation.addEventListener("currententrychange", moved);
  else G.addEventListener("popstate", moved);
}
