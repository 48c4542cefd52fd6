/** Pan, zoom and pinch. The view lives on g.view, which no swap touches. A tap is told as "map:tap" with its square. */
import { boxAround, fitted, heldOnGlass, pushInto, squareAt, tagShift, UNIT, zoomedAbout } from "./geometry.js";
import { placeNames } from "./names.js";

const SLOP = 6; // pixels that a finger may tremble
const STEP = 1.3;
const SMALL = 32; // pixels a square: below it names and badges are thinned out
const TINY = 20;

export function openView(svg) {
  const group = svg.querySelector(".view");
  const size = () => ({ width: (svg.dataset.columns || 12) * UNIT, height: (svg.dataset.rows || 8) * UNIT });
  const glass = () => svg.getBoundingClientRect();
  let view = { scale: 1, x: 0, y: 0 };
  let touched = false; // somebody has moved the map: it is not fitted again by itself
  const limits = () => {
    const whole = fitted({ x: 0, y: 0, ...size() }, glass(), pad(), 2).scale;
    return { least: Math.min(whole * 0.6, 0.2), most: 2.4 };
  };

  /** What covers the glass: the dock at its foot. */
  function pad() {
    const phone = matchMedia("(max-width: 720px)").matches;
    const dock = svg.parentElement.querySelector(".actions--dock");
    const foot = dock && dock.offsetHeight ? dock.offsetHeight + 24 : 24;
    return phone ? { left: 16, right: 16, top: 44, bottom: 34 } : { left: 28, right: 28, top: 28, bottom: foot };
  }

  function show(next, settle = true) {
    view = heldOnGlass(next, size(), glass());
    group.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.scale})`;
    if (settle) dress();
  }
  function dress() {
    svg.style.setProperty("--u", (1 / view.scale).toFixed(4));
    const square = view.scale * UNIT;
    svg.classList.toggle("map--small", square < SMALL);
    svg.classList.toggle("map--tiny", square < TINY);
    svg.dataset.square = square.toFixed(1);
    keepTags();
    placeNames(svg, view.scale);
  }
  function keepTags() {
    const { width } = glass();
    for (const place of svg.querySelectorAll("[data-half]")) {
      const [, x] = /translate\(([-\d.]+)/.exec(place.getAttribute("transform")) ?? [];
      const shift = tagShift(x * view.scale + view.x, Number(place.dataset.half), width);
      place.firstElementChild.style.transform = shift ? `translate(${shift / view.scale}px, 0) scale(var(--u))` : "";
    }
  }

  function whole() {
    show(fitted({ x: 0, y: 0, ...size() }, glass(), pad(), 1.2));
  }
  /** The first view: the whole map on a desktop; on a smaller glass the tokens at 36 pixels a square or more where the whole map would be smaller. */
  function first() {
    const all = fitted({ x: 0, y: 0, ...size() }, glass(), pad(), 1.2);
    if (all.scale * UNIT >= 36 || matchMedia("(min-width: 1181px)").matches) return show(all);
    const turn = svg.querySelector(".token__turn")?.closest(".token") ?? svg.querySelector(".token--mine") ?? svg.querySelector(".token");
    if (!turn) return show(all);
    const near = [...svg.querySelectorAll(".token[data-token]")].map(middle);
    const centre = middle(turn);
    near.sort((a, b) => distance(a, centre) - distance(b, centre));
    let best = fitted(boxAround([centre], 2 * UNIT), glass(), pad(), 0.44);
    for (let count = 2; count <= near.length; count++) {
      const more = fitted(boxAround(near.slice(0, count), 1.2 * UNIT), glass(), pad(), 0.44);
      if (more.scale * UNIT < 36) break;
      best = more;
    }
    show(best);
  }
  const distance = (a, b) => Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]));
  const middle = (token) => {
    const half = Number(token.dataset.size) / 2;
    return [(Number(token.dataset.x) + half) * UNIT, (Number(token.dataset.y) + half) * UNIT];
  };

  function zoom(factor, px = glass().width / 2, py = glass().height / 2) {
    touched = true;
    show(zoomedAbout(view, factor, px, py, limits()));
  }
  function centre(x, y) {
    touched = true;
    const { width, height } = glass();
    const free = pad();
    show({ scale: view.scale, x: width / 2 - x * view.scale, y: (height - free.bottom + free.top) / 2 - y * view.scale });
  }
  /** Bring points (map units) into the free part of the glass; zoom out only where they do not fit. */
  function reveal(points) {
    if (!points.length) return;
    touched = true;
    const box = boxAround(points, 0.8 * UNIT);
    const { width, height } = glass();
    const free = pad();
    const fits = box.width * view.scale <= width - free.left - free.right && box.height * view.scale <= height - free.top - free.bottom;
    show(fits ? pushInto(view, box, { width, height }, free) : fitted(box, { width, height }, free, view.scale));
  }
  function unitsAt(event) {
    const { left, top } = glass();
    return { x: (event.clientX - left - view.x) / view.scale, y: (event.clientY - top - view.y) / view.scale };
  }

  const fingers = new Map();
  let moved = false;
  svg.addEventListener("pointerdown", (event) => {
    if (event.button > 0 && event.button !== 1) return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY, fromX: event.clientX, fromY: event.clientY });
    if (fingers.size === 1) moved = false;
  });
  svg.addEventListener("pointermove", (event) => {
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    const before = [...fingers.values()].map((each) => ({ ...each }));
    const index = [...fingers.keys()].indexOf(event.pointerId);
    finger.x = event.clientX;
    finger.y = event.clientY;
    if (!moved && fingers.size === 1 && Math.hypot(finger.x - finger.fromX, finger.y - finger.fromY) < SLOP) return;
    if (!moved) {
      moved = touched = true;
      svg.setPointerCapture(event.pointerId);
      svg.classList.add("map--dragged");
    }
    if (fingers.size === 1) {
      show({ scale: view.scale, x: view.x + finger.x - before[0].x, y: view.y + finger.y - before[0].y }, false);
    } else if (fingers.size === 2) {
      const other = before[1 - index];
      const was = Math.hypot(before[index].x - other.x, before[index].y - other.y) || 1;
      const now = Math.hypot(finger.x - other.x, finger.y - other.y) || 1;
      const { left, top } = glass();
      const px = (finger.x + other.x) / 2 - left;
      const py = (finger.y + other.y) / 2 - top;
      const slid = { scale: view.scale, x: view.x + (finger.x - before[index].x) / 2, y: view.y + (finger.y - before[index].y) / 2 };
      show(zoomedAbout(slid, now / was, px, py, limits()));
    }
  });
  function lifted(event) {
    if (!fingers.delete(event.pointerId)) return;
    if (fingers.size === 0) {
      svg.classList.remove("map--dragged");
      if (moved) keepTags();
    }
  }
  svg.addEventListener("pointerup", lifted);
  svg.addEventListener("pointercancel", lifted);
  svg.addEventListener("click", (event) => {
    if (moved) {
      event.stopImmediatePropagation();
      return;
    }
    const at = unitsAt(event);
    svg.dispatchEvent(new CustomEvent("map:tap", { bubbles: true, detail: { ...at, square: squareAt(at.x, at.y), target: event.target } }));
  });
  svg.addEventListener("wheel", (event) => {
    event.preventDefault();
    const { left, top } = glass();
    zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0015)), event.clientX - left, event.clientY - top);
  }, { passive: false });

  // The server sends a view box, so that the whole map shows before this runs; from here on pixels are the measure.
  svg.removeAttribute("viewBox");
  first();
  new ResizeObserver(() => {
    if (!touched) first();
    else dress();
  }).observe(svg);

  return {
    zoomIn: () => zoom(STEP),
    zoomOut: () => zoom(1 / STEP),
    whole: () => { touched = true; whole(); },
    first,
    centre,
    reveal,
    dress,
    unitsAt,
    get scale() { return view.scale; },
  };
}
