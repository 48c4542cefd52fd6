/** The grid over the picture while its figures are typed. The same figures as the server's, so nothing jumps afterwards. */
const UNIT = 100;
const MARGIN = 60;

/** Where a picture lies, in map units, when a square has so many pixels and the first lines stand at dx, dy. */
export function placed(width, height, square, dx, dy) {
  const scale = UNIT / square;
  return { x: -dx * scale, y: -dy * scale, width: width * scale, height: height * scale };
}

export function followGrid(page) {
  const figure = (form, name) => {
    const value = parseFloat(form.elements[name]?.value.replace(",", "."));
    return Number.isFinite(value) ? value : null;
  };

  page.addEventListener("input", (event) => {
    if (!event.target.matches?.("[data-grid-field]")) return;
    const form = event.target.form;
    const svg = form.querySelector("#import-map");
    const width = Number(svg.dataset.pictureWidth);
    const height = Number(svg.dataset.pictureHeight);
    const named = (name) => event.target.name === name;
    if (named("columns") && figure(form, "columns") > 0) {
      const square = (width - (figure(form, "dx") ?? 0)) / figure(form, "columns");
      form.elements.square.value = Math.round(square * 10000) / 10000;
      form.elements.rows.value = Math.max(1, Math.ceil(height / square - 0.01));
    }
    const square = figure(form, "square");
    if (!square || square < 1) return;
    const image = svg.querySelector(".map__picture");
    const place = placed(width, height, square, figure(form, "dx") ?? 0, figure(form, "dy") ?? 0);
    for (const [name, value] of Object.entries(place)) image.setAttribute(name, value.toFixed(3));
    const columns = figure(form, "columns");
    const rows = figure(form, "rows");
    if (!columns || !rows || columns > 500 || rows > 500) return;
    for (const ground of svg.querySelectorAll(".map__floor, #layer-grid rect")) {
      ground.setAttribute("width", columns * UNIT);
      ground.setAttribute("height", rows * UNIT);
    }
    svg.setAttribute("viewBox", `${-MARGIN} ${-MARGIN} ${columns * UNIT + 2 * MARGIN} ${rows * UNIT + 2 * MARGIN}`);
  });
}
