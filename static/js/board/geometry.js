/** Plain figures of the map: no DOM in here. 100 map units are one square. */
export const UNIT = 100;

/** The square under a point given in map units. */
export function squareAt(x, y) {
  return { x: Math.floor(x / UNIT), y: Math.floor(y / UNIT) };
}

export function isOnMap(square, columns, rows) {
  return square.x >= 0 && square.y >= 0 && square.x < columns && square.y < rows;
}

/** What a square is called: column letters and row number. Square 27, 0 is AB1. */
export function squareName({ x, y }) {
  let letters = "";
  for (let column = x + 1; column > 0; column = Math.floor((column - 1) / 26)) {
    letters = String.fromCharCode(65 + ((column - 1) % 26)) + letters;
  }
  return letters + (y + 1);
}

/** A view is where map unit 0, 0 lies on the glass, in pixels, and how many pixels a unit has. */
export function zoomedAbout(view, factor, px, py, limits) {
  const scale = Math.min(Math.max(view.scale * factor, limits.least), limits.most);
  const ratio = scale / view.scale;
  return { scale, x: px - (px - view.x) * ratio, y: py - (py - view.y) * ratio };
}

/** The view that shows a box of map units whole, in the middle of a glass; `pad` are pixels to keep free on each side. */
export function fitted(box, glass, pad, most) {
  const wide = Math.max(glass.width - pad.left - pad.right, 40);
  const high = Math.max(glass.height - pad.top - pad.bottom, 40);
  const scale = Math.min(wide / box.width, high / box.height, most);
  return {
    scale,
    x: pad.left + (wide - box.width * scale) / 2 - box.x * scale,
    y: pad.top + (high - box.height * scale) / 2 - box.y * scale,
  };
}

/** The smallest box round points, widened by `margin` units. */
export function boxAround(points, margin) {
  const xs = points.map((point) => point[0]);
  const ys = points.map((point) => point[1]);
  const x = Math.min(...xs) - margin;
  const y = Math.min(...ys) - margin;
  return { x, y, width: Math.max(...xs) + margin - x, height: Math.max(...ys) + margin - y };
}

/** Keep some of the map on the glass, however far it is pushed. */
export function heldOnGlass(view, map, glass) {
  const keep = 80;
  const x = Math.min(Math.max(view.x, keep - map.width * view.scale), glass.width - keep);
  const y = Math.min(Math.max(view.y, keep - map.height * view.scale), glass.height - keep);
  return { scale: view.scale, x, y };
}

/** How far a view must be pushed so that a box of map units lies inside the free part of the glass. */
export function pushInto(view, box, glass, pad) {
  const left = box.x * view.scale + view.x;
  const top = box.y * view.scale + view.y;
  const right = left + box.width * view.scale;
  const bottom = top + box.height * view.scale;
  const dx = left < pad.left ? pad.left - left : right > glass.width - pad.right ? glass.width - pad.right - right : 0;
  const dy = top < pad.top ? pad.top - top : bottom > glass.height - pad.bottom ? glass.height - pad.bottom - bottom : 0;
  return { scale: view.scale, x: view.x + dx, y: view.y + dy };
}

/** Shift a tag sideways so that it stays on the glass. `at` is its foot in pixels, `half` half its width. */
export function tagShift(at, half, width) {
  if (at - half < 4) return Math.min(half - 12, 4 - (at - half));
  if (at + half > width - 4) return Math.max(12 - half, width - 4 - (at + half));
  return 0;
}
