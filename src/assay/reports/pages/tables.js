// Tables: sorted by a click on a heading, filtered by what is typed, saved as CSV; without this script all rows stand.
const FEWEST_FILTERED = 12;

function save(name, content, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  say(`${name} saved.`);
}

function button(text, label, action) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "small";
  made.textContent = text;
  if (label) made.setAttribute("aria-label", label);
  made.addEventListener("click", action);
  return made;
}

// The first number in a cell, "0.95" of "0.95 (.91-.97)"; null where it begins with something else.
function numberOf(text) {
  const found = text.replaceAll(",", "").match(/^[<>\s]*(-?\d*\.?\d+(?:e[-+]?\d+)?)\s?%?(?=[\s\[(*†▲]|$)/i);
  return found ? Number(found[1]) : null;
}

function sortBy(table, place, heading) {
  const rising = heading.getAttribute("aria-sort") !== "ascending";
  const body = table.tBodies[0], rows = Array.from(body.rows);
  const read = rows.map((row) => {
    const text = row.cells[place].textContent.trim();
    return { row, text, number: numberOf(text) };
  });
  const numeric = read.every((one) => one.number !== null || one.text === "" || one.text === "–" || one.text === "undefined");
  read.sort((one, other) => {
    if (!numeric) return rising ? one.text.localeCompare(other.text) : other.text.localeCompare(one.text);
    if (one.number === null || other.number === null) return (one.number === null) - (other.number === null);
    return rising ? one.number - other.number : other.number - one.number;
  });
  body.append(...read.map((one) => one.row));
  for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", rising ? "ascending" : "descending");
}

function quoted(text) {
  const shown = /^[=+@\t\r]|^-(?![\d.,]+%?($| ?\[))/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}

function csvOf(table) {
  const rows = [table.tHead.rows[0], ...Array.from(table.tBodies[0].rows).filter((row) => !row.hidden)];
  const kept = Array.from(rows[0].cells, (_, place) => !rows.slice(1).some((row) => row.cells[place].querySelector("svg")));
  return rows.map((row) => Array.from(row.cells).filter((_, place) => kept[place])
    .map((cell) => quoted((cell.dataset.heading ?? cell.textContent).trim())).join(",")).join("\n") + "\n";
}

function filterBox(table, name) {
  const box = document.createElement("input");
  box.type = "search";
  box.placeholder = "filter rows";
  box.setAttribute("aria-label", `Filter ${name}`);
  const count = document.createElement("span");
  count.className = "quiet";
  count.setAttribute("role", "status");
  box.addEventListener("input", () => {
    const wanted = box.value.trim().toLocaleLowerCase();
    let shown = 0;
    for (const row of table.tBodies[0].rows) {
      const text = Array.from(row.cells, (cell) => cell.textContent.trim()).join(" ").toLocaleLowerCase();
      row.hidden = !text.includes(wanted);
      shown += row.hidden ? 0 : 1;
    }
    count.textContent = wanted ? `${shown} of ${table.tBodies[0].rows.length}` : "";
  });
  return [box, count];
}

document.querySelectorAll(".scroll > table").forEach((table, order) => {
  if (!table.tHead || table.id || table.closest("#how")) return;
  const name = table.parentElement.getAttribute("aria-label") ?? "table", rows = table.tBodies[0].rows;
  if (rows.length > 2) {
    Array.from(table.tHead.rows[0].cells).forEach((heading, place) => {
      if (Array.from(rows).some((row) => row.cells[place].querySelector("svg"))) return;
      const text = heading.textContent.trim();
      heading.dataset.heading = text;
      if (!text) return;
      heading.replaceChildren(button(text, null, () => sortBy(table, place, heading)));
    });
  }
  const tools = document.createElement("div"), long = rows.length >= FEWEST_FILTERED;
  tools.className = "tools";
  if (long) tools.append(...filterBox(table, name));
  tools.append(button("CSV", `Save ${name} as CSV`, () => save(`assay-table-${order + 1}.csv`, csvOf(table), "text/csv")));
  if (long) table.parentElement.before(tools);
  else table.parentElement.after(tools);
});

// On a phone a table that does not fit becomes cards: every row a block, every cell with its heading before it.
const phone = matchMedia("(max-width: 30rem)");
function dealCards() {
  for (const scroll of document.querySelectorAll(".scroll")) {
    const table = scroll.querySelector("table");
    scroll.classList.remove("cards");
    if (!phone.matches || !table?.tHead || scroll.scrollWidth <= scroll.clientWidth + 1) continue;
    const heads = Array.from(table.tHead.rows[0].cells, (cell) => cell.dataset.heading ?? cell.textContent.trim());
    const rows = table.tBodies[0].rows;
    for (const row of rows) {
      Array.from(row.cells).forEach((cell, place) => { cell.dataset.head = place || cell.tagName === "TD" ? heads[place] : ""; });
    }
    scroll.dataset.title = table.caption || rows[0]?.cells[0].tagName === "TD" ? "" : heads[0];
    scroll.classList.add("cards");
  }
}
phone.addEventListener("change", dealCards);
document.addEventListener("toggle", dealCards, true);
dealCards();
