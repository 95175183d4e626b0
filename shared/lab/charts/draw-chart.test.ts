// Charts of the lab: round ticks, values at the position that the scale gives, nothing outside the plot, gaps
// preserved.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amount } from '../../fixtures/spread-numbers';
import type { ChartSpec } from './chart-spec';
import { drawChart } from './draw-chart';
import { scaleOf } from './scale';
import { svgText } from './svg-text';

const spec = (over: Partial<ChartSpec>): ChartSpec => ({
  id: 'c',
  title: 'A chart',
  note: '',
  series: [],
  x: { title: 'Block', unit: 'bytes', scale: 'log' },
  y: { title: 'Rate', unit: 'bytes/s', scale: 'linear' },
  ...over,
});
const size = { width: 400, height: 240 };

describe('a chart', () => {
  it('draws the value of a column above the bar of its range', () => {
    const columns = [{ x: 1, y: 50, low: 30, high: 90 }];
    const { marks } = drawChart(
      spec({
        x: { title: 'X', unit: '', scale: 'linear' },
        y: { title: 'Y', unit: '', scale: 'linear' },
        series: [{ label: 'a', shape: 'columns', colour: 0, points: columns }],
      }),
      size,
    );
    const own = marks.filter(({ kind, ink }) => ink === 'series-0' || (kind === 'line' && ink === 'text'));
    const [body, edge] = [own[0], own.at(-1)];
    if (body?.kind !== 'shape' || edge?.kind !== 'shape') throw new Error('A column begins and ends with a shape.');
    const heights = edge.points.map(([, y]) => y);
    expect(Math.min(...heights)).toBeLessThan(body.points[0]![1]);
    expect(Math.max(...heights)).toBeGreaterThan(body.points[0]![1]);
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(4);
    expect(edge.opacity).toBeGreaterThan(body.opacity);
  });

  it('keeps every mark of finite data inside its plot', () => {
    const far = fc.oneof(fc.double({ min: 0, max: 1e9, noNaN: true }), amount(1e9));
    const value = fc.oneof(
      far,
      far.map((y) => -y),
    );
    const point = fc
      .record({ x: fc.double({ min: 1, max: 1e9, noNaN: true }), y: value, ranges: fc.option(fc.tuple(far, far)) })
      .map(({ x, y, ranges }) => ({ x, y, ...(ranges && { low: y - ranges[0], high: y + ranges[1] }) }));
    const points = fc.array(point, { minLength: 1, maxLength: 60 });
    const shape = fc.constantFrom('line' as const, 'dots' as const, 'columns' as const);
    fc.assert(
      fc.property(points, shape, fc.constantFrom('linear' as const, 'log' as const), (list, kind, scale) => {
        const { marks, plot } = drawChart(
          spec({ x: { title: 'X', unit: '', scale }, series: [{ label: 'a', shape: kind, colour: 0, points: list }] }),
          size,
        );
        for (const mark of marks) {
          const positions = mark.kind === 'line' || mark.kind === 'shape' ? mark.points : [mark.at];
          for (const [x, y] of positions) {
            expect(x).toBeGreaterThanOrEqual(-1);
            expect(x).toBeLessThanOrEqual(size.width + 1);
            if (mark.kind !== 'text') expect(y).toBeGreaterThanOrEqual(plot.top - 1.01);
            if (mark.kind !== 'text') expect(y).toBeLessThanOrEqual(plot.bottom + 0.01);
          }
        }
      }),
      {
        examples: [
          [[{ x: 1, y: 1.5e-323 }], 'line', 'linear'],
          [[1.0000000000000002, 1.0000000000000004].map((x) => ({ x, y: 0 })), 'line', 'log'],
          [[{ x: 1, y: 0, low: 0, high: 1 }], 'columns', 'linear'],
          [[{ x: 1, y: -1, low: -1, high: 0 }], 'columns', 'linear'],
        ],
        numRuns: 300,
      },
    );
  });
  it('leaves a gap where nothing was measured, and draws nothing that is hidden', () => {
    const points = [1, 2, 3, 4, 5].map((x) => ({ x, y: x === 3 ? null : x }));
    const chart = spec({
      x: { title: 'X', unit: '', scale: 'linear' },
      series: [{ label: 'a', shape: 'line', colour: 2, points }],
    });
    const lines = (hidden: ReadonlySet<string>) =>
      drawChart(chart, { ...size, hidden }).marks.filter(({ ink }) => ink === 'series-2');
    expect(lines(new Set()).filter(({ kind }) => kind === 'line')).toHaveLength(2);
    expect(lines(new Set(['a']))).toEqual([]);
  });
  it('draws the labels of its categories inside the drawing', () => {
    const categories = ['one', 'many'].flatMap((how) => [1, 20, 100].map((n) => `${how} partitions, batch ${n} × 4`));
    const { marks, height } = drawChart(
      spec({
        x: { title: 'Setting', unit: '', scale: 'category', categories },
        series: [{ label: 'a', shape: 'columns', colour: 0, points: categories.map((_, x) => ({ x, y: 1 })) }],
      }),
      size,
    );
    const names = marks.filter((mark) => mark.kind === 'text' && mark.text.includes('batch'));
    expect(names, 'every one').toHaveLength(categories.length);
    for (const mark of names) {
      if (mark.kind !== 'text') continue;
      // Rising to its end by 45 degrees.
      const extent = mark.text.length * 6 * Math.SQRT1_2;
      expect(mark).toMatchObject({ isTurned: true, anchor: 'end' });
      expect(mark.at[0] - extent).toBeGreaterThanOrEqual(0);
      expect(mark.at[0]).toBeLessThanOrEqual(size.width);
      expect(mark.at[1] + extent).toBeLessThanOrEqual(height - 10);
    }
  });
  it('distinguishes lines of one colour in their tooltips', () => {
    const points = [{ x: 1, y: 2 }];
    const series = [
      { label: 'one', shape: 'line', colour: 0, points },
      { label: 'many', shape: 'line', colour: 0, isDashed: true, points },
    ] as const;
    expect(drawChart(spec({ series }), size).hotSpots[0]?.lines.map(({ stroke }) => stroke)).toEqual([
      'solid',
      'dashed',
    ]);
  });
  it('lists all series of a position, with units', () => {
    const points = (y: number) => [{ x: 1024 * 1024, y }];
    const series = [
      { label: 'up', shape: 'line', colour: 0, points: points(2 * 1024 * 1024) },
      { label: 'down', shape: 'line', colour: 1, points: points(1024) },
    ] as const;
    expect(drawChart(spec({ series }), size).hotSpots).toMatchObject([
      {
        title: '1.0 MiB',
        lines: [
          { label: 'up', text: '2.0 MiB/s' },
          { label: 'down', text: '1.0 KiB/s' },
        ],
      },
    ]);
  });
  it('is text that holds nothing but its marks', () => {
    const text = svgText(drawChart(spec({}), size), 'a < b & "c"');
    expect(text).toContain('aria-label="a &lt; b &amp; &quot;c&quot;"');
    expect(text).not.toContain('NaN');
  });
});

describe('ticks', () => {
  const ticks = (unit: string, to: number, scale: 'linear' | 'log' = 'linear', from = 0) =>
    scaleOf({ title: 'T', unit, scale }, { from, to }, { from: 0, to: 100 }, 4);
  it('are round numbers of a fitting unit', () => {
    expect(ticks('bytes/s', 3 * 1024 * 1024).ticks.map(({ text }) => text)).toEqual(['0', '1', '2', '3']);
    expect(ticks('bytes/s', 3 * 1024 * 1024).title).toBe('T, MiB/s');
    expect(ticks('ms', 12_000).title).toBe('T, s');
    expect(ticks('', 0.7).ticks.map(({ text }) => text)).toEqual(['0.0', '0.2', '0.4', '0.6', '0.8']);
    expect(ticks('bytes', 4 * 1024 * 1024, 'log', 1024 * 1024).ticks.map(({ text }) => text)).toEqual([
      '1 MiB',
      '2 MiB',
      '4 MiB',
    ]);
  });

  it('begin at the foot of a logarithmic axis', () => {
    const { ticks: all, position } = ticks('ms', 3000, 'log', 1011);
    expect([all[0]?.text, all[0]?.at]).toEqual(['1,000', 0]);
    expect(position(1011)).toBeGreaterThan(0);
    expect(ticks('ms', 60, 'log', 2).ticks[0]?.at).toBe(0);
  });
});
