/** After every swap: dim who is no target, hide names under tags, press the action that is asked about. */
export function keepMarks(page, svg, view, question) {
  /** The map's size travels with its grid; a new map is brought into view whole. */
  function measure() {
    const grid = page.getElementById("layer-grid");
    const { columns, rows } = grid.dataset;
    svg.classList.toggle("map--picture", grid.classList.contains("layer-grid--picture"));
    if (columns === svg.dataset.columns && rows === svg.dataset.rows) return;
    svg.dataset.columns = columns;
    svg.dataset.rows = rows;
    view.whole();
  }
  function mark() {
    measure();
    const overlay = page.getElementById("layer-overlay");
    const words = (name) => new Set((overlay?.dataset[name] ?? "").split(" ").filter(Boolean));
    const dim = words("dim");
    const tagged = words("tagged");
    const chosen = question.is("token");
    const ends = new Set([chosen, question.is("target")]);
    for (const token of svg.querySelectorAll("#layer-tokens .token[data-token]")) {
      const id = token.dataset.token;
      token.classList.toggle("token--dim", dim.has(id));
      token.classList.toggle("token--tagged", tagged.has(id));
      token.classList.toggle("token--named", ends.has(id) || token.querySelector(".token__turn") !== null);
    }
    for (const button of page.querySelectorAll(".action[aria-pressed]")) {
      const pressed = question.open && button.dataset.action === question.is("action") && button.dataset.weapon === question.is("weapon");
      button.setAttribute("aria-pressed", String(pressed));
    }
    for (const row of page.querySelectorAll("[data-pick]")) {
      row.setAttribute("aria-pressed", String(row.dataset.pick === question.is("target")));
    }
    svg.classList.toggle("map--counted", svg.querySelector(".reach-costs") !== null);
    view.dress();
  }
  page.addEventListener("htmx:after:swap", mark);
  // What somebody has folded open stays open, whatever is sent meanwhile.
  const open = new Set();
  page.addEventListener("toggle", (event) => {
    if (!event.target.matches("details[id]")) return;
    if (event.target.open) open.add(event.target.id);
    else open.delete(event.target.id);
  }, { capture: true });
  page.addEventListener("htmx:after:swap", () => {
    for (const id of open) page.getElementById(id)?.setAttribute("open", "");
  });
  mark();
  return mark;
}
