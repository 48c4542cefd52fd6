/** The bottom sheet of a phone: peek, half, full. A question opens it as far as it needs; the grip makes it larger or smaller. */
const SIZES = ["peek", "half", "full"];

export function followSheet(page, question, view) {
  const board = page.querySelector(".board");
  const side = page.querySelector(".board__side");
  const phone = matchMedia("(max-width: 720px)");

  function set(size) {
    if (board.dataset.sheet === size) return;
    board.dataset.sheet = size;
    page.querySelector(".sheet__grab")?.setAttribute("aria-expanded", String(size !== "peek"));
  }
  /** As large as what is asked: choosing on the map wants the map, a card wants to be read. */
  function follow() {
    const asks = page.getElementById("prompt")?.dataset.ask === "mine";
    board.toggleAttribute("data-open", question.open || asks);
    if (asks) set("half");
    else if (!question.open) set(board.dataset.view === "now" ? "peek" : "full");
    else set(question.is("step") === "choose" ? "peek" : "half");
  }
  let last = "";
  page.addEventListener("htmx:after:swap", () => {
    const now = `${question.is("query")} ${question.is("step")} ${page.querySelector("[data-prompt]")?.dataset.prompt ?? ""}`;
    if (now === last) return;
    last = now;
    const read = page.querySelector("#asked ~ .board__scroll");
    if (read) read.scrollTop = 0; // what is new is read from its start
    follow();
    if (phone.matches && question.open) requestAnimationFrame(() => view.reveal(focusPoints(page)));
  });

  const grab = page.querySelector(".sheet__grab");
  grab?.addEventListener("click", () => set(board.dataset.sheet === "peek" ? "half" : board.dataset.sheet === "half" ? "full" : "peek"));
  let from = null;
  grab?.addEventListener("pointerdown", (event) => {
    from = event.clientY;
    grab.setPointerCapture(event.pointerId);
  });
  grab?.addEventListener("pointerup", (event) => {
    const by = from === null ? 0 : event.clientY - from;
    from = null;
    if (Math.abs(by) < 24) return;
    grab.addEventListener("click", (click) => click.stopImmediatePropagation(), { capture: true, once: true });
    const at = SIZES.indexOf(board.dataset.sheet);
    set(SIZES[Math.min(Math.max(at + (by < 0 ? 1 : -1), 0), 2)]);
  });
  follow();
  return { follow, side };
}

/** The points that a question wants in sight, as the server named them. */
export function focusPoints(page) {
  const words = page.getElementById("asked")?.dataset.focus ?? "";
  return words.split(";").filter(Boolean).map((pair) => pair.split(",").map(Number));
}
