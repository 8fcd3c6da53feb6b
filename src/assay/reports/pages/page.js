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
function kept(change, store = "localStorage") {
  try { return change(window[store]); } catch { return null; }
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
tip.setAttribute("role", "status");
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

function tell(mark, x, y) {
  tip.hidden = !mark;
  if (!mark) return;
  tip.textContent = mark.dataset.label;
  tip.style.left = `${Math.max(Math.min(x + 12, innerWidth - tip.offsetWidth - 8), 0)}px`;
  tip.style.top = `${Math.min(y + 12, innerHeight - tip.offsetHeight - 8)}px`;
}

function point(event) {
  const svg = event.target.closest?.("figure svg");
  tell(event.target.closest?.("figure [data-label]") ?? (svg && nearest(svg, event)), event.clientX, event.clientY);
}
document.addEventListener("pointermove", point);
document.addEventListener("pointerdown", point);
document.addEventListener("scroll", () => { tip.hidden = true; }, { passive: true });
addEventListener("resize", () => document.querySelectorAll("figure svg").forEach((svg) => places.delete(svg)));

// Without a pointer: the arrow keys go from mark to mark of a picture, from left to right, and Escape ends it.
function walk(event) {
  const svg = event.currentTarget, marks = placesOf(svg).slice().sort((one, other) => one.x - other.x || one.y - other.y);
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (event.key === "Escape") tip.hidden = true;
  if (!step || !marks.length) return;
  event.preventDefault();
  const before = marks.findIndex((place) => place.mark === svg.current);
  const next = marks[before < 0 ? (step > 0 ? 0 : marks.length - 1) : Math.max(Math.min(before + step, marks.length - 1), 0)];
  svg.current = next.mark;
  const box = next.mark.getBoundingClientRect();
  tell(next.mark, (box.left + box.right) / 2, (box.top + box.bottom) / 2);
}
