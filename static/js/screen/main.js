/** The table screen: true inches, quarter turns, and a corner of settings that hides. It asks nothing of the server. */
import { placeNames } from "../board/names.js";
import { pixelsPerInch, readDiagonal, turnTransform, viewBox } from "./scale.js";

const GLASS = 1.45; // words on the table are read from further away
const EDGE = 64; // pixels for the ribbons
const NARROW = 721; // below it only the ribbons at head and foot stand
const SMALL = 32; // pixels a square: below it only the acting token is named
const TINY = 20;
const CORNER_MS = 6000;
const DIAGONAL = "screen-diagonal";
const TURN = "screen-turn";

export function run(page) {
  const screenPart = page.querySelector("[data-screen]");
  if (!screenPart) return;
  const map = screenPart.querySelector("svg.map");
  const corner = page.getElementById("screen-settings");
  const field = page.getElementById("diagonal");
  field.value = localStorage.getItem(DIAGONAL) ?? "";

  function draw() {
    const width = Number(map.dataset.columns) * 100;
    const height = Number(map.dataset.rows) * 100;
    if (!width || !height) return;
    const inches = readDiagonal(localStorage.getItem(DIAGONAL) ?? "");
    const turn = Number(localStorage.getItem(TURN) ?? 0) % 4;
    const glass = map.getBoundingClientRect();
    const inch = inches > 0 ? pixelsPerInch(screen.width, screen.height, inches) : null;
    const edge = glass.width < NARROW ? { x: 8, y: EDGE } : { x: EDGE, y: EDGE };
    const box = viewBox({ width, height, glass, turn, inch, focus: focus(), edge });
    put(map.querySelector(".view"), "transform", turnTransform(width, height, turn));
    put(map, "viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
    const units = Math.max(box.width / glass.width, box.height / glass.height);
    const far = glass.width < NARROW ? 1 : GLASS;
    map.style.setProperty("--u", (units * far).toFixed(3));
    map.classList.toggle("map--small", 100 / units < SMALL);
    map.classList.toggle("map--tiny", 100 / units < TINY);
    placeNames(map, 1 / (units * far));
  }

  /** The middle of the token whose turn it is. */
  function focus() {
    const token = map.querySelector(".token__turn")?.closest(".token");
    if (!token) return null;
    const size = Number(token.dataset.size) || 1;
    return { x: (Number(token.dataset.x) + size / 2) * 100, y: (Number(token.dataset.y) + size / 2) * 100 };
  }

  function saveDiagonal() {
    const inches = readDiagonal(field.value);
    const wrong = Number.isNaN(inches);
    page.getElementById("diagonal-fault").hidden = !wrong;
    field.closest(".field").classList.toggle("field--wrong", wrong);
    field.setAttribute("aria-invalid", String(wrong));
    if (wrong) return;
    if (inches) localStorage.setItem(DIAGONAL, String(inches));
    else localStorage.removeItem(DIAGONAL);
    draw();
  }

  field.addEventListener("change", saveDiagonal);
  screenPart.addEventListener("click", (event) => {
    if (event.target.closest("[data-screen-turn]")) {
      localStorage.setItem(TURN, String((Number(localStorage.getItem(TURN) ?? 0) + 1) % 4));
      draw();
    }
    if (event.target.closest("[data-screen-full]")) {
      if (page.fullscreenElement) page.exitFullscreen();
      else page.documentElement.requestFullscreen?.();
    }
    if (event.target.closest("[data-screen-done]")) corner.removeAttribute("open");
  });
  corner.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    saveDiagonal();
  });

  // The corner hides while nobody touches the screen, and comes back with the first touch or key.
  let timer;
  function wake() {
    corner.hidden = false;
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!corner.open && !corner.contains(page.activeElement)) corner.hidden = true;
    }, CORNER_MS);
  }
  for (const kind of ["pointermove", "pointerdown", "keydown"]) page.addEventListener(kind, wake);
  // A table that is only looked at must not go dark; where the browser may (https), the screen stays on.
  const stayOn = () => page.visibilityState === "visible" && navigator.wakeLock?.request("screen").catch(() => {});
  page.addEventListener("visibilitychange", stayOn);
  stayOn();
  wake();
  draw();
  addEventListener("resize", draw);
  new MutationObserver(draw).observe(map.querySelector(".view"), { childList: true, subtree: true, attributeFilter: ["transform", "data-x", "data-y"] });
}

/** Set an attribute only where it changes: the observer above would wake for nothing, and for ever. */
function put(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

run(document);
