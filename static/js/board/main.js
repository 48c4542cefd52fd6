/** The board's behaviours, put together. */
import { openCursor } from "./cursor.js";
import { followEvidence } from "./evidence.js";
import { followKeys } from "./keys.js";
import { keepMarks } from "./marks.js";
import { openQuestion } from "./question.js";
import { focusPoints, followSheet } from "./sheet.js";
import { followTabs } from "./tabs.js";
import { followTaps } from "./tap.js";
import { openView } from "./view.js";

const page = document;
const svg = page.getElementById("map");
if (svg) start();

function start() {
  const view = openView(svg);
  const question = openQuestion(page);
  const taps = followTaps(page, svg, view, question);
  const cursor = openCursor(page, svg, view);
  const evidence = followEvidence(page);
  const sheet = followSheet(page, question, view);
  const tabs = followTabs(page, sheet);
  const help = () => page.getElementById("help").showModal();
  followKeys(page, svg, { view, question, taps, cursor, evidence, help });
  keepMarks(page, svg, view, question);

  page.addEventListener("click", (event) => {
    const at = event.target.closest("[data-zoom], [data-menu], [data-help], [data-centre], [data-open], [data-sheet-of]");
    if (!at) return;
    if (at.dataset.zoom) ({ in: view.zoomIn, out: view.zoomOut, whole: view.whole })[at.dataset.zoom]();
    else if ("menu" in at.dataset) page.getElementById("menu").showModal();
    else if ("help" in at.dataset) { page.getElementById("menu").close(); help(); }
    else if (at.dataset.centre) centreOn(at.dataset.centre);
    else if (at.dataset.open) {
      const fold = page.getElementById(at.dataset.open);
      if (fold) { fold.open = true; fold.scrollIntoView({ block: "nearest" }); fold.querySelector("select, input")?.focus(); }
    } else if (at.dataset.sheetOf) tabs.open("sheet");
  });

  function centreOn(id) {
    const token = page.getElementById(`token-${id}`);
    if (!token) return;
    const half = Number(token.dataset.size) * 50;
    view.centre(Number(token.dataset.x) * 100 + half, Number(token.dataset.y) * 100 + half);
  }

  /** A question about a token that left the map is over. */
  const isOver = () => ["token", "target"].some((key) => question.is(key) && !page.getElementById(`token-${question.is(key)}`));

  // What rules look at has changed: an open question is asked anew, a little later, so that a burst of changes is one.
  // What is on its way is waited for: an act closes its question itself, and a tap asks about what stands now.
  let scene = page.getElementById("scene")?.dataset.version;
  let seen = scene;
  let soon;
  let latest;
  const running = new Set();
  const isAct = (sent) => sent.request.method === "POST";
  const sentBy = (event) => {
    const sent = event.detail?.ctx;
    return sent?.request && (isAct(sent) || /\/ask(\?|$)/.test(sent.request.action)) ? sent : null;
  };
  page.addEventListener("htmx:before:request", (event) => {
    const sent = sentBy(event);
    if (sent) running.add((latest = sent));
  });
  // The answer to a question that another one has overtaken comes too late.
  page.addEventListener("htmx:before:swap", (event) => {
    const sent = sentBy(event);
    if (sent && sent !== latest && !isAct(sent)) event.preventDefault();
  });
  page.addEventListener("htmx:finally:request", (event) => {
    if (running.delete(event.detail?.ctx)) follow();
  });
  page.addEventListener("htmx:after:swap", () => {
    scene = page.getElementById("scene")?.dataset.version;
    follow();
  });
  function follow() {
    if (scene === seen || running.size) return;
    seen = scene;
    clearTimeout(soon);
    soon = setTimeout(() => {
      if (running.size) seen = "";
      else if (question.open && question.is("kind") !== "record") isOver() ? question.close() : question.again();
    }, 60);
  }

  // A question or an act that found no server says so; the stream tells of itself elsewhere.
  page.addEventListener("htmx:error", (event) => {
    if (event.target.id === "live") return;
    const toast = page.createElement("div");
    toast.className = "toast";
    toast.textContent = board().dataset.noAnswer;
    page.getElementById("toast").replaceChildren(toast);
  });

  // This seat is gone, or another one now: the server says what is left to see.
  page.getElementById("live")?.addEventListener("gone", () => location.reload());

  // A new question brings its points into sight; a new prompt takes the focus to its words, once.
  let shown = "";
  let asks = page.querySelector("[data-prompt]")?.dataset.prompt ?? "";
  page.addEventListener("htmx:after:swap", () => {
    const now = question.is("query");
    if (now !== shown) {
      shown = now;
      if (now && board().dataset.view !== "now") tabs.open("now");
      if (question.is("kind") !== "reach") view.reveal(focusPoints(page));
    }
    const prompt = page.querySelector("#prompt[data-ask=mine] [data-prompt]")?.dataset.prompt ?? "";
    if (prompt && prompt !== asks) {
      tabs.open("now");
      page.getElementById("prompt-question")?.focus();
    }
    asks = prompt;
  });
  const board = () => page.querySelector(".board");

  // The sheet tab reads the token that was tapped last, else the one that the dock shows.
  let read = "";
  page.addEventListener("board:view", (event) => {
    if (event.detail === "sheet") readSheet();
  });
  page.addEventListener("htmx:after:swap", () => {
    if (board().dataset.view === "sheet") readSheet();
  });
  function readSheet() {
    const id = question.is("target") || question.is("token") || page.getElementById("dock")?.dataset.token || svg.querySelector(".token--mine")?.dataset.token;
    const panel = page.getElementById("panel-sheet");
    const sheet = panel.querySelector("[data-token]");
    // A form that is being filled in, or a tool that is open, is nothing to write over.
    if (!id || panel.querySelector("[data-keep]")) return;
    const stale = sheet?.dataset.token === id && Number(sheet.dataset.scene) < Number(scene) && !sheet.querySelector("details[open]");
    if (id === read && !(stale && page.getElementById(`token-${id}`))) return;
    read = id;
    htmx.ajax("GET", `/t/${board().dataset.table}/tokens/${encodeURIComponent(id)}/sheet`, { target: "#panel-sheet", swap: "innerHTML" });
  }

  // What is read anew keeps the focus that stood in it.
  let kept = "";
  const isSheet = (event) => /\/sheet$/.test(event.detail?.ctx?.request?.action ?? "");
  page.addEventListener("htmx:before:swap", (event) => {
    if (isSheet(event)) kept = page.getElementById("panel-sheet").contains(page.activeElement) ? page.activeElement.id : "";
  });
  page.addEventListener("htmx:after:swap", (event) => {
    if (isSheet(event) && kept) page.getElementById(kept)?.focus();
  });

  // A mouse may drag a token: the same preview, the same confirmation.
  let dragged = null;
  svg.addEventListener("pointerdown", (event) => {
    const token = event.target.closest?.("#layer-tokens .token--mine");
    if (token && event.pointerType === "mouse" && event.button === 0 && !svg.dataset.tool) {
      dragged = { id: token.dataset.token, x: event.clientX, y: event.clientY };
      event.stopImmediatePropagation();
    }
  }, { capture: true });
  page.addEventListener("pointerup", async (event) => {
    if (!dragged) return;
    const from = dragged;
    dragged = null;
    if (Math.hypot(event.clientX - from.x, event.clientY - from.y) < 8) return;
    const at = view.unitsAt(event);
    if (question.is("token") !== from.id || question.is("aim") !== "path") await question.ask(`token=${encodeURIComponent(from.id)}`);
    if (question.is("aim") === "path") await question.ask(question.changed({ x: Math.floor(at.x / 100), y: Math.floor(at.y / 100), path: null }));
  });
  svg.dataset.ready = "yes";
}
