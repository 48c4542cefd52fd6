/** What a stroke looks like before the server answers, in squares. No DOM in here, and no rule: the server draws the map. */
const SQUARES = new Set(["solid", "low", "cover", "difficult", "pit", "dim", "dark", "fog", "smoke", "erase-ground", "erase-light", "erase-fog"]);

/** "squares" fill rectangles, "door" and "erase" may be tapped, "line" runs from corner to corner. */
export function wayOf(kind) {
  if (SQUARES.has(kind)) return "squares";
  if (kind === "door") return "door";
  return kind === "erase-walls" ? "erase" : "line";
}

export function corner(point, columns, rows) {
  const clamp = (value, most) => Math.min(Math.max(Math.round(value), 0), most);
  return { x: clamp(point.x, columns), y: clamp(point.y, rows) };
}

/** Along grid lines, the longer way first; a door goes straight. */
export function route(from, to, way) {
  const across = Math.abs(to.x - from.x) >= Math.abs(to.y - from.y);
  const bend = across ? { x: to.x, y: from.y } : { x: from.x, y: to.y };
  return way === "door" ? [from, bend] : [from, bend, to];
}

export function rectangle(from, to, columns, rows) {
  const clamp = (value, most) => Math.min(Math.max(Math.floor(value), 0), most - 1);
  const xs = [clamp(from.x, columns), clamp(to.x, columns)].sort((a, b) => a - b);
  const ys = [clamp(from.y, rows), clamp(to.y, rows)].sort((a, b) => a - b);
  return { x: xs[0], y: ys[0], width: xs[1] - xs[0] + 1, height: ys[1] - ys[0] + 1 };
}
