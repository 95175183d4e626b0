// The values of one row for a chart: its position on the x axis, its value columns, and the series it belongs to.
import type { EdmValue, Entity } from '../model/entity';
import { splitKey } from '../query/composite-key';
import { doubleFromText } from '../query/edm-value';
import { msFromTicks, parseMoment } from '../query/ticks';
import type { XColumn } from './chart-request';
import { numberOfKey } from './key-number';

export type ReadValue =
  | { readonly state: 'read'; readonly value: number; readonly precision: 'exact' | 'rounded' }
  | { readonly state: 'missing' | 'not-finite' };

/** A numeric property; text is never guessed to be a number. */
export function readNumber(value: EdmValue | undefined): ReadValue {
  switch (value?.type) {
    case 'Edm.Int32':
    case 'Edm.Int64': {
      const number = Number(value.value);
      return { state: 'read', value: number, precision: Number.isSafeInteger(number) ? 'exact' : 'rounded' };
    }
    case 'Edm.Double': {
      const number = doubleFromText(value.value);
      return Number.isFinite(number) ? { state: 'read', value: number, precision: 'exact' } : { state: 'not-finite' };
    }
    default:
      return { state: 'missing' };
  }
}

/** Null if the row has no position on the axis. */
export function readX(row: Entity, x: XColumn, rowNumber: number): number | null {
  switch (x.kind) {
    case 'row-number':
      return rowNumber;
    case 'timestamp':
      return timeOf(row.timestamp);
    case 'key': {
      const key = x.key === 'PartitionKey' ? row.partitionKey : row.rowKey;
      const text = x.part === undefined ? key : splitKey(key, x.part.delimiter)[x.part.index];
      return text === undefined ? null : numberOfKey(text, x.reading);
    }
    case 'property': {
      const value = propertyOf(row, x.name);
      if (x.scale === 'time') return value?.type === 'Edm.DateTime' ? timeOf(value.value) : null;
      const read = readNumber(value);
      return read.state === 'read' ? read.value : null;
    }
  }
}

export function propertyOf(row: Entity, name: string): EdmValue | undefined {
  return row.properties.find((property) => property.name === name)?.value;
}

/** The value of a split as a name. */
export function readSplit(row: Entity, column: string): string {
  if (column === 'PartitionKey') return row.partitionKey;
  if (column === 'RowKey') return row.rowKey;
  const value = propertyOf(row, column);
  return value === undefined ? 'absent' : String(value.value);
}

const ticksPerMs = 10_000n;

/** With the fractions of a millisecond that the text has. */
function timeOf(text: string): number | null {
  const ticks = parseMoment(text, 'utc');
  return ticks === null ? null : msFromTicks(ticks) + Number(ticks % ticksPerMs) / Number(ticksPerMs);
}
