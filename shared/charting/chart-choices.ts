// Which columns of a result can be drawn, and a first choice that usually shows something.
import type { EdmType, Entity } from '../model/entity';
import { detectDelimiter } from '../query/composite-key';
import { t } from '../strings/t';
import { type ChartRequest, type XColumn, maxSeries } from './chart-request';
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
const readingText = {
  ticks: t`ticks`,
  'reversed-ticks': t`reversed ticks`,
  'reversed-date': t`reversed date`,
  date: t`date`,
  number: t`number`,
} as const;

/** @param rows enough of the result to detect the form of its keys */
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
      { id: 'row-number', label: t`Row number`, x: { kind: 'row-number' } },
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
        ? `${key}, ${readingText[reading]}`
        : t`${key} part ${part.index + 1}, ${readingText[reading]}`,
    x: { kind: 'key', key, reading, ...(part === undefined ? {} : { part }) },
  }));
}

/** Names that suggest amounts, and names of values that only look like numbers. */
const amounts = /value|total|amount|price|rating|quantity|bytes|size|duration|votes/i;
const identities = /id$|ticks?|key$|version/i;
const measures = /counter|metric|measure/i;

/** Null if nothing numeric was found. */
export function firstChart(choices: ChartChoices, rows: readonly Entity[]): ChartRequest | null {
  const worth = (name: string): number => (amounts.test(name) ? 1 : 0) - (identities.test(name) ? 1 : 0);
  const [y] = [...choices.y].sort((left, right) => worth(right) - worth(left));
  const times = choices.x
    .filter(({ x }) => (x.kind === 'key' ? x.reading !== 'number' : x.kind === 'property' && x.scale === 'time'))
    .map(({ x }) => ({ x, positions: spread(x, rows) }))
    .filter(({ positions }) => positions > 1)
    .sort((left, right) => right.positions - left.positions);
  const x = times[0]?.x ?? choices.x.at(-1)?.x;
  if (y === undefined || x === undefined) return null;
  // Several values at one time suggest several series; the split with the most series is the most informative.
  const splits =
    spread(x, rows) > rows.length / 2
      ? []
      : choices.splitBy
          .map((name) => ({ name, names: new Set(rows.map((row) => readSplit(row, name))).size }))
          .filter(({ names }) => names > 1 && names <= maxSeries)
          .sort((left, right) => measureRank(right.name) - measureRank(left.name) || right.names - left.names);
  const splitBy = splits[0]?.name;
  return { kind: 'line', x, y: [y], ...(splitBy === undefined ? {} : { splitBy }) };
}

function measureRank(name: string): number {
  return measures.test(name) ? 1 : 0;
}

/** The number of distinct positions on the axis. */
function spread(x: XColumn, rows: readonly Entity[]): number {
  return new Set(rows.map((row, index) => readX(row, x, index + 1))).size;
}
