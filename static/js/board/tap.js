/** What a tap on the map asks. Which token may do what is the server's business; here only what was touched is found. */
import { isOnMap, UNIT } from "./geometry.js";

const CROWDED = 32; // pixels a square: below it a finger meets several tokens
const REACH = 24;

export function followTaps(page, svg, view, question) {
  const tokens = () => [...svg.querySelectorAll("#layer-tokens .token[data-token]")];

  function tokensOn(square) {
    return tokens().filter((token) => {
      const size = Number(token.dataset.size);
      const dx = square.x - Number(token.dataset.x);
      const dy = square.y - Number(token.dataset.y);
      return dx >= 0 && dy >= 0 && dx < size && dy < size;
    });
  }
  function tokensNear(at) {
    const reach = REACH / view.scale;
    return tokens().filter((token) => {
      const size = Number(token.dataset.size) * 100;
      const x = Number(token.dataset.x) * 100;
      const y = Number(token.dataset.y) * 100;
      return at.x > x - reach && at.y > y - reach && at.x < x + size + reach && at.y < y + size + reach;
    });
  }

  /** The token once more, as the small face beside its name. */
  function face(token) {
    const size = Number(token.dataset.size);
    const small = page.createElementNS("http://www.w3.org/2000/svg", "svg");
    small.setAttribute("class", "face");
    small.setAttribute("viewBox", [-2, -6, 104, 104].map((each) => each * size).join(" "));
    small.setAttribute("aria-hidden", "true");
    const copy = token.cloneNode(true);
    for (const name of [...copy.attributes].map((each) => each.name)) if (name !== "class") copy.removeAttribute(name);
    copy.classList.remove("token--dim");
    for (const part of copy.querySelectorAll("text.token__name, .token__badge, .token__badges-count, .token__turn, .token__turn-case, .token__turn-flag, [class*=token__hp]")) part.remove();
    small.append(copy);
    return small;
  }

  function choose(list, then) {
    const chooser = page.getElementById("chooser");
    const rows = chooser.querySelector("ul");
    rows.replaceChildren(...list.map((token) => {
      const row = page.createElement("li");
      const button = page.createElement("button");
      button.className = "targets__row";
      button.type = "button";
      button.append(face(token), token.dataset.name);
      button.addEventListener("click", () => { chooser.close(); then(token); });
      row.append(button);
      return row;
    }));
    chooser.showModal();
  }

  /** The first weapon in the dock, or the one used last. */
  function weapon() {
    const dock = page.getElementById("dock");
    const token = dock?.dataset.token;
    if (!token) return null;
    const attacks = [...dock.querySelectorAll('[data-group="attack"]')];
    const last = sessionStorage.getItem(`weapon-${token}`);
    const found = attacks.find((each) => `${each.dataset.action} ${each.dataset.weapon}` === last) ?? attacks[0];
    return found ? { token, action: found.dataset.action, weapon: found.dataset.weapon } : null;
  }

  function onToken(token) {
    const id = token.dataset.token;
    const aim = question.is("aim");
    if (aim === "token" && id !== question.is("token")) {
      sessionStorage.setItem(`weapon-${question.is("token")}`, `${question.is("action")} ${question.is("weapon")}`);
      return question.ask(question.changed({ target: id, over_key: null, over_value: null, over_reason: null }));
    }
    if (aim === "path" && id === question.is("token")) return question.ask(question.changed({ x: null, y: null, path: null }));
    if (!token.classList.contains("token--mine")) {
      const armed = weapon();
      if (armed && armed.token !== id) {
        const query = new URLSearchParams({ token: armed.token, action: armed.action, target: id });
        if (armed.weapon) query.set("weapon", armed.weapon);
        return question.ask(query.toString());
      }
    }
    return question.ask(new URLSearchParams({ token: id }).toString());
  }

  function onSquare(square, at) {
    const aim = question.is("aim");
    // A burst spreads from an intersection: the nearest one.
    if (aim === "point" && at) square = { x: Math.round(at.x / UNIT), y: Math.round(at.y / UNIT) };
    if (aim === "path" || aim === "square" || aim === "point" || aim === "block") {
      return question.ask(question.changed({ x: square.x, y: square.y }));
    }
    if (question.open) return question.close();
    return undefined;
  }

  function tap(square, at, target) {
    if (svg.dataset.tool) return; // a drawing tool has the map
    if (target?.closest?.("[data-ghost]")) {
      page.querySelector("#panel-now [data-go]")?.click();
      return;
    }
    const door = target?.closest?.("[data-door]");
    if (door && svg.dataset.doors === "yes" && !question.open) {
      htmx.ajax("POST", `/t/${svg.dataset.table}/doors/${encodeURIComponent(door.dataset.barrier)}`, {
        target: "#toast", swap: "none", values: { open: door.dataset.door === "open" ? "" : "on" },
      });
      return;
    }
    if (!isOnMap(square, Number(svg.dataset.columns), Number(svg.dataset.rows))) return;
    if (["square", "point", "block"].includes(question.is("aim"))) return onSquare(square, at);
    const crowded = view.scale * 100 < CROWDED;
    const found = crowded && at ? tokensNear(at) : tokensOn(square);
    const others = question.is("aim") === "path" ? found.filter((token) => token.dataset.token === question.is("token") && at) : found;
    if (others.length > 1) return choose(others, onToken);
    if (others.length === 1) return onToken(others[0]);
    return onSquare(square, at);
  }

  svg.addEventListener("map:tap", (event) => tap(event.detail.square, event.detail, event.detail.target));
  return { tap, tokensOn, tokens };
}
