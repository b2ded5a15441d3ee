// Charts on canvases, activity by an event stream, sums in a worker made from a blob, a binary file read in parts.
import {ago, element, graphql, money} from "/static/common.js";

const $ = (selector) => document.querySelector(selector);
const COLOURS = ["#2f8fd0", "#7c6fd6", "#e0a12e", "#2f9e63", "#c4524a"];

function drawPipeline(rows) {
  const pen = $("#chart").getContext("2d");
  const most = Math.max(...rows.map((row) => row.value), 1);
  pen.font = "13px 'Liberation Sans', Arial, sans-serif";
  rows.forEach((row, at) => {
    const height = Math.round(180 * row.value / most);
    const left = 30 + at * 105;
    pen.fillStyle = COLOURS[at];
    pen.beginPath();
    pen.roundRect(left, 215 - height, 70, height, [8, 8, 0, 0]);
    pen.fill();
    pen.fillStyle = "#647a83";
    pen.fillText(row.status, left, 235);
    pen.fillText(`${row.leads} leads`, left, 252);
  });
}

// The weighted value is summed in a worker, with a pinch of chance in the confidence it reports.
function weigh(rows) {
  const source = `
    const WEIGHTS = {new: 0.1, contacted: 0.25, qualified: 0.6, won: 1, lost: 0};
    onmessage = ({data}) => {
      const value = data.reduce((sum, row) => sum + WEIGHTS[row.status] * row.value, 0);
      postMessage({value, confidence: 80 + Math.floor(Math.random() * 15), at: Date.now()});
    };`;
  const address = URL.createObjectURL(new Blob([source], {type: "text/javascript"}));
  const worker = new Worker(address);
  worker.onmessage = ({data}) => {
    $("#weighted").replaceChildren(`Expected ${money(data.value)} with ${data.confidence}% confidence, worked out at ${new Date(data.at).toLocaleTimeString("en-GB", {hour: "2-digit", minute: "2-digit"})}`);
    worker.terminate();
    URL.revokeObjectURL(address);
  };
  worker.postMessage(rows);
}

function follow() {
  const stream = new EventSource("/api/activity");
  stream.addEventListener("activity", ({data}) => {
    const fact = JSON.parse(data);
    $("#activity").prepend(element("li", {}, `${fact.text}, `, element("time", {"data-at": fact.at, class: "muted"}, ago(fact.at))));
    while ($("#activity").children.length > 6) $("#activity").lastChild.remove();
  });
}

async function drawTide() {
  const part = (first, last) => fetch("/api/tide.bin", {headers: {range: `bytes=${first}-${last}`}});
  const answers = await Promise.all([part(0, 279), part(32768, 33047)]);
  const bytes = (await Promise.all(answers.map((answer) => answer.arrayBuffer()))).flatMap((buffer) => [...new Uint8Array(buffer)]);
  const pen = $("#tide").getContext("2d");
  pen.fillStyle = "#0b6e8a";
  bytes.forEach((byte, at) => pen.fillRect(at, 80 - Math.round(byte * 0.3), 1, Math.round(byte * 0.3)));
  $("#tide-facts").textContent = `${answers.map((answer) => answer.headers.get("content-range")).join(", ")}`;
}

follow();
graphql("Pipeline", "query Pipeline { pipeline { status leads value } }").then(({pipeline}) => { drawPipeline(pipeline); weigh(pipeline); });
graphql("TopLeads", "query TopLeads($first: Int!) { topLeads(first: $first) { id name company value } }", {first: 5}).then(({topLeads}) => {
  $("#top").replaceChildren(...topLeads.map((lead) => element("li", {}, `${lead.name}, ${lead.company}: ${money(lead.value)}`)));
});
drawTide();
