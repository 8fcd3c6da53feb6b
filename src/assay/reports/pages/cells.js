// A cell of the confusion table shows its cases, where the page lists cases; a map of many classes opens block by block.
const listedRows = Array.from(document.querySelector("#cases table")?.tBodies[0].rows ?? []);
const casesShown = document.createElement("p");
casesShown.setAttribute("role", "status");
casesShown.id = "cases-shown";

function showCases(key, words) {
  const wanted = new Set((data.cells.rows[key] ?? []).map((place) => listedRows[place]));
  listedRows.forEach((row) => { row.hidden = !wanted.has(row); });
  casesShown.replaceChildren(`${words}: ${wanted.size} listed. `, button("All cases", null, showAllCases));
  at("cases").scrollIntoView();
}

function showAllCases() {
  listedRows.forEach((row) => { row.hidden = false; });
  casesShown.replaceChildren();
}

function cellButton(cell, key, words) {
  const made = button(cell.textContent, `${cell.textContent}, ${words}: show the cases`, () => showCases(key, words));
  made.classList.add("cell");
  cell.replaceChildren(made);
}

if (data.cells && listedRows.length) {
  at("cases").querySelector("h2").after(casesShown);
  const names = data.cells.names, between = (i, j) => `truth ${names[i]}, predicted ${names[j]}`;
  const keys = Object.keys(data.cells.rows).map((key) => [key, between(...key.split(","))]);
  for (const table of document.querySelectorAll("main .scroll > table:not([id])")) {
    if (!table.tHead?.rows[0].cells[0].textContent.startsWith("truth ╲ predicted")) continue;
    for (const [key, words] of keys) {
      const [i, j] = key.split(",").map(Number), cell = table.tBodies[0].rows[i]?.cells[j + 1];
      if (cell && j < names.length) cellButton(cell, key, words);
    }
  }
  const starts = keys.map(([key, words]) => [`${words}: `, key, words]);
  for (const figure of document.querySelectorAll("#figure-confusion, #figure-confusion-columns")) {
    for (const mark of figure.querySelectorAll("[data-label]")) {
      const found = starts.find(([start]) => mark.dataset.label.startsWith(start));
      if (!found) continue;
      mark.classList.add("entry");
      mark.addEventListener("click", () => showCases(found[1], found[2]));
    }
  }
}

const SHADES = [0.005, 0.02, 0.05, 0.15, 0.4];

function blockTable(place) {
  const { names, totals, cells, places } = data.blocks, [start, end, called] = data.blocks.blocks[place];
  const table = document.createElement("table"), body = table.createTBody(), head = table.createTHead().insertRow();
  table.createCaption().textContent = `Block of ${called}: rows are the truth, columns the prediction`;
  const heading = (row, text, scope) => {
    const cell = document.createElement("th");
    cell.scope = scope;
    cell.dir = "auto";
    cell.textContent = text;
    row.append(cell);
  };
  heading(head, "truth ╲ predicted", "col");
  for (let j = start; j < end; j += 1) heading(head, names[j], "col");
  const held = new Map(cells.filter(([i]) => i >= start && i < end).map(([i, j, count]) => [`${i},${j}`, count]));
  for (let i = start; i < end; i += 1) {
    const row = body.insertRow();
    heading(row, names[i], "row");
    for (let j = start; j < end; j += 1) {
      const cell = row.insertCell(), count = held.get(`${i},${j}`);
      cell.className = "right";
      if (count === undefined) continue;
      cell.textContent = count;
      cell.classList.add(`shade${SHADES.filter((limit) => count / totals[i] > limit).length}`);
      const key = `${places[i]},${places[j]}`;
      if (data.cells?.rows[key]) cellButton(cell, key, `truth ${names[i]}, predicted ${names[j]}`);
    }
  }
  return table;
}

if (data.blocks && at("figure-confusion")) {
  const figure = at("figure-confusion"), choice = document.createElement("select"), holder = document.createElement("div");
  choice.setAttribute("aria-label", "Zoom to a block of classes");
  choice.id = "block";
  choice.append(new Option("Zoom to a block", ""), ...data.blocks.blocks.map(([, , called], place) => new Option(called, place)));
  holder.className = "scroll block";
  holder.tabIndex = 0;
  holder.setAttribute("role", "region");
  holder.setAttribute("aria-label", "Block of the confusion table");
  holder.hidden = true;
  const open = (place) => {
    choice.value = place;
    holder.hidden = place === "";
    holder.replaceChildren(...(place === "" ? [] : [blockTable(Number(place))]));
  };
  choice.addEventListener("change", () => open(choice.value));
  figure.querySelector("figcaption").after(choice, holder);
  figure.querySelector("svg").addEventListener("click", (event) => {
    const label = event.target.closest("[data-label]")?.dataset.label ?? "";
    const row = data.blocks.names.findIndex((name) => label.startsWith(`truth ${name}, predicted `));
    const place = data.blocks.blocks.findIndex(([start, end]) => row >= start && row < end);
    if (place >= 0) open(String(place));
  });
}
