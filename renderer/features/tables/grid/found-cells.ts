// The cells that a search has found: kept by loaded row, visited in the displayed order.
import type { Arrangement } from './arrangement';
import type { Cell } from './selection';

/** How many columns can be told apart. */
export const searchableColumns = 4096;

const maxCells = 100_000;

/** Row and column in one number: numbers take little memory, and sort quickly in the order of rows. */
const packed = ({ row, column }: Cell): number => row * searchableColumns + column;
const unpacked = (number: number): Cell => ({
  row: Math.floor(number / searchableColumns),
  column: number % searchableColumns,
});

export interface VisitedCell {
  readonly cell: Cell;
  /** Its place among all found cells in the displayed order, from 1. */
  readonly place: number;
}

export class FoundCells {
  readonly #arrangement: Arrangement;
  #loaded: number[] = [];
  #displayed: { readonly count: number; readonly order: Uint32Array | undefined; readonly cells: Float64Array } | null =
    null;

  constructor(arrangement: Arrangement) {
    this.#arrangement = arrangement;
  }

  get count(): number {
    return this.#loaded.length;
  }

  /** No more are kept. */
  get isFull(): boolean {
    return this.#loaded.length >= maxCells;
  }

  clear(): void {
    this.#loaded = [];
    this.#displayed = null;
  }

  /** Cells of rows behind all those before, by their loaded row and the place of their column; the order is free. */
  add(cells: readonly Cell[]): void {
    const numbers = cells.map(packed).sort((left, right) => left - right);
    for (const number of numbers.slice(0, maxCells - this.#loaded.length)) this.#loaded.push(number);
  }

  /**
   * The next one from this displayed cell on, and around the end; without a cell, from the start.
   * @param itself whether the cell itself counts on the way forwards
   */
  step(direction: 'next' | 'previous', from: Cell | undefined, itself: 'counts' | 'is-left'): VisitedCell | undefined {
    const cells = this.#inDisplayedOrder();
    if (cells.length === 0) return undefined;
    const start = from === undefined ? -1 : packed(from);
    const place =
      direction === 'previous'
        ? firstAtLeast(cells, start) - 1
        : firstAtLeast(cells, itself === 'counts' ? start : start + 1);
    const at = (place + cells.length) % cells.length;
    return { cell: unpacked(cells[at] ?? 0), place: at + 1 };
  }

  #inDisplayedOrder(): Float64Array {
    const { order } = this.#arrangement.store.getState();
    if (this.#displayed?.count === this.count && this.#displayed.order === order) return this.#displayed.cells;
    const cells = Float64Array.from(this.#loaded, (number) => {
      const { row, column } = unpacked(number);
      return packed({ row: this.#arrangement.positionOf(row), column });
    });
    if (order !== undefined) cells.sort();
    this.#displayed = { count: this.count, order, cells };
    return cells;
  }
}

function firstAtLeast(cells: Float64Array, key: number): number {
  let low = 0;
  let high = cells.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((cells[middle] ?? 0) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
