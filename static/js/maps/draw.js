/** The drawing tools on the board. One stroke is one post; the map itself changes only by what the server sends. */
import { squareName, UNIT } from "../board/geometry.js";
import { corner, rectangle, route, wayOf } from "./strokes.js";

const SVG = "http://www.w3.org/2000/svg";
const SLOP = 6; // pixels that a finger may tremble
const LINGERS = 250; // ms a stroke stays in sight until the map has it
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function followDrawing(page) {
  const svg = page.getElementById("map");
  const row = page.getElementById("tool-row");
  const layer = page.getElementById("layer-tool");
  if (!svg || !row || !layer) return;
  const columns = () => Number(svg.dataset.columns);
  const rows = () => Number(svg.dataset.rows);
  let anchor = null; // where a stroke of two taps began
  let stroke = null; // the finger that draws
  let cursor = null; // of the keyboard: a corner or a square
  let queue = Promise.resolve();

  const tool = () => svg.dataset.tool ?? "";
  const kind = () => row.querySelector(`[data-tool-kinds="${tool()}"] input:checked`)?.value ?? "";
  const way = () => wayOf(kind());

  function take(name) {
    const on = name !== "select" && columns() > 0;
    if (on) svg.dataset.tool = name;
    else delete svg.dataset.tool;
    for (const button of page.querySelectorAll("[data-tool-button]")) {
      button.setAttribute("aria-pressed", String(button.dataset.toolButton === (on ? name : "select")));
    }
    for (const kinds of row.querySelectorAll("[data-tool-kinds]")) kinds.hidden = kinds.dataset.toolKinds !== name;
    row.hidden = !on;
    forget();
    hint();
  }
  function hint() {
    const words = { squares: "squares", door: "doors", erase: "erase", line: "lines" }[way()];
    for (const each of row.querySelectorAll("[data-tool-hint]")) each.hidden = each.dataset.toolHint !== words;
  }
  function forget() {
    anchor = stroke = cursor = null;
    layer.replaceChildren();
  }

  function at(event) {
    const matrix = svg.querySelector(".view").getScreenCTM().inverse();
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return { x: point.x / UNIT, y: point.y / UNIT };
  }

  function shape(name, css, attributes) {
    const made = page.createElementNS(SVG, name);
    made.setAttribute("class", css);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    layer.append(made);
  }
  function dot(point) {
    shape("circle", "draw-dot", { cx: point.x * UNIT, cy: point.y * UNIT, r: 14 });
  }
  function show(from, to) {
    layer.replaceChildren();
    if (way() === "squares") {
      const { x, y, width, height } = rectangle(from, to, columns(), rows());
      shape("rect", "draw-area", { x: x * UNIT, y: y * UNIT, width: width * UNIT, height: height * UNIT });
      return;
    }
    const path = route(corner(from, columns(), rows()), corner(to, columns(), rows()), way());
    const d = `M${path.map((point) => `${point.x * UNIT} ${point.y * UNIT}`).join("L")}`;
    shape("path", "draw-case", { d });
    shape("path", "draw-line", { d });
    dot(path[0]);
  }

  function send(from, to) {
    // A target of its own: htmx takes the body for a whole page, and a refusal would come as one.
    const values = { tool: kind(), x1: from.x, y1: from.y, x2: to.x, y2: to.y };
    queue = queue
      .then(() => htmx.ajax("POST", `/t/${svg.dataset.table}/map/draw`, { target: "#toast", swap: "none", values }))
      .catch(() => undefined);
    const drawn = [...layer.children];
    queue.then(() => setTimeout(() => drawn.forEach((each) => each.remove()), LINGERS));
  }

  /** A place was tapped (or Enter pressed at it): the first or the second end of a stroke, or all of it. */
  function tapped(point) {
    if (way() === "squares" || way() === "door" || way() === "erase") {
      if (way() === "squares") show(point, point);
      send(point, point);
      return;
    }
    const here = corner(point, columns(), rows());
    if (!anchor) {
      anchor = here;
      layer.replaceChildren();
      dot(here);
    } else if (here.x !== anchor.x || here.y !== anchor.y) {
      show(anchor, here);
      send(anchor, here);
      anchor = here;
    }
  }

  // --- pointers: one draws, two move the map

  const down = new Map();
  const passed = new WeakSet();
  let handed = false;
  const stop = (event) => event.stopImmediatePropagation();

  svg.addEventListener("pointerdown", (event) => {
    if (!tool() || passed.has(event) || event.button > 0) return;
    down.set(event.pointerId, event);
    if (handed) return;
    if (stroke) { // a second finger: give both to the map
      const first = down.get(stroke.id);
      stroke = null;
      layer.replaceChildren();
      handed = true;
      const again = new PointerEvent("pointerdown", first);
      passed.add(again);
      svg.dispatchEvent(again);
      return;
    }
    stroke = { id: event.pointerId, from: at(event), px: event.clientX, py: event.clientY, moved: false };
    svg.setPointerCapture(event.pointerId);
    stop(event);
  }, { capture: true });

  svg.addEventListener("pointermove", (event) => {
    if (!tool() || handed) return;
    if (stroke?.id === event.pointerId) {
      stop(event);
      down.set(event.pointerId, event);
      stroke.moved ||= Math.hypot(event.clientX - stroke.px, event.clientY - stroke.py) >= SLOP;
      if (stroke.moved) show(stroke.from, at(event));
    } else if (anchor && event.pointerType === "mouse" && !event.buttons) {
      show(anchor, at(event));
    }
  }, { capture: true });

  svg.addEventListener("pointerup", (event) => {
    down.delete(event.pointerId);
    if (handed) {
      if (down.size === 0) handed = false;
      return;
    }
    if (stroke?.id !== event.pointerId) return;
    stop(event);
    const { from, moved } = stroke;
    stroke = null;
    if (!moved) {
      tapped(at(event));
      return;
    }
    anchor = null;
    show(from, at(event));
    send(from, at(event));
  }, { capture: true });

  svg.addEventListener("pointercancel", (event) => {
    down.delete(event.pointerId);
    if (down.size === 0) handed = false;
    if (stroke?.id === event.pointerId) forget();
  }, { capture: true });

  // --- keys: arrows move a corner or a square, Enter begins and ends, Escape leaves

  svg.addEventListener("keydown", (event) => {
    if (!tool() || event.altKey || event.ctrlKey || event.metaKey) return;
    const squares = way() === "squares";
    if (event.key in ARROWS) {
      event.preventDefault();
      const most = squares ? { x: columns() - 1, y: rows() - 1 } : { x: columns(), y: rows() };
      const [dx, dy] = cursor ? ARROWS[event.key] : [0, 0];
      cursor ??= { x: Math.floor(columns() / 2), y: Math.floor(rows() / 2) };
      cursor = { x: Math.min(Math.max(cursor.x + dx, 0), most.x), y: Math.min(Math.max(cursor.y + dy, 0), most.y) };
      pointOut();
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (!cursor) return;
      if (!anchor) anchor = cursor;
      else if (squares || anchor.x !== cursor.x || anchor.y !== cursor.y) {
        pointOut();
        const half = squares ? 0.5 : 0; // the middle of a square, or its corner
        send({ x: anchor.x + half, y: anchor.y + half }, { x: cursor.x + half, y: cursor.y + half });
        anchor = way() === "line" ? cursor : null;
      }
    } else if (event.key === "Escape") {
      event.preventDefault();
      if (anchor) {
        anchor = null;
        pointOut();
      } else take("select");
    }
  }, { capture: true });

  function pointOut() {
    const words = row.querySelector("#tool-says");
    if (way() === "squares") {
      const middle = (square) => ({ x: square.x + 0.5, y: square.y + 0.5 });
      show(middle(anchor ?? cursor), middle(cursor));
      words.textContent = squareName(cursor);
      return;
    }
    if (anchor) show(anchor, cursor);
    else layer.replaceChildren();
    dot(cursor);
    words.textContent = row.dataset.corner.replace("{column}", cursor.x).replace("{row}", cursor.y);
  }

  // --- buttons

  page.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-tool-button]");
    if (button) {
      take(button.dataset.toolButton);
      if (tool()) svg.focus({ preventScroll: true });
    } else if (event.target.closest?.("[data-tool-done]")) {
      take("select");
      page.querySelector('[data-tool-button="select"]')?.focus();
    }
  });
  row.addEventListener("change", () => {
    forget();
    hint();
  });
}
