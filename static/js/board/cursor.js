/** The square cursor of the keyboard: brackets on the map, and its words in a live region. */
import { UNIT } from "./geometry.js";

const SVG = "http://www.w3.org/2000/svg";
const PATIENCE = 160; // ms a cursor rests before it is read out

export function openCursor(page, svg, view) {
  let at = null;
  let timer;

  function start() {
    const token = svg.querySelector(".token__turn")?.closest(".token") ?? svg.querySelector(".token--mine") ?? svg.querySelector(".token[data-token]");
    return token ? { x: Number(token.dataset.x), y: Number(token.dataset.y) } : { x: 0, y: 0 };
  }
  function draw() {
    const layer = page.getElementById("layer-cursor");
    layer.replaceChildren();
    if (!at) return;
    for (const css of ["token__select-case", "token__select"]) {
      const path = page.createElementNS(SVG, "path");
      path.setAttribute("class", `cursor ${css}`);
      path.setAttribute("d", "M0 24V0H24M76 0H100V24M100 76V100H76M24 100H0V76");
      path.setAttribute("transform", `translate(${at.x * UNIT} ${at.y * UNIT})`);
      layer.append(path);
    }
  }
  function say() {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (at) htmx.ajax("GET", `/t/${svg.dataset.table}/square?x=${at.x}&y=${at.y}`, { target: "#toast", swap: "none" });
    }, PATIENCE);
  }
  function move(dx, dy) {
    if (!at) at = start();
    else at = {
      x: Math.min(Math.max(at.x + dx, 0), Number(svg.dataset.columns) - 1),
      y: Math.min(Math.max(at.y + dy, 0), Number(svg.dataset.rows) - 1),
    };
    draw();
    view.reveal([[(at.x + 0.5) * UNIT, (at.y + 0.5) * UNIT]]);
    say();
  }
  function put(square) {
    at = square;
    draw();
    view.reveal([[(at.x + 0.5) * UNIT, (at.y + 0.5) * UNIT]]);
    say();
  }
  svg.addEventListener("blur", () => {
    page.getElementById("layer-cursor").replaceChildren();
  });
  svg.addEventListener("focus", () => {
    if (svg.matches(":focus-visible")) {
      if (!at) at = start();
      draw();
      say();
    }
  });
  return { move, put, hide() { at = null; draw(); }, get square() { return at ?? (at = start()); }, get shown() { return Boolean(at); } };
}
