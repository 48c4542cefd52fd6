/** After every swap: dim who is no target, hide names under tags, press the action that is asked about. */
export function keepMarks(page, svg, view, question) {
  function mark() {
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
    view.dress();
  }
  page.addEventListener("htmx:after:swap", mark);
  // What somebody has folded open stays open, whatever is sent meanwhile.
  page.addEventListener("htmx:before:morph:attr", (event) => {
    if (event.detail.attrName === "open" && event.target.matches("details") && event.detail.newValue == null) event.preventDefault();
  });
  mark();
  return mark;
}
