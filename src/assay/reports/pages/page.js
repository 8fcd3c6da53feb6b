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
  save(event.currentTarget.dataset.name, JSON.stringify(data.result, null, 2), "application/json");
});

const prefersDark = matchMedia("(prefers-color-scheme: dark)");
const theme = () => document.documentElement.dataset.theme ?? (prefersDark.matches ? "dark" : "light");
function look() { at("theme").textContent = theme() === "dark" ? "Light" : "Dark"; }
// A browser that keeps nothing for files forgets the look with the page.
function kept(change) {
  try { return change(localStorage); } catch { return null; }
}
const chosen = kept((store) => store.getItem("assay-theme"));
if (chosen === "dark" || chosen === "light") document.documentElement.dataset.theme = chosen;
at("theme").addEventListener("click", () => {
  const next = theme() === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = next;
  kept((store) => store.setItem("assay-theme", next));
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
