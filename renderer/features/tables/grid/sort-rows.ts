// Sorts loaded rows by one column: by value and not by text, numbers of all types together and other types apart, rows
// without a value last; stable. Works in turns, over rows in memory and on disk alike.
import type { EdmType, EdmValue } from '@shared/model/entity';
import { doubleFromText } from '@shared/query/edm-value';
import { type ValueSource, valueReader } from '@shared/rows/packed-rows';
import { type RowSource, type Yielder, walkRows } from '../result/row-walk';
import { sortedIndexes } from './sorted-indexes';

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
/** NaN has no place among numbers; it comes behind all others that have a value. */
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
