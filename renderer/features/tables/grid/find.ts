// Find in the loaded rows: every visible cell that contains the text, ignoring case. Searches in turns,
// continues as rows arrive, and visits the matches in the displayed order.
import type { EdmValue } from '@shared/model/entity';
import { type StoreApi, createStore } from 'zustand/vanilla';
import { type ValueSource, valueReader } from '@shared/rows/packed-rows';
import type { QueryRun } from '../result/query-run';
import { type Yielder, walkRows } from '../result/row-walk';
import type { Arrangement } from './arrangement';
import { exactText, readableDate } from '../result/value-format';
import type { Cell } from './selection';

interface FindColumn {
  readonly id: string;
  readonly source: ValueSource;
  readonly name: string;
}

export interface FindState {
  readonly text: string;
  readonly status: 'idle' | 'searching';
  readonly matches: number;
  /** True once so many were found that the search went no further. */
  readonly isCut: boolean;
  /** Rows that were searched. */
  readonly searchedRows: number;
  /** The match in front, counted from 1; 0 before the first step. */
  readonly current: number;
}

export interface Find {
  readonly store: StoreApi<FindState>;
  /** Searches from the start; an empty text ends the search. */
  search(text: string): void;
  /** Searches these columns from now on, and for the same text again: matches refer to columns by index. */
  among(columns: readonly FindColumn[]): void;
  /** The next match in the order shown, from this cell on and around the end. */
  step(direction: 'next' | 'previous', from: Cell | undefined): Cell | undefined;
}

/** Before anything is looked for. */
export const nothingSought: FindState = {
  text: '',
  status: 'idle',
  matches: 0,
  isCut: false,
  searchedRows: 0,
  current: 0,
};

export function createFind(session: QueryRun, arrangement: Arrangement, yielder: () => Yielder): Find {
  const store = createStore<FindState>(() => nothingSought);
  let columns: readonly FindColumn[] = [];
  const found = new FoundCells(arrangement);
  let searching: AbortController | undefined;

  const begin = (): void => {
    searching?.abort();
    const own = new AbortController();
    searching = own;
    searchOn(own.signal).then(
      () => {
        if (searching !== own) return;
        searching = undefined;
        store.setState({ status: 'idle' });
        goOn();
      },
      // A part that cannot be read back is not counted as searched, and the count shows how many rows were.
      () => {
        if (searching === own) store.setState({ status: 'idle' });
      },
    );
  };

  const searchOn = async (signal: AbortSignal): Promise<void> => {
    const own = yielder();
    const needle = store.getState().text.toLowerCase();
    const range = { from: store.getState().searchedRows, to: session.rows.length };
    for await (const { rows, first, from, to } of walkRows(session.rows, range, { turns: own, signal })) {
      const inPart: Cell[] = [];
      for (const [column, { source, name }] of columns.entries()) {
        const read = valueReader(rows, source, name);
        for (let within = from; within < to; within += 1) {
          const value = read(within);
          if (value !== undefined && holds(value, needle)) inPart.push({ row: first + within, column });
        }
        await own.rest();
        if (signal.aborted) return;
      }
      found.add(inPart);
      const isCut = found.isFull;
      store.setState({ status: 'searching', searchedRows: first + to, matches: found.count, isCut });
      if (isCut) return;
    }
  };

  const goOn = (): void => {
    const { text, searchedRows, isCut } = store.getState();
    if (text !== '' && searching === undefined && !isCut && searchedRows < session.rows.length) begin();
  };

  const search = (text: string): void => {
    searching?.abort();
    searching = undefined;
    found.clear();
    store.setState({ ...nothingSought, text, status: text === '' ? 'idle' : 'searching' });
    if (text !== '') begin();
  };

  session.store.subscribe((state, before) => {
    if (state.run !== before.run) search(store.getState().text);
    else if (state.rowCount !== before.rowCount) goOn();
  });

  return {
    store,
    search,
    among(next) {
      columns = next.slice(0, searchableColumns);
      const { text } = store.getState();
      if (text !== '') search(text);
    },
    step(direction, from) {
      // Before the first step a match in the cell itself counts; afterwards it is the one that is left.
      const visited = found.step(direction, from, store.getState().current === 0 ? 'counts' : 'is-left');
      if (visited === undefined) return undefined;
      store.setState({ current: visited.ordinal });
      return visited.cell;
    },
  };
}

/** Whether a cell contains the text, given in lower case: as it is on the wire, or as it is displayed. */
export function holds(value: EdmValue, needle: string): boolean {
  if (exactText(value).toLowerCase().includes(needle)) return true;
  return value.type === 'Edm.DateTime' && readableDate(value.value).toLowerCase().includes(needle);
}

/** How many columns can be distinguished. */
const searchableColumns = 4096;

const maxCells = 100_000;

/** Row and column in one number: numbers take little memory, and sort quickly in the order of rows. */
const packed = ({ row, column }: Cell): number => row * searchableColumns + column;
const unpacked = (number: number): Cell => ({
  row: Math.floor(number / searchableColumns),
  column: number % searchableColumns,
});

interface VisitedCell {
  readonly cell: Cell;
  /** Its position among all found cells in the displayed order, from 1. */
  readonly ordinal: number;
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

  /** No more are stored. */
  get isFull(): boolean {
    return this.#loaded.length >= maxCells;
  }

  clear(): void {
    this.#loaded = [];
    this.#displayed = null;
  }

  /** Cells of rows after all previous ones, by their loaded row and column index, in any order. */
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
    const ordinal =
      direction === 'previous'
        ? firstAtLeast(cells, start) - 1
        : firstAtLeast(cells, itself === 'counts' ? start : start + 1);
    const at = (ordinal + cells.length) % cells.length;
    return { cell: unpacked(cells[at] ?? 0), ordinal: at + 1 };
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
