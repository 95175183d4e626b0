// The first choice draws the value column over the time that a table's keys or properties hold.
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Entity } from '../model/entity';
import { reversedTicksKey, ticksKey } from '../query/key-tools';
import { ticksFromMs } from '../query/ticks';
import { chartChoices, firstChart } from './chart-choices';
import english from '../strings/en.json';
import { pseudoCatalogue } from '../strings/pseudo';
import { setLanguage } from '../strings/t';
import { chartCsv } from './chart-csv';
import { ChartAggregate } from './chart-aggregate';
import type { ChartRequest } from './chart-request';
import { keyReadings, numberOfKey } from './key-number';

const startMs = Date.UTC(2026, 9, 14, 2);
const minuteMs = 60_000;

const order = (number: number): Entity => ({
  partitionKey: 'adatum',
  rowKey: `2026-01-0${(number % 9) + 1};${String(number).padStart(6, '0')}`,
  timestamp: '2026-10-14T00:00:00Z',
  etag: '',
  properties: [
    { name: 'Status', value: { type: 'Edm.String', value: number % 2 === 0 ? 'paid' : 'placed, "new"' } },
    { name: 'Total', value: { type: 'Edm.Double', value: '12.5' } },
    { name: 'PlacedAt', value: { type: 'Edm.DateTime', value: '2026-10-14T02:00:00.1234567Z' } },
  ],
});
const orders = Array.from({ length: 20 }, (_, number) => order(number));
const columns = [
  { name: 'Status', types: ['Edm.String' as const] },
  { name: 'Total', types: ['Edm.Double' as const] },
  { name: 'PlacedAt', types: ['Edm.DateTime' as const] },
];

describe('what can be drawn', () => {
  it('are numbers over times, keys and numbers', () => {
    const choices = chartChoices(columns, orders);
    expect(choices.y).toEqual(['Total']);
    expect(choices.x.map(({ label }) => label)).toEqual([
      'RowKey part 1, date',
      'RowKey part 2, number',
      'PlacedAt',
      'Timestamp',
      'Total',
      'Row number',
    ]);
    expect(choices.splitBy).toEqual(['PartitionKey', 'Status']);
    expect(firstChart(choices, orders)).toMatchObject({
      kind: 'line',
      y: ['Total'],
      x: { kind: 'key', key: 'RowKey', reading: 'date' },
      splitBy: 'Status',
    });
  });

  it('is nothing without a number', () => {
    expect(firstChart(chartChoices([{ name: 'Note', types: ['Edm.String'] }], orders), orders)).toBeNull();
  });
});

describe('keys', () => {
  it.each([
    ['ticks', ticksKey(ticksFromMs(startMs)), startMs],
    ['reversed-ticks', reversedTicksKey(ticksFromMs(startMs)), startMs],
    ['reversed-date', '7989-02-08', Date.UTC(2010, 9, 23)],
    ['date', '2010-10-23', Date.UTC(2010, 9, 23)],
    ['number', '000042', 42],
    ['number', 'A1', null],
    ['ticks', '12', null],
  ] as const)('in %s: %s', (reading, key, value) => {
    expect(numberOfKey(key, reading)).toBe(value);
  });

  it('are read in the way that fits nine in ten of them', () => {
    const ticks = Array.from({ length: 10 }, (_, minute) => ticksKey(ticksFromMs(startMs + minute * minuteMs)));
    expect(keyReadings(ticks, null)).toEqual([{ reading: 'ticks' }]);
    expect(keyReadings(['7989-02-08', '7989-02-07'], '-')).toEqual([{ reading: 'reversed-date' }]);
    expect(keyReadings(['a', 'b'], null)).toEqual([]);
  });
});

describe('CSV', () => {
  it('has a line a mark, quoted where needed, with exact times', () => {
    const request: ChartRequest = {
      kind: 'line',
      x: { kind: 'property', name: 'PlacedAt', scale: 'time' },
      y: ['Total'],
      splitBy: 'Status',
    };
    const chart = new ChartAggregate(request);
    chart.add(order(1), 1);
    expect(chartCsv(chart.result(), request)).toBe(
      'series,PlacedAt,Total\r\n"placed, ""new""",2026-10-14T02:00:00.123457Z,12.5\r\n',
    );
  });

  it('has the ends of bins', () => {
    const request: ChartRequest = { kind: 'histogram', x: { kind: 'row-number' }, y: ['Total'] };
    const chart = new ChartAggregate(request);
    for (const each of orders) chart.add(each, 1);
    const [head, ...lines] = chartCsv(chart.result(), request).trim().split('\r\n');
    expect(head).toBe('series,Total from,Total to (excluded),values');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toBe('Total,12,13,20');
  });

  it('has the same heads in every language', () => {
    const key = { kind: 'key', key: 'RowKey', reading: 'reversed-ticks', part: { delimiter: ';', index: 0 } } as const;
    const mark = { x: 1, y: 2, low: 1, high: 3, count: 2 };
    const rest = { label: 'Andere Werte', of: 'rest' as const, count: 2, marks: [mark] };
    const drawn = {
      ...new ChartAggregate({ kind: 'scatter', x: key, y: ['Total'] }).result(),
      kind: 'scatter' as const,
      form: 'aggregated' as const,
      scale: 'number' as const,
      series: [rest],
    };
    const heads = (): readonly string[] => [
      chartCsv(drawn, { x: key, y: ['Total'] }),
      chartCsv({ ...drawn, kind: 'line' }, { x: { kind: 'row-number' }, y: ['Total', 'Tax'] }),
    ];
    const expected = [
      'series,"mean RowKey part 1, reversed ticks",mean Total,least Total,greatest Total,values\r\nOther values,1,2,1,3,2\r\n',
      'series,Row number from,Row number to (excluded),mean value,least value,greatest value,values\r\nOther values,1,1,2,1,3,2\r\n',
    ];
    expect(heads()).toEqual(expected);
    onTestFinished(() => setLanguage({ tag: 'en', catalogue: {} }));
    setLanguage({ tag: 'en', catalogue: pseudoCatalogue(Object.keys(english)) });
    expect(heads()).toEqual(expected);
  });
});
