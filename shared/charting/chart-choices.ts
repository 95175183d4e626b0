// Which columns of a result can be drawn, and a first choice that usually shows something.
import type { EdmType, Entity } from '../model/entity';
import { detectDelimiter } from '../query/composite-key';
import { type ChartRequest, type XColumn, mostSeries } from './chart-request';
import { readSplit, readX } from './chart-sample';
import { keyReadings } from './key-number';

export interface ColumnTypes {
  readonly name: string;
  readonly types: readonly EdmType[];
}

export interface XChoice {
  readonly id: string;
  readonly label: string;
  readonly x: XColumn;
}

export interface ChartChoices {
  readonly y: readonly string[];
  readonly x: readonly XChoice[];
  readonly splitBy: readonly string[];
}

const numeric: readonly EdmType[] = ['Edm.Int32', 'Edm.Int64', 'Edm.Double'];
const readingWords = {
  ticks: 'ticks',
  'reversed-ticks': 'reversed ticks',
  'reversed-date': 'reversed date',
  date: 'date',
  number: 'number',
} as const;

/** @param rows enough of the result to know how its keys are made */
export function chartChoices(columns: readonly ColumnTypes[], rows: readonly Entity[]): ChartChoices {
  const y = columns.filter(({ types }) => types.some((type) => numeric.includes(type))).map(({ name }) => name);
  const times = columns.filter(({ types }) => types.includes('Edm.DateTime')).map(({ name }) => name);
  const texts = columns.filter(({ types }) => types.some((type) => type === 'Edm.String' || type === 'Edm.Boolean'));
  const property = (scale: 'time' | 'number') => (name: string) => ({
    id: `${scale}:${name}`,
    label: name,
    x: { kind: 'property' as const, name, scale },
  });
  const hasTimestamp = rows.some(({ timestamp }) => timestamp !== '');
  return {
    y,
    x: [
      ...keyChoices('PartitionKey', rows),
      ...keyChoices('RowKey', rows),
      ...times.map(property('time')),
      ...(hasTimestamp ? [{ id: 'timestamp', label: 'Timestamp', x: { kind: 'timestamp' as const } }] : []),
      ...y.map(property('number')),
      { id: 'row-number', label: 'Row number', x: { kind: 'row-number' } },
    ],
    splitBy: ['PartitionKey', ...texts.map(({ name }) => name)],
  };
}

function keyChoices(key: 'PartitionKey' | 'RowKey', rows: readonly Entity[]): readonly XChoice[] {
  const keys = rows.map((row) => (key === 'PartitionKey' ? row.partitionKey : row.rowKey));
  return keyReadings(keys, detectDelimiter(keys)).map(({ reading, part }) => ({
    id: `${key}:${part?.index ?? 'whole'}`,
    label:
      part === undefined
        ? `${key}, ${readingWords[reading]}`
        : `${key} part ${part.index + 1}, ${readingWords[reading]}`,
    x: { kind: 'key', key, reading, ...(part === undefined ? {} : { part }) },
  }));
}

/** Columns that mean an amount more often than a number or an identity. */
const amounts = /value|total|amount|price|rating|count|quantity|bytes|size|duration|ms$/i;

/** Null where nothing numeric was seen. */
export function firstChart(choices: ChartChoices, rows: readonly Entity[]): ChartRequest | null {
  const y = choices.y.find((name) => amounts.test(name)) ?? choices.y[0];
  const isTime = ({ x }: XChoice): boolean =>
    x.kind === 'key' ? x.reading !== 'number' : x.kind === 'property' && x.scale === 'time';
  const x = choices.x.find((choice) => isTime(choice) && spread(choice.x, rows) > 1) ?? choices.x.at(-1);
  if (y === undefined || x === undefined) return null;
  const isRepeated = spread(x.x, rows) < rows.length;
  const splitBy = isRepeated ? choices.splitBy.find((name) => splits(name, rows)) : undefined;
  return { kind: 'line', x: x.x, y: [y], ...(splitBy === undefined ? {} : { splitBy }) };
}

/** Different places on the axis. */
function spread(x: XColumn, rows: readonly Entity[]): number {
  return new Set(rows.map((row, index) => readX(row, x, index + 1))).size;
}

function splits(name: string, rows: readonly Entity[]): boolean {
  const names = new Set(rows.map((row) => readSplit(row, name)));
  return names.size > 1 && names.size <= mostSeries;
}
