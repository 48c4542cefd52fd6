/** Names of neighbours do not cover one another: one that has no room below its token stands above it, or gives way. */
import { UNIT } from "./geometry.js";

const LINE = 17; // what a line of a name is high, at the size that --u gives
const LETTER = 7.4; // and one letter wide

/** `scale`: pixels a map unit, for words of that size. */
export function placeNames(svg, scale) {
  const taken = [];
  const free = (box) => taken.every((other) => box.left >= other.right || box.right <= other.left || box.top >= other.bottom || box.bottom <= other.top);
  for (const token of inOrder(svg)) {
    const size = Number(token.dataset.size) * UNIT * scale;
    const middle = Number(token.dataset.x) * UNIT * scale + size / 2;
    const top = Number(token.dataset.y) * UNIT * scale;
    const half = (token.dataset.name.length * LETTER) / 2;
    const at = (y) => ({ left: middle - half, right: middle + half, top: y, bottom: y + LINE });
    const below = at(top + size);
    const above = at(top - LINE);
    const first = token.querySelector(".token__turn") || free(below); // whoever acts keeps its name where it stands
    const box = first ? below : above;
    const none = !first && !free(above);
    token.classList.toggle("token--crowded", none);
    token.querySelector(".token__name").style.transform = first || none ? "" : `translateY(${-(size + LINE + 4) / scale}px)`;
    if (!none) taken.push(box);
  }
}

/** Whoever acts first, then the chosen ones, then the others as they are drawn; who shows no name takes no room. */
function inOrder(svg) {
  const rank = (token) => (token.querySelector(".token__turn") ? 0 : token.classList.contains("token--named") ? 1 : 2);
  return [...svg.querySelectorAll("#layer-tokens .token[data-token]")]
    .filter((token) => token.querySelector(".token__name") && !token.classList.contains("token--tagged"))
    .filter((token) => !svg.classList.contains("map--small") || rank(token) < 2)
    .sort((a, b) => rank(a) - rank(b));
}
