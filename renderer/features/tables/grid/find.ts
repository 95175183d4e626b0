// Find in the loaded rows: every visible cell whose text contains the words, ignoring case. Searches in turns,
// continues as rows arrive, and visits the matches in the displayed order.
import type { EdmValue } from '@shared/model/entity';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type ValueSource, valueReader } from '@shared/rows/packed-rows';
import type { ResultSession } from '../session/result-session';
import { walkRows } from '../session/row-walk';
import type { Turns } from '../session/turns';
import type { Arrangement } from './arrangement';
import { exactText, readableDate } from '../values/value-format';
import type { Cell } from './selection';

export interface FindColumn {
  readonly id: string;
  readonly source: ValueSource;
  readonly name: string;
}

export interface FindState {
  readonly text: string;
  readonly status: 'idle' | 'searching';
  readonly matches: number;
  /** True once `mostMatches` were found and the search went no further. */
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
  /** Searches these columns from now on, and for the same text again: matches name columns by their places. */
  among(columns: readonly FindColumn[]): void;
  /** The next match in the order shown, from this cell on and around the end. */
  step(direction: 'next' | 'previous', from: Cell | undefined): Cell | undefined;
}

const mostMatches = 100_000;
/** Before anything is looked for. */
export const nothingSought: FindState = {
  text: '',
  status: 'idle',
  matches: 0,
  isCut: false,
  searchedRows: 0,
  current: 0,
};

/** Both numbers of a match in one: the row's loaded index and the column's place among the searched. */
const columnsMost = 4096;

export function createFind(session: ResultSession, arrangement: Arrangement, turns: () => Turns): Find {
  const store = createStore<FindState>(() => nothingSought);
  let columns: readonly FindColumn[] = [];
  let matches: number[] = [];
  let shown:
    | { readonly count: number; readonly order: Uint32Array | undefined; readonly cells: Float64Array }
    | undefined;
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
      // A part that cannot be read back is not counted as searched, and the words say how far it went.
      () => {
        if (searching === own) store.setState({ status: 'idle' });
      },
    );
  };

  const searchOn = async (signal: AbortSignal): Promise<void> => {
    const own = turns();
    const needle = store.getState().text.toLowerCase();
    const range = { from: store.getState().searchedRows, to: session.rows.length };
    for await (const { rows, first, from, to } of walkRows(session.rows, range, { turns: own, signal })) {
      const found: number[] = [];
      for (const [place, { source, name }] of columns.entries()) {
        const read = valueReader(rows, source, name);
        for (let within = from; within < to; within += 1) {
          const value = read(within);
          if (value !== undefined && holds(value, needle)) found.push((first + within) * columnsMost + place);
        }
        await own.rest();
        if (signal.aborted) return;
      }
      found.sort((left, right) => left - right);
      for (const match of found) if (matches.length < mostMatches) matches.push(match);
      const isCut = matches.length >= mostMatches;
      store.setState({ status: 'searching', searchedRows: first + to, matches: matches.length, isCut });
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
    matches = [];
    shown = undefined;
    store.setState({ ...nothingSought, text, status: text === '' ? 'idle' : 'searching' });
    if (text !== '') begin();
  };

  session.store.subscribe((state, before) => {
    if (state.run !== before.run) search(store.getState().text);
    else if (state.rowCount !== before.rowCount) goOn();
  });

  /** Matches as places of cells in the order shown. */
  const cellsShown = (): Float64Array => {
    const { order } = arrangement.store.getState();
    if (shown?.count === matches.length && shown.order === order) return shown.cells;
    const cells = Float64Array.from(
      matches,
      (match) => arrangement.placeOf(Math.floor(match / columnsMost)) * columnsMost + (match % columnsMost),
    );
    if (order !== undefined) cells.sort();
    shown = { count: matches.length, order, cells };
    return cells;
  };

  return {
    store,
    search,
    among(next) {
      columns = next.slice(0, columnsMost);
      const { text } = store.getState();
      if (text !== '') search(text);
    },
    step(direction, from) {
      const cells = cellsShown();
      if (cells.length === 0) return undefined;
      const { current } = store.getState();
      const key = from === undefined ? -1 : from.row * columnsMost + from.column;
      // Before the first step a match in the cell itself counts; afterwards it is the one that is left.
      let place = firstAtLeast(cells, current === 0 ? key : key + 1);
      if (direction === 'previous') place = firstAtLeast(cells, key) - 1;
      const at = (place + cells.length) % cells.length;
      const match = cells[at] ?? 0;
      store.setState({ current: at + 1 });
      return { row: Math.floor(match / columnsMost), column: match % columnsMost };
    },
  };
}

/** True where a cell's text holds the words, given in lower case: as it is on the wire, or as it reads. */
export function holds(value: EdmValue, needle: string): boolean {
  if (exactText(value).toLowerCase().includes(needle)) return true;
  return value.type === 'Edm.DateTime' && readableDate(value.value).toLowerCase().includes(needle);
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
