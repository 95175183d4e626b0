// A setting has one colour throughout a result.
import { describe, expect, it } from 'vitest';
import { experimentOf } from '../definitions';
import { recordedRuns } from '../fixtures/recorded-runs';
import { samplesOf } from '../run';
import type { ChartSpec } from './chart-spec';
import { withFixedColours } from './fixed-colours';

const chartOf = (id: string, ...labels: readonly string[]): ChartSpec => ({
  id,
  title: id,
  x: { title: '', unit: '', scale: 'linear' },
  y: { title: '', unit: '', scale: 'linear' },
  series: labels.map((label, colour) => ({ label, shape: 'line', colour, points: [] })),
  note: '',
});
const coloursOf = (charts: readonly ChartSpec[]) =>
  charts.map(({ series }) => Object.fromEntries(series.map(({ label, colour }) => [label, colour])));

describe('colours of settings', () => {
  it('are the same in a chart that lacks some of the settings', () => {
    const charts = coloursOf(withFixedColours([chartOf('all', 'a', 'b', 'c'), chartOf('some', 'b', 'c')]));
    expect(charts).toEqual([
      { a: 0, b: 1, c: 2 },
      { b: 1, c: 2 },
    ]);
  });

  it('differ where settings of different charts are drawn together later', () => {
    const [, , both] = coloursOf(
      withFixedColours([chartOf('one', 'a'), chartOf('other', 'b'), chartOf('both', 'b', 'a')]),
    );
    expect(both!.a).toBe(0);
    expect(both!.b).not.toBe(0);
  });

  it.each(Object.keys(recordedRuns))('are one for each label in the recorded run %s', (name) => {
    const run = recordedRuns[name]!;
    const { charts } = experimentOf(run.experimentId).analyse(samplesOf(run), run.parameters);
    const found = new Map<string, Set<number>>();
    for (const { label, colour } of charts.flatMap(({ series }) => series)) {
      found.set(label, (found.get(label) ?? new Set()).add(colour));
    }
    expect([...found].filter(([, colours]) => colours.size > 1).map(([label]) => label)).toEqual([]);
  });
});
