// The order in which the grid shows the loaded rows: as they arrived, or sorted by a column, by value and in slices so
// that the window stays responsive. Rows that arrive after sorting are appended until the next sort, so that nothing
// moves under a reader.
import { type StoreApi, createStore } from 'zustand/vanilla';
import type { QueryRun } from '../result/query-run';
import { withRows } from '../result/run-state';
import { type RowSource, type Yielder, walkRows } from '../result/row-walk';
import type { EdmType, EdmValue } from '@shared/model/entity';
import { doubleFromText } from '@shared/query/edm-value';
import { type ValueSource, valueReader } from '@shared/rows/packed-rows';

export interface ColumnSort extends SortKey {
  readonly columnId: string;
}

export interface ArrangementState {
  readonly sort: ColumnSort | undefined;
  /** `unreadable` where rows could not be read back from disk: they stay as they came. */
  readonly status: 'idle' | 'sorting' | 'unreadable';
  /** Loaded indexes in the order shown; undefined while the rows are as they came. */
  readonly order: Uint32Array | undefined;
}

export interface Arrangement {
  readonly store: StoreApi<ArrangementState>;
  /** Sorts the currently loaded rows. */
  readonly sortBy: (sort: ColumnSort) => void;
  readonly sortAgain: () => void;
  readonly clear: () => void;
  /** Where a loaded row is shown. */
  readonly positionOf: (loadedIndex: number) => number;
}

const asTheyCame: ArrangementState = { sort: undefined, status: 'idle', order: undefined };

export function createArrangement(session: QueryRun, yielder: () => Yielder): Arrangement {
  const store = createStore<ArrangementState>(() => asTheyCame);
  let sorting: AbortController | undefined;
  let indexes: { readonly of: Uint32Array; readonly at: Uint32Array } | undefined;

  const clear = (): void => {
    sorting?.abort();
    sorting = undefined;
    indexes = undefined;
    if (store.getState() !== asTheyCame) store.setState(asTheyCame);
  };
  const sortBy = (sort: ColumnSort): void => {
    sorting?.abort();
    const own = new AbortController();
    sorting = own;
    store.setState({ sort, status: 'sorting' });
    sortRows(session.rows, session.rows.length, sort, yielder(), own.signal).then(
      (order) => {
        if (own.signal.aborted) return;
        if (order === undefined) clear();
        else store.setState({ order, status: 'idle' });
      },
      () => {
        if (!own.signal.aborted) store.setState({ order: undefined, status: 'unreadable' });
      },
    );
  };

  withRows(session, {
    take: () => store.getState(),
    startOver: clear,
    bringBack(taken) {
      clear();
      if (taken.status === 'sorting' && taken.sort !== undefined) sortBy(taken.sort);
      else store.setState(taken);
    },
  });

  return {
    store,
    sortBy,
    sortAgain() {
      const { sort } = store.getState();
      if (sort !== undefined) sortBy(sort);
    },
    clear,
    positionOf(loadedIndex) {
      const { order } = store.getState();
      if (order === undefined) return loadedIndex;
      if (indexes?.of !== order) {
        const at = new Uint32Array(order.length);
        order.forEach((index, position) => (at[index] = position));
        indexes = { of: order, at };
      }
      return indexes.at[loadedIndex] ?? loadedIndex;
    },
  };
}

export interface SortKey {
  readonly source: ValueSource;
  readonly name: string;
  readonly direction: 'ascending' | 'descending';
}

type Comparable = number | bigint | string;

interface Keys {
  /** Which values are compared with each other; `absentGroup` without a value. */
  readonly groups: Uint8Array;
  readonly values: Comparable[];
}

/** Clients write 5 as an integer and 5.5 as a double into one property: a number is a number. */
const groupOf: Readonly<Record<EdmType, number>> = {
  'Edm.Boolean': 0,
  'Edm.Int32': 1,
  'Edm.Int64': 1,
  'Edm.Double': 1,
  'Edm.DateTime': 2,
  'Edm.Guid': 3,
  'Edm.String': 4,
  'Edm.Binary': 5,
};
/** NaN has no position among numbers; it sorts after all others that have a value. */
const nanGroup = 254;
const absentGroup = 255;

/**
 * Indexes of the first `count` rows in the order of the key; undefined when cancelled while they are ordered.
 * @throws what the walk over the rows throws
 */
export async function sortRows(
  source: RowSource,
  count: number,
  key: SortKey,
  yielder: Yielder,
  signal: AbortSignal,
): Promise<Uint32Array | undefined> {
  const keys: Keys = { groups: new Uint8Array(count).fill(absentGroup), values: new Array<Comparable>(count) };
  for await (const { rows, first, from, to } of walkRows(source, { from: 0, to: count }, { turns: yielder, signal })) {
    const read = valueReader(rows, key.source, key.name);
    for (let within = from; within < to; within += 1) {
      const value = read(within);
      const found = value === undefined ? 0 : comparable(value);
      const isNan = typeof found === 'number' && Number.isNaN(found);
      keys.groups[first + within] = value === undefined ? absentGroup : isNan ? nanGroup : groupOf[value.type];
      keys.values[first + within] = isNan ? 0 : found;
    }
  }
  return sortedIndexes(count, comparison(keys, key.direction), { turns: yielder, signal });
}

function comparison(
  { groups, values }: Keys,
  direction: SortKey['direction'],
): (left: number, right: number) => number {
  const sign = direction === 'ascending' ? 1 : -1;
  return (left, right) => {
    const leftGroup = groups[left] ?? absentGroup;
    const rightGroup = groups[right] ?? absentGroup;
    if (leftGroup !== rightGroup) {
      if (leftGroup === absentGroup) return 1;
      if (rightGroup === absentGroup) return -1;
      return sign * (leftGroup - rightGroup);
    }
    const leftValue = values[left] ?? 0;
    const rightValue = values[right] ?? 0;
    if (leftValue < rightValue) return -sign;
    if (leftValue > rightValue) return sign;
    return left - right;
  };
}

/** Something that `<` orders as the type does. NaN where the text is no number. */
function comparable(value: EdmValue): Comparable {
  switch (value.type) {
    case 'Edm.Boolean':
      return value.value ? 1 : 0;
    case 'Edm.Int32':
      return Number(value.value);
    case 'Edm.Int64':
      return int64(value.value);
    case 'Edm.Double':
      return doubleFromText(value.value);
    case 'Edm.DateTime':
      return sortableMoment(value.value);
    case 'Edm.Guid':
      return value.value.toLowerCase();
    case 'Edm.Binary':
      return bytesText(value.value);
    case 'Edm.String':
      return value.value;
  }
}

function int64(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) || !/^-?\d+$/.test(text) ? number : BigInt(text);
}

/** All seven digits of the fraction written out, so that text order is time order. */
function sortableMoment(text: string): string {
  const [, whole = text, fraction = ''] = /^([^.Z]*)(?:\.(\d*))?Z?$/.exec(text) ?? [];
  return `${whole}.${fraction.padEnd(7, '0')}`;
}

function bytesText(base64: string): string {
  try {
    return atob(base64);
  } catch {
    return base64;
  }
}

type Compare = (left: number, right: number) => number;

interface SortPorts {
  readonly turns: Yielder;
  readonly signal: AbortSignal;
}

const runLength = 2048;
const stepsBetweenRests = 1024;

/** The indexes 0 to `count` - 1 in the order of `compare`; undefined when cancelled in the meantime. */
export async function sortedIndexes(
  count: number,
  compare: Compare,
  ports: SortPorts,
): Promise<Uint32Array | undefined> {
  let from = Uint32Array.from({ length: count }, (_, index) => index);
  for (let start = 0; start < count; start += runLength) {
    from.subarray(start, Math.min(count, start + runLength)).sort(compare);
    if ((await rested(ports)) === 'cancelled') return undefined;
  }
  let to = new Uint32Array(count);
  for (let length = runLength; length < count; length *= 2) {
    for (let start = 0; start < count; start += 2 * length) {
      const runs = { start, middle: Math.min(count, start + length), end: Math.min(count, start + 2 * length) };
      if ((await merge(from, to, runs, compare, ports)) === 'cancelled') return undefined;
    }
    [from, to] = [to, from];
  }
  return from;
}

/** Merges the sorted runs from `start` to `middle` and from there to `end`. */
async function merge(
  from: Uint32Array,
  to: Uint32Array,
  { start, middle, end }: { readonly start: number; readonly middle: number; readonly end: number },
  compare: Compare,
  ports: SortPorts,
): Promise<'done' | 'cancelled'> {
  let left = start;
  let right = middle;
  for (let at = start; at < end; at += 1) {
    const leftIndex = from[left] ?? 0;
    const rightIndex = from[right] ?? 0;
    const takesLeft = left < middle && (right >= end || compare(leftIndex, rightIndex) <= 0);
    to[at] = takesLeft ? leftIndex : rightIndex;
    if (takesLeft) left += 1;
    else right += 1;
    if (at % stepsBetweenRests === 0 && (await rested(ports)) === 'cancelled') return 'cancelled';
  }
  return 'done';
}

async function rested({ turns: yielder, signal }: SortPorts): Promise<'rested' | 'cancelled'> {
  await yielder.rest();
  return signal.aborted ? 'cancelled' : 'rested';
}
