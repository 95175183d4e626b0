// The counted cells of a chart's series: by bucket on x and y, with sums, minimum and maximum.

export type CellPosition = readonly [x: number, y: number];

export interface Cell {
  readonly at: CellPosition;
  count: number;
  sumX: number;
  lowX: number;
  highX: number;
  sum: number;
  low: number;
  high: number;
}

export type Cells = Map<string, Cell>;

export interface Group {
  /** Values in all cells. */
  count: number;
  cells: Cells;
}

export function emptyGroup(): Group {
  return { count: 0, cells: new Map() };
}

export function addToCell(cells: Cells, at: CellPosition, x: number, y: number): void {
  mergeCell(cells, { at, count: 1, sumX: x, lowX: x, highX: x, sum: y, low: y, high: y });
}

/** Both in one; neither of them is changed. */
export function mergeGroups(left: Group, right: Group): Group {
  const cells: Cells = new Map();
  for (const cell of left.cells.values()) mergeCell(cells, cell);
  for (const cell of right.cells.values()) mergeCell(cells, cell);
  return { count: left.count + right.count, cells };
}

export function movedCells(cells: Cells, move: (at: CellPosition) => CellPosition): Cells {
  const moved: Cells = new Map();
  for (const cell of cells.values()) mergeCell(moved, { ...cell, at: move(cell.at) });
  return moved;
}

/** If the sum overflowed, the middle of minimum and maximum replaces the mean. */
export function meanOf(sum: number, count: number, low: number, high: number): number {
  const mean = sum / count;
  return Number.isFinite(mean) ? Math.min(high, Math.max(low, mean)) : low / 2 + high / 2;
}

function mergeCell(cells: Cells, added: Cell): void {
  const key = `${added.at[0]},${added.at[1]}`;
  const cell = cells.get(key);
  if (cell === undefined) {
    cells.set(key, { ...added });
    return;
  }
  cell.count += added.count;
  cell.sumX += added.sumX;
  cell.lowX = Math.min(cell.lowX, added.lowX);
  cell.highX = Math.max(cell.highX, added.highX);
  cell.sum += added.sum;
  cell.low = Math.min(cell.low, added.low);
  cell.high = Math.max(cell.high, added.high);
}
