/** The keys of the board. Single letters only while the map has the focus; every one has a button as well. */
export function followKeys(page, svg, { view, question, taps, cursor, evidence, help }) {
  const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const click = (selector) => {
    const found = page.querySelector(selector);
    if (found && found.getAttribute("aria-disabled") !== "true") found.click();
  };
  const inDock = (selector) => [...page.querySelectorAll(`#dock ${selector}`)];

  /** Walk through tokens (or targets) and put the cursor on each. */
  function step(list, by) {
    if (!list.length) return;
    const here = cursor.square;
    const at = list.findIndex((token) => Number(token.dataset.x) === here.x && Number(token.dataset.y) === here.y);
    const next = list[(at + by + list.length) % list.length];
    cursor.put({ x: Number(next.dataset.x), y: Number(next.dataset.y) });
  }
  function targets() {
    const tags = [...page.querySelectorAll("#layer-overlay [data-tag]")];
    const fair = tags.filter((tag) => !tag.querySelector(".tag--no"));
    const legal = (fair.length ? fair : tags).map((tag) => tag.dataset.tag);
    const all = taps.tokens().filter((token) => token.dataset.token !== question.is("token"));
    const aimed = all.filter((token) => legal.includes(token.dataset.token));
    return aimed.length ? aimed : all;
  }
  const letters = {
    n: () => step(taps.tokens(), 1),
    p: () => step(taps.tokens(), -1),
    t: () => step(targets(), 1),
    m: () => click('#dock [data-group="move"]'),
    l: () => evidence.next(),
    w: () => page.querySelector("#panel-now .ruling__title, #panel-now .card__title, #panel-rest h2")?.focus(),
    e: () => click('#dock [data-ends-turn] button, #dock [data-group="turn"]'),
    c: () => {
      const turn = svg.querySelector(".token__turn")?.closest(".token");
      if (turn) cursor.put({ x: Number(turn.dataset.x), y: Number(turn.dataset.y) });
    },
    g: () => { location.href = `/t/${svg.dataset.table}/text`; },
    o: () => {
      const fold = page.getElementById("overrule");
      if (fold) { fold.open = true; fold.querySelector("summary").focus(); }
    },
    h: () => {
      const token = page.getElementById(`token-${question.is("token")}`);
      if (!token || svg.dataset.doors !== "yes") return;
      const act = token.classList.contains("token--hidden") ? "reveal" : "hide";
      htmx.ajax("POST", `/t/${svg.dataset.table}/tokens/${encodeURIComponent(token.dataset.token)}/${act}`, { target: "#toast", swap: "none" });
    },
    v: () => click('[data-tool-button="select"]'),
    b: () => click('[data-tool-button="walls"]'),
    d: () => click('[data-tool-button="doors"]'),
    f: () => click('[data-tool-button="fog"]'),
    "+": () => view.zoomIn(),
    "=": () => view.zoomIn(),
    "-": () => view.zoomOut(),
    "−": () => view.zoomOut(),
    0: () => view.whole(),
    "?": () => help(),
  };

  page.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey) return;
    const typing = event.target.closest?.("input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable]");
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !typing) {
      event.preventDefault();
      click(event.shiftKey ? "#redo" : "#undo");
      return;
    }
    if (event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape" && !page.querySelector("dialog[open]") && !typing && question.open) {
      event.preventDefault();
      question.back();
      return;
    }
    if (event.target !== svg) return;
    if (event.key in arrows) {
      event.preventDefault();
      cursor.move(...arrows[event.key]);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      const { x, y } = cursor.square;
      const again = question.is("aim") === "path" && question.is("x") === String(x) && question.is("y") === String(y);
      if (again) click("#panel-now [data-go]");
      else taps.tap(cursor.square, null, doorAt(x, y));
    } else if (/^[1-9]$/.test(event.key)) {
      event.preventDefault();
      const button = inDock(".action")[Number(event.key) - 1];
      if (button && button.getAttribute("aria-disabled") !== "true") button.click();
    } else {
      const act = letters[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (act) {
        event.preventDefault();
        act();
      }
    }
  });

  /** A door at the edge of the cursor's square, when nobody stands in it. */
  function doorAt(x, y) {
    if (question.open || taps.tokensOn({ x, y }).length) return null;
    for (const leaf of svg.querySelectorAll("[data-door]")) {
      const [, dx, dy] = /translate\(([-\d.]+) ([-\d.]+)\)/.exec(leaf.getAttribute("transform")) ?? [];
      if (Math.abs(dx / 100 - x - 0.5) <= 0.75 && Math.abs(dy / 100 - y - 0.5) <= 0.75) return leaf;
    }
    return null;
  }
}
