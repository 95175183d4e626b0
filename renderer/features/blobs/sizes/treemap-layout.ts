// The layout of a treemap: areas proportional to values, tiles as square as possible (Bruls, Huizing and van Wijk,
// "Squarified Treemaps"). Pure.

export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/**
 * One rectangle a value, in their order, which fill the area without overlap.
 * @param values positive, largest first
 */
export function treemapLayout(values: readonly number[], area: Rect): readonly Rect[] {
  const total = values.reduce((sum, value) => sum + value, 0);
  const scale = total > 0 ? (area.width * area.height) / total : 0;
  const placed: Rect[] = [];
  let free = area;
  let start = 0;
  while (start < values.length) {
    const side = Math.min(free.width, free.height);
    let end = start + 1;
    let sum = (values[start] ?? 0) * scale;
    for (; end < values.length; end += 1) {
      const next = (values[end] ?? 0) * scale;
      const largest = (values[start] ?? 0) * scale;
      const smallest = (values[end - 1] ?? 0) * scale;
      if (worstRatio(largest, next, sum + next, side) > worstRatio(largest, smallest, sum, side)) break;
      sum += next;
    }
    const row = values.slice(start, end).map((value) => value * scale);
    free = placeRow(row, sum, free, placed);
    start = end;
  }
  return placed;
}

export type Direction = 'left' | 'right' | 'up' | 'down';

/** The tile that lies next in a direction, nearest to the middle of the one it starts from; -1 when none does. */
export function neighbour(rects: readonly Rect[], from: number, direction: Direction): number {
  const start = rects[from];
  if (start === undefined) return -1;
  const isAcross = direction === 'left' || direction === 'right';
  let best = -1;
  let min = Infinity;
  rects.forEach((rect, index) => {
    const ahead = gapTowards(start, rect, direction);
    if (index === from || ahead < -tolerance) return;
    const aside = Math.abs(isAcross ? middleY(rect) - middleY(start) : middleX(rect) - middleX(start));
    const distance = ahead * 2 + aside;
    if (distance < min) [best, min] = [index, distance];
  });
  return best;
}

/** Edges that touch may differ by rounding. */
const tolerance = 0.5;
const middleX = ({ left, width }: Rect): number => left + width / 2;
const middleY = ({ top, height }: Rect): number => top + height / 2;

function gapTowards(from: Rect, to: Rect, direction: Direction): number {
  switch (direction) {
    case 'left':
      return from.left - (to.left + to.width);
    case 'right':
      return to.left - (from.left + from.width);
    case 'up':
      return from.top - (to.top + to.height);
    case 'down':
      return to.top - (from.top + from.height);
  }
}

/** The worst aspect ratio of the tiles of a row; 1 is square. */
function worstRatio(largest: number, smallest: number, sum: number, side: number): number {
  if (sum === 0 || smallest === 0) return Infinity;
  return Math.max((side * side * largest) / (sum * sum), (sum * sum) / (side * side * smallest));
}

/** Puts the tiles along the shorter side; returns what is left free. */
function placeRow(row: readonly number[], sum: number, free: Rect, placed: Rect[]): Rect {
  const { left, top, width, height } = free;
  const isColumn = width >= height;
  const along = isColumn ? height : width;
  const thickness = along === 0 ? 0 : sum / along;
  let offset = 0;
  for (const area of row) {
    const length = sum === 0 ? 0 : (area / sum) * along;
    placed.push(
      isColumn
        ? { left, top: top + offset, width: thickness, height: length }
        : { left: left + offset, top, width: length, height: thickness },
    );
    offset += length;
  }
  return isColumn
    ? { left: left + thickness, top, width: Math.max(0, width - thickness), height }
    : { left, top: top + thickness, width, height: Math.max(0, height - thickness) };
}
