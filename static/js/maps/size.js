/** A new map may have another size than the one this page was opened with: the board reads it from its <svg>. */
const UNIT = 100;

export function followSize(page) {
  const svg = page.getElementById("map");
  if (!svg) return;
  page.addEventListener("htmx:after:swap", () => {
    const floor = svg.querySelector("#layer-picture .map__floor");
    const columns = floor ? Math.round(Number(floor.getAttribute("width")) / UNIT) : 0;
    const rows = floor ? Math.round(Number(floor.getAttribute("height")) / UNIT) : 0;
    svg.classList.toggle("map--picture", Boolean(svg.querySelector("#layer-picture .map__picture")));
    if (Number(svg.dataset.columns) === columns && Number(svg.dataset.rows) === rows) return;
    svg.dataset.columns = columns;
    svg.dataset.rows = rows;
    const empty = page.getElementById("map-drop");
    if (empty) empty.hidden = columns > 0;
    page.querySelector('[data-zoom="whole"]')?.click();
  });
}
