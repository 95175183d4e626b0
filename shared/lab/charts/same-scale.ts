// Draws the same chart of several runs with the same axes, so that they can be compared. Pure.
import type { ChartAxis, ChartSpec } from './chart-spec';
import { type AxisRanges, axisRanges } from './axis-ranges';
import type { Range } from './scale';

/** One list of charts per run. Charts with the same id get axes that include the values of all of them. */
export function onSameScale(runs: readonly (readonly ChartSpec[])[]): readonly (readonly ChartSpec[])[] {
  const reaches = new Map<string, AxisRanges>();
  for (const spec of runs.flat()) {
    const own = axisRanges(spec);
    const known = reaches.get(spec.id);
    reaches.set(
      spec.id,
      known === undefined
        ? own
        : {
            x: both(known.x, own.x),
            y: both(known.y, own.y),
            right: known.right && own.right ? both(known.right, own.right) : (known.right ?? own.right),
          },
    );
  }
  return runs.map((charts) =>
    charts.map((spec): ChartSpec => {
      const reach = reaches.get(spec.id);
      if (reach === undefined) return spec;
      return {
        ...spec,
        x: reaching(spec.x, reach.x),
        y: reaching(spec.y, reach.y),
        ...(spec.right === undefined ? {} : { right: reaching(spec.right, reach.right) }),
      };
    }),
  );
}

/** Positions of a category axis are names, which other runs need not share. */
const reaching = (axis: ChartAxis, reach: Range | null): ChartAxis =>
  reach === null || axis.scale === 'category' ? axis : { ...axis, reach };

const both = (a: Range, b: Range): Range => ({ from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) });
