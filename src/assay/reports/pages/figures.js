// Figures: enlarged by a click, saved as SVG, as PNG at twice their size, or as CSV of their data; a legend's entry brings its own marks forward.
function inColours(svg) {
  const copy = svg.cloneNode(true), from = svg.querySelectorAll("*"), to = copy.querySelectorAll("*");
  to.forEach((part, place) => {
    const shown = getComputedStyle(from[place]);
    if (part.hasAttribute("fill") || part.tagName === "text") part.setAttribute("fill", shown.fill);
    if (part.hasAttribute("stroke")) part.setAttribute("stroke", shown.stroke);
  });
  copy.querySelectorAll(".near").forEach((part) => part.remove());
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const paper = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  paper.setAttribute("width", "100%");
  paper.setAttribute("height", "100%");
  paper.setAttribute("fill", getComputedStyle(document.documentElement).backgroundColor);
  copy.prepend(paper);
  return new XMLSerializer().serializeToString(copy);
}

function savePng(svg, name) {
  const picture = new Image(), box = svg.viewBox.baseVal;
  picture.addEventListener("load", () => {
    const canvas = document.createElement("canvas");
    canvas.width = 2 * box.width;
    canvas.height = 2 * box.height;
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => save(name, blob, "image/png"));
  });
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(inColours(svg))}`;
}

// The data of a figure travel deflated; browsers of before 2023 cannot open them and have no such button.
async function saveData(packed, name) {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const opened = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const { columns, rows } = JSON.parse(await new Response(opened).text());
  save(name, [columns, ...rows].map((row) => row.map((value) => quoted(`${value ?? ""}`)).join(",")).join("\n") + "\n", "text/csv");
}

const large = document.createElement("dialog");
large.id = "large";
document.body.append(large);
large.addEventListener("click", (event) => { if (event.target === large) large.close(); });

function enlarge(figure) {
  const svg = figure.querySelector("svg").cloneNode(true), text = figure.querySelector("figcaption");
  const close = button("Close", null, () => large.close()), caption = document.createElement("p");
  svg.removeAttribute("tabindex");
  svg.querySelectorAll(".entry").forEach((entry) => ["tabindex", "role", "aria-pressed"].forEach((name) => entry.removeAttribute(name)));
  svg.querySelectorAll("[id]").forEach((part) => part.setAttribute("id", `large-${part.id}`));
  for (const part of svg.querySelectorAll("[clip-path],[fill],[stroke]")) {
    for (const name of ["clip-path", "fill", "stroke"]) {
      const value = part.getAttribute(name);
      if (value?.startsWith("url(#")) part.setAttribute(name, value.replace("url(#", "url(#large-"));
    }
  }
  caption.textContent = text?.textContent ?? "";
  const holder = document.createElement("figure");
  holder.tabIndex = 0; // on a phone it is wider than the window, and scrolled
  holder.append(svg);
  large.replaceChildren(close, holder, caption);
  large.setAttribute("aria-label", svg.getAttribute("aria-label") ?? "figure");
  large.showModal();
}

// An entry of a legend: pointed at or reached by keyboard its marks come forward, pressed they stay so.
function legendOf(figure) {
  const symbols = figure.querySelectorAll(".role-legend-symbol path"), entries = [];
  const marks = () => figure.querySelectorAll(".mark-line.role-mark path, .mark-area.role-mark path, .mark-symbol.role-mark path, .mark-rule.role-mark line, .mark-rect.role-mark path");
  const dim = (ink) => marks().forEach((mark) => {
    const own = mark.getAttribute("stroke") ?? mark.getAttribute("fill");
    mark.classList.toggle("faint", ink !== null && own !== ink && mark.getAttribute("fill") !== ink);
  });
  let pressed = null;
  symbols.forEach((symbol) => {
    const ink = symbol.getAttribute("stroke") ?? symbol.getAttribute("fill");
    const entry = symbol.closest(".mark-symbol").parentNode.parentNode;
    const press = () => {
      pressed = pressed === ink ? null : ink;
      entries.forEach((one) => one.entry.setAttribute("aria-pressed", one.ink === pressed));
      dim(pressed);
    };
    for (const start of ["pointerenter", "focus"]) entry.addEventListener(start, () => dim(ink));
    for (const end of ["pointerleave", "blur"]) entry.addEventListener(end, () => dim(pressed));
    entry.addEventListener("click", press);
    entry.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      press();
    });
    entry.classList.add("entry");
    for (const [name, value] of Object.entries({ tabindex: 0, role: "button", "aria-pressed": false, "aria-label": `Bring forward ${entry.textContent}` })) entry.setAttribute(name, value);
    entries.push({ entry, ink });
  });
  if (new Set(entries.map((one) => one.ink)).size > 1) return;
  for (const { entry } of entries) {
    entry.classList.remove("entry");
    for (const name of ["tabindex", "role", "aria-pressed", "aria-label"]) entry.removeAttribute(name);
  }
}

// A click on a picture enlarges it; a tap on one tells what is there, and beside every mark it enlarges too.
function opens(figure, svg) {
  svg.setAttribute("role", "group");
  svg.setAttribute("tabindex", "0");
  svg.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return walk(event);
    event.preventDefault();
    return enlarge(figure);
  });
  svg.addEventListener("blur", () => { tip.hidden = true; });
  svg.addEventListener("click", (event) => {
    const told = event.pointerType === "touch" && !tip.hidden;
    if (event.target.closest(".entry") || svg.dragged || told) return;
    enlarge(figure);
  });
}

for (const figure of document.querySelectorAll("main figure")) {
  const svg = figure.querySelector("svg");
  if (!svg) continue;
  const key = figure.id.replace(/^(figure|live)-/, ""), name = `assay-${key}`, title = svg.getAttribute("aria-label");
  const tools = document.createElement("div");
  tools.className = "tools";
  tools.append(
    button("Enlarge", `Enlarge ${title}`, () => enlarge(figure)),
    button("SVG", `Save ${title} as SVG`, () => save(`${name}.svg`, inColours(svg), "image/svg+xml")),
    button("PNG", `Save ${title} as PNG`, () => savePng(svg, `${name}.png`)),
  );
  const packed = data.figures[key];
  if (packed && "DecompressionStream" in window) tools.append(button("CSV", `Save the data of ${title} as CSV`, () => saveData(packed, `${name}.csv`)));
  figure.append(tools);
  opens(figure, svg);
  legendOf(figure);
}

// A picture whose axes are bent for the sake of a few numbers far out changes places with its straight one.
for (const straight of document.querySelectorAll("main figure[id$='-linear']")) {
  const bent = at(straight.id.replace(/-linear$/, ""));
  if (!bent) continue;
  straight.hidden = true;
  const name = bent.querySelector("svg").getAttribute("aria-label");
  const change = (from, to) => { from.hidden = true; to.hidden = false; to.querySelector(".axes").focus(); };
  for (const [from, to, text] of [[bent, straight, "Linear axes"], [straight, bent, "Robust axes"]]) {
    const made = button(text, `${text} for ${name}`, () => change(from, to));
    made.classList.add("axes");
    from.querySelector(".tools").prepend(made);
  }
}
