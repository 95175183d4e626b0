// Find in the loaded rows: every visible cell whose text contains the words, ignoring case. Searches in turns,
// continues as rows arrive, and visits the matches in the displayed order.
import type { EdmValue } from '@shared/model/entity';
import { type StoreApi, createStore } from 'zustand/vanilla';
import { type ValueSource, valueReader } from '@shared/rows/packed-rows';
import type { ResultSession } from '../result/result-session';
import { type Yielder, walkRows } from '../result/row-walk';
import type { Arrangement } from './arrangement';
import { exactText, readableDate } from '../result/value-format';
import { FoundCells, searchableColumns } from './found-cells';
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
  /** Searches these columns from now on, and for the same text again: matches name columns by their places. */
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

export function createFind(session: ResultSession, arrangement: Arrangement, yielder: () => Yielder): Find {
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
      // A part that cannot be read back is not counted as searched, and the words say how far it went.
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
      store.setState({ current: visited.place });
      return visited.cell;
    },
  };
}

/** True where a cell's text holds the words, given in lower case: as it is on the wire, or as it reads. */
export function holds(value: EdmValue, needle: string): boolean {
  if (exactText(value).toLowerCase().includes(needle)) return true;
  return value.type === 'Edm.DateTime' && readableDate(value.value).toLowerCase().includes(needle);
}
