// A chart is the same whatever the order of the rows and however they were divided, and every value is in it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EdmValue, Entity } from '../model/entity';
import { ChartAggregate, maxExact } from './chart-aggregate';
import { type ChartData, chartData, maxMarks } from './chart-data';
import type { ChartRequest } from './chart-request';

function row(x: number, y: EdmValue, group = 'a', atMs = 0): Entity {
  return {
    partitionKey: group,
    rowKey: String(x),
    timestamp: new Date(atMs).toISOString(),
    etag: '',
    properties: [
      { name: 'X', value: { type: 'Edm.Double', value: String(x) } },
      { name: 'Y', value: y },
    ],
  };
}
const int = (value: number): EdmValue => ({ type: 'Edm.Int32', value: String(value) });

const line: ChartRequest = { kind: 'line', x: { kind: 'property', name: 'X', scale: 'number' }, y: ['Y'] };

function gathered(request: ChartRequest, rows: readonly Entity[]): ChartAggregate {
  const aggregate = new ChartAggregate(request);
  for (const each of rows) aggregate.add(each, 1);
  return aggregate;
}

/** Whole numbers, so that sums are exact whatever their order. */
const someRow = fc
  .record({
    x: fc.oneof(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.integer({ min: 0, max: 700 })),
    y: fc.integer({ min: -1000, max: 1000 }),
    group: fc.nat(15).map((index) => `group ${index}`),
    atMs: fc.integer({ min: Date.UTC(1999, 0), max: Date.UTC(2030, 0) }),
  })
  .map(({ x, y, group, atMs }) => row(x, int(y), group, atMs));
const someRequest = fc.record({
  kind: fc.constantFrom('line', 'scatter', 'histogram'),
  x: fc.constantFrom<ChartRequest['x']>(line.x, { kind: 'timestamp' }),
  y: fc.constant(['Y']),
  splitBy: fc.constantFrom('PartitionKey', 'RowKey'),
}) satisfies fc.Arbitrary<ChartRequest>;

/** Values behind all marks. */
const counted = ({ series }: ChartData): number =>
  series.flatMap(({ marks }) => marks).reduce((sum, { count }) => sum + count, 0);

describe('a chart', () => {
  it('does not depend on the order of the rows', () => {
    const rows = fc.array(someRow, { maxLength: 900, size: 'max' });
    fc.assert(
      fc.property(someRequest, rows, fc.infiniteStream(fc.nat()), (request, all, noise) => {
        const whole = gathered(request, all).result();
        const keys = all.map(() => noise.next().value as number);
        const shuffled = all.map((_, index) => index).sort((left, right) => (keys[left] ?? 0) - (keys[right] ?? 0));
        const other = shuffled.flatMap((index) => all[index] ?? []);
        expect(gathered(request, other).result()).toEqual(whole);
        expect(counted(whole)).toBe(all.length);
        expect(chartData.parse(whole)).toEqual(whole);
      }),
      { numRuns: 30 },
    );
  });

  it('has few enough marks and every value between the ends of its mark', () => {
    const value = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value), { minLength: 601, maxLength: 800 }), (pairs) => {
        const rows = pairs.map(([x, y]) => row(x, { type: 'Edm.Double', value: String(y) }));
        for (const kind of ['line', 'scatter', 'histogram'] as const) {
          const data = gathered({ ...line, kind }, rows).result();
          const marks = data.series[0]?.marks ?? [];
          expect(chartData.safeParse(data).success).toBe(true);
          expect(marks.length).toBeLessThanOrEqual(maxMarks);
          expect(counted(data)).toBe(pairs.length);
          if (kind !== 'line' || data.xWidth === undefined) continue;
          for (const [x, y] of pairs) {
            const holding = marks.filter((mark) => mark.x <= x && x < mark.x + (data.xWidth ?? 0));
            expect(holding.some(({ low, high }) => low <= y && y <= high)).toBe(true);
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  it.each(['line', 'scatter', 'histogram'] as const)('keeps the least double below zero below zero: %s', (kind) => {
    const xs = [-5e-324, 5_024_776_192, ...Array.from({ length: 6000 }, () => 0)];
    const rows = xs.map((x) => row(x, { type: 'Edm.Double', value: String(x) }));
    const data = gathered({ ...line, kind }, rows).result();
    const [first] = data.series[0]?.marks ?? [];
    expect(first).toMatchObject({ low: -5e-324, high: -5e-324, count: 1 });
  });

  it('is exact while it is small, and buckets of a known width afterwards', () => {
    const exact = gathered(line, [row(2, int(5)), row(1, int(7))]).result();
    expect(exact.form).toBe('exact');
    expect(exact.series[0]?.marks.map(({ x, y }) => [x, y])).toEqual([
      [1, 7],
      [2, 5],
    ]);
    const minutes = Array.from({ length: 1440 }, (_, minute) => row(0, int(minute % 2), 'a', minute * 60_000));
    const day = gathered({ ...line, x: { kind: 'timestamp' } }, minutes).result();
    expect(day).toMatchObject({ form: 'aggregated', scale: 'time', xWidth: 300_000 });
    expect(day.series[0]?.marks).toHaveLength(288);
    expect(day.series[0]?.marks[0]).toEqual({ x: 0, y: 0.4, low: 0, high: 1, count: 5 });
  });

  it('has bins of round widths, each with the values between its ends', () => {
    const cents = fc.array(fc.integer({ min: -2_000_000, max: 2_000_000 }), { minLength: 1, maxLength: 500 });
    fc.assert(
      fc.property(cents, fc.constantFrom(0, 2, 5), (all, decimals) => {
        const amounts = all.map((amount) => Number(`${amount}e-${decimals}`));
        const rows = amounts.map((amount, index) => row(index, { type: 'Edm.Double', value: String(amount) }));
        const data = gathered({ ...line, kind: 'histogram' }, rows).result();
        const { xWidth = 0, series } = data;
        expect(xWidth.toExponential()).toMatch(/^[125]e/);
        if (decimals === 0) expect(xWidth).toBeGreaterThanOrEqual(1);
        const marks = series[0]?.marks ?? [];
        expect(marks.length).toBeLessThanOrEqual(60);
        // Starts and ends as they are written: 0.3, not the nearest sum of thirds of doubles.
        const positions = marks.map(({ x }) => Math.round(x / xWidth));
        const at = (position: number): number => Number((position * xWidth).toPrecision(12));
        for (const [index, { x, count }] of marks.entries()) {
          const position = positions[index] ?? 0;
          expect(x).toBe(at(position));
          expect(count).toBe(amounts.filter((amount) => amount >= x && amount < at(position + 1)).length);
        }
        expect(counted(data)).toBe(all.length);
      }),
      { numRuns: 60 },
    );
  });

  it('covers only a section of its axis when one is given: of x, or of the values of a histogram', () => {
    const rows = [1, 2, 3, 4].map((x) => row(x, int(x * 10)));
    const lines = gathered({ ...line, range: { from: 2, to: 3 } }, rows).result();
    expect(lines.series[0]?.marks.map(({ x }) => x)).toEqual([2, 3]);
    const bins = gathered({ ...line, kind: 'histogram', range: { from: 20, to: 39 } }, rows).result();
    expect(bins.series[0]?.marks.map(({ low }) => low)).toEqual([20, 30]);
    expect([lines.leftOut.outside, bins.leftOut.outside]).toEqual([2, 2]);
  });

  it('counts values that cannot be drawn', () => {
    const double = (value: string): EdmValue => ({ type: 'Edm.Double', value });
    const rows = [
      row(1, double('NaN')),
      row(2, double('Infinity')),
      row(3, double('-Infinity')),
      row(4, { type: 'Edm.String', value: '4' }),
      { ...row(5, int(5)), properties: [{ name: 'Y', value: int(5) }] },
      row(6, { type: 'Edm.Int64', value: '9007199254740993' }),
      row(70, int(1)),
    ];
    const data = gathered({ ...line, range: { from: 0, to: 10 } }, rows).result();
    expect(data.leftOut).toEqual({ missing: 1, notFinite: 3, withoutX: 1, outside: 1 });
    expect([data.rows, data.values, data.rounded]).toEqual([7, 1, 1]);
  });

  it('draws twelve values of a split and gathers the others', () => {
    const names = Array.from({ length: 20 }, (_, index) => `n${String(index).padStart(2, '0')}`);
    const rows = names.flatMap((name, index) => Array.from({ length: index + 1 }, (_, x) => row(x, int(1), name)));
    const data = gathered({ ...line, splitBy: 'PartitionKey' }, rows).result();
    expect(data.series.map(({ label }) => label)).toEqual([...names.slice(8), 'Other values']);
    expect(data.rest).toEqual({ names: 8, more: 'exactly' });
    const many = Array.from({ length: maxExact + 1 }, (_, x) => row(x, int(1), String(x)));
    expect(gathered({ ...line, splitBy: 'PartitionKey' }, many).result().rest.more).toBe('over');
  });
});
