/** What of the map a table screen shows. Units: 100 map units a square, CSS pixels on the glass, inches in the world. */

export const UNIT = 100;

/** CSS pixels in an inch of a screen so large. */
export function pixelsPerInch(width, height, diagonal) {
  return Math.hypot(width, height) / diagonal;
}

/** A typed diagonal in inches, or null for none; NaN where it is no diagonal from 5 to 120. */
export function readDiagonal(typed) {
  const text = typed.trim().replace(",", ".");
  if (!text) return null;
  const inches = /^\d{1,3}(\.\d{1,3})?$/.test(text) ? Number(text) : NaN;
  return inches >= 5 && inches <= 120 ? inches : NaN;
}

/** The view box, in turned map units, for a map of so many units, turned by quarters.
 *
 * `inch`: pixels an inch, or null to show the whole map, `edge` pixels off the glass's edge; `focus`: what to keep in
 * sight, in map units, or null.
 * In true inches the box moves by whole squares only, so that figures on the glass keep their squares.
 */
export function viewBox({ width, height, glass, turn, inch, focus, edge = { x: 0, y: 0 } }) {
  const [w, h] = turn % 2 ? [height, width] : [width, height];
  if (!inch) {
    const units = Math.max(w / Math.max(glass.width - 2 * edge.x, 1), h / Math.max(glass.height - 2 * edge.y, 1));
    const [wide, high] = [glass.width * units, glass.height * units];
    return { x: (w - wide) / 2, y: (h - high) / 2, width: wide, height: high };
  }
  const seen = { width: (glass.width * UNIT) / inch, height: (glass.height * UNIT) / inch };
  const at = focus ? turned(focus, width, height, turn) : { x: w / 2, y: h / 2 };
  return { x: along(at.x, w, seen.width), y: along(at.y, h, seen.height), ...seen };
}

/** A point of the map after it was turned by quarters clockwise, the turned map's corner at 0, 0. */
export function turned({ x, y }, width, height, turn) {
  return [{ x, y }, { x: height - y, y: x }, { x: width - x, y: height - y }, { x: y, y: width - x }][turn % 4];
}

/** The transform that turns the map so. */
export function turnTransform(width, height, turn) {
  return ["", `translate(${height} 0) rotate(90)`, `translate(${width} ${height}) rotate(180)`, `translate(0 ${width}) rotate(270)`][turn % 4];
}

function along(at, whole, seen) {
  if (seen >= whole) return (whole - seen) / 2;
  const start = Math.round((at - seen / 2) / UNIT) * UNIT;
  return Math.max(-UNIT / 2, Math.min(start, whole - seen + UNIT / 2));
}
