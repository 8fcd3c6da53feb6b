"use strict";
// The page works without this script; with it the threshold moves, tables are copied and the look can be changed.
const data = JSON.parse(document.getElementById("data").textContent);
const at = (id) => document.getElementById(id);

function say(text) { at("said").textContent = text; }

async function copy(text, done) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  say(done);
}

at("copy-latex")?.addEventListener("click", () => copy(data.latex, "LaTeX copied."));
at("download-json")?.addEventListener("click", (event) => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(data.result, null, 2)], { type: "application/json" }));
  link.download = event.currentTarget.dataset.name;
  document.body.append(link);
  link.click();
  link.remove();
  say("JSON saved.");
});

const prefersDark = matchMedia("(prefers-color-scheme: dark)");
const theme = () => document.documentElement.dataset.theme ?? (prefersDark.matches ? "dark" : "light");
function look() { at("theme").textContent = theme() === "dark" ? "Light" : "Dark"; }
at("theme").addEventListener("click", () => {
  document.documentElement.dataset.theme = theme() === "dark" ? "light" : "dark";
  look();
});
prefersDark.addEventListener("change", look);
look();

// What a mark stands for, shown beside the pointer: the mark under it, or the nearest one within reach.
const REACH = 40;
const tip = document.createElement("div");
tip.id = "tip";
tip.hidden = true;
document.body.append(tip);
const places = new WeakMap();

function placesOf(svg) {
  if (!places.has(svg)) {
    const frame = svg.getBoundingClientRect(), scale = svg.viewBox.baseVal.width / frame.width || 1;
    places.set(svg, Array.from(svg.querySelectorAll("[data-label]"), (mark) => {
      const box = mark.getBoundingClientRect();
      const across = (box.left + box.right) / 2 - frame.left, down = (box.top + box.bottom) / 2 - frame.top;
      return { mark, x: across * scale, y: down * scale };
    }));
  }
  return places.get(svg);
}

function nearest(svg, event) {
  const frame = svg.getBoundingClientRect(), scale = svg.viewBox.baseVal.width / frame.width || 1;
  const x = (event.clientX - frame.left) * scale, y = (event.clientY - frame.top) * scale;
  let best = null, least = REACH;
  for (const place of placesOf(svg)) {
    const distance = Math.hypot(place.x - x, place.y - y);
    if (distance < least) { least = distance; best = place.mark; }
  }
  return best;
}

document.addEventListener("pointermove", (event) => {
  const svg = event.target.closest?.("figure svg");
  const mark = event.target.closest?.("figure [data-label]") ?? (svg && nearest(svg, event));
  tip.hidden = !mark;
  if (!mark) return;
  tip.textContent = mark.dataset.label;
  tip.style.left = `${Math.max(Math.min(event.clientX + 12, innerWidth - tip.offsetWidth - 8), 0)}px`;
  tip.style.top = `${event.clientY + 12}px`;
});
