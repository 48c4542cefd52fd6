/** Placing by a tap: while a form with `data-place` (or a field with `data-place-field`) is open, the next tap on the map
 * fills in its square; the form is then sent. Without a map, or with the keyboard, the square is typed.
 */

/** The name of a square as it is said at the table: column letters, row number. */
export function squareName({ x, y }) {
  let letters = "";
  for (let column = x + 1; column > 0; column = Math.floor((column - 1) / 26)) {
    letters = String.fromCharCode(65 + ((column - 1) % 26)) + letters;
  }
  return `${letters}${y + 1}`;
}

export function placeByTap(page) {
  const shown = (element) => element && element.offsetParent !== null;
  // On its way down, before the board takes the tap as a question. A drawing tool keeps the map to itself.
  page.addEventListener("map:tap", (event) => {
    if (event.target.dataset.tool) return;
    const form = [...page.querySelectorAll("details[open] form[data-place]")].find(shown);
    const field = form?.elements.square ?? [...page.querySelectorAll("[data-place-field] input")].find(shown);
    if (!field) return;
    event.stopPropagation();
    field.value = squareName(event.detail.square);
    if (form) form.requestSubmit();
  }, true);
  // The hint that a tap works is for pages with a map.
  page.addEventListener("toggle", (event) => {
    const hint = event.target.querySelector?.("[data-place-hint]");
    if (hint) hint.hidden = !page.querySelector("svg.map[data-columns]");
  }, true);
}
