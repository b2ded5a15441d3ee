// Pictures are put in when a result is opened, so that a report of hundreds of steps opens at once.
const pictures = JSON.parse(document.getElementById("pictures").textContent);
const results = [...document.querySelectorAll(".result")];
let filter = "all";

function show(result) {
  for (const image of result.querySelectorAll("img[data-picture]:not([src])")) image.src = pictures[image.dataset.picture];
}

function apply() {
  const words = document.getElementById("search").value.toLowerCase();
  let count = 0;
  for (const result of results) {
    const wanted = filter === "all" || (filter === "look" ? result.dataset.clean === "0" : result.dataset.page === "1");
    result.hidden = !(wanted && result.querySelector("summary").textContent.toLowerCase().includes(words));
    count += !result.hidden;
  }
  document.getElementById("shown").textContent = count === results.length ? "" : `${count} shown`;
  document.getElementById("empty").hidden = count > 0 || results.length === 0;
}

function press(button) {
  for (const other of button.parentElement.querySelectorAll("button")) other.setAttribute("aria-pressed", String(other === button));
}

for (const result of results) {
  result.addEventListener("toggle", () => result.open && show(result));
  for (const button of result.querySelectorAll("[data-view]")) {
    button.addEventListener("click", () => {
      press(button);
      for (const view of result.querySelectorAll(".view")) view.hidden = !view.classList.contains(button.dataset.view);
    });
  }
  const slider = result.querySelector("input[type=range]");
  slider?.addEventListener("input", () => {
    const share = `${slider.value / 10}%`;
    result.querySelector(".over").style.clipPath = `inset(0 0 0 ${share})`;
    result.querySelector(".handle").style.left = share;
  });
}
for (const button of document.querySelectorAll("[data-filter]")) {
  button.addEventListener("click", () => { filter = button.dataset.filter; press(button); apply(); });
}
document.getElementById("search").addEventListener("input", apply);
const look = results.filter((result) => result.dataset.clean === "0");
if (look.length) look[0].open = true;
