// Rates by machine and by size of machine: slow machines, and what each step of size gains. Pure.
import { formatFixed } from '../strings/numbers';
import { t } from '../strings/t';
import { axis, categories, meanPoint } from './chart-parts';
import type { ChartSpec } from './charts/chart-spec';
import { groupBy, levelsOf, perSecond, where } from './grouping';
import type { ResultTable } from './results';
import type { Sample } from './run';
import { meanOf, medianOf } from './statistics/summary';

export interface WayOfMachines {
  readonly label: string;
  readonly samples: readonly Sample[];
}

/** Machines whose names differ only in the number at the end are of one size: small-1, small-2. */
function sizeOfMachine(node: string): string {
  const name = node.replace(/[\s_.-]*\(?\d+\)?$/, '');
  return name === '' ? node : name;
}

/** In the order in which their runs were merged. */
export const sizesOf = (nodes: readonly string[]): readonly string[] => [...new Set(nodes.map(sizeOfMachine))];

const rateOf = (samples: readonly Sample[], node: string): number =>
  perSecond(where(samples, 'node', node), 'fileBytes');

/** A machine that reaches less than this share of the median of its size is named. */
const slowShare = 2 / 3;
const minMachines = 3;

interface SlowMachine {
  readonly node: string;
  readonly way: string;
  readonly share: number;
}

function slowMachines(ways: readonly WayOfMachines[], nodes: readonly string[]): readonly SlowMachine[] {
  return ways.flatMap(({ label, samples }) =>
    sizesOf(nodes).flatMap((size) => {
      const rates = nodes
        .filter((node) => sizeOfMachine(node) === size)
        .map((node) => ({ node, rate: rateOf(samples, node) }))
        .filter(({ rate }) => rate > 0);
      const middle = medianOf(rates.map(({ rate }) => rate));
      if (rates.length < minMachines) return [];
      return rates
        .filter(({ rate }) => rate < slowShare * middle)
        .map(({ node, rate }) => ({ node, way: label, share: rate / middle }));
    }),
  );
}

const maxNamed = 5;

export function slowSentence(ways: readonly WayOfMachines[], nodes: readonly string[]): readonly string[] {
  const slow = slowMachines(ways, nodes);
  if (slow.length === 0) return [];
  const named = slow
    .slice(0, maxNamed)
    .map(({ node, way, share }) => t`${node} (${way}: ${formatFixed(share * 100, 0)} % of the median)`);
  const more = slow.length - named.length;
  const list = more > 0 ? t`${named.join(', ')} and ${more} more` : named.join(', ');
  return [t`Slow machines: ${list}.`];
}

/** Dots by machine; slow ones are marked in the names below. */
export function machinesChart(ways: readonly WayOfMachines[], nodes: readonly string[]): ChartSpec {
  const slow = new Set(slowMachines(ways, nodes).map(({ node }) => node));
  return {
    id: 'nodes',
    title: t`Rate by node`,
    figure: t`the last chart of part 1`,
    x: categories(
      t`Node`,
      nodes.map((node) => (slow.has(node) ? t`${node} (slow)` : node)),
    ),
    y: axis(t`Rate`, 'bytes/s'),
    series: ways.map(({ label, samples }, colour) => ({
      label,
      shape: 'dots',
      colour,
      points: nodes.map((node, x) => ({ x, y: rateOf(samples, node) })),
    })),
    note: t`Slow: below two thirds of the median of its size. Compare the run with one of a single node to see what the nodes lose by sharing.`,
  };
}

/** Of all machines of a size together, for each repetition. */
function ratesOfSize(samples: readonly Sample[], size: string): readonly number[] {
  const own = samples.filter(({ node }) => sizeOfMachine(String(node)) === size);
  const count = levelsOf(own, 'node').length;
  return groupBy(own, ['repetition']).map(({ samples: rows }) =>
    count === 0 ? 0 : levelsOf(rows, 'node').reduce<number>((sum, node) => sum + rateOf(rows, String(node)), 0) / count,
  );
}

export function sizesChart(ways: readonly WayOfMachines[], sizes: readonly string[]): ChartSpec {
  return {
    id: 'sizes',
    title: t`Rate by size of machine`,
    figure: t`the charts by node size of parts 1 and 2`,
    x: categories(t`Size`, sizes),
    y: axis(t`Rate`, 'bytes/s'),
    series: ways.map(({ label, samples }, colour) => ({
      label,
      shape: 'columns',
      colour,
      points: sizes.map((size, x) => meanPoint(x, ratesOfSize(samples, size))),
    })),
    note: t`Mean rate of one machine of that size, ±1 standard deviation over the repetitions. Machines whose names differ only in their number are of one size.`,
  };
}

interface SizeStep {
  readonly way: string;
  readonly step: string;
  readonly percent: number;
}

function stepsOf(ways: readonly WayOfMachines[], sizes: readonly string[]): readonly SizeStep[] {
  return ways.flatMap(({ label, samples }) =>
    sizes.slice(1).flatMap((size, index): SizeStep[] => {
      const smaller = sizes[index] ?? '';
      const [from, to] = [meanOf(ratesOfSize(samples, smaller)), meanOf(ratesOfSize(samples, size))];
      return from > 0 && to > 0 ? [{ way: label, step: `${smaller} → ${size}`, percent: (to / from - 1) * 100 }] : [];
    }),
  );
}

export function stepsTable(ways: readonly WayOfMachines[], sizes: readonly string[]): ResultTable {
  const steps = stepsOf(ways, sizes);
  return {
    id: 'steps',
    title: t`Gain per step of size`,
    columns: [
      { title: t`Way`, unit: '' },
      { title: t`Step`, unit: '' },
      { title: t`Gain`, unit: '%' },
    ],
    rows: [
      ...steps.map(({ way, step, percent }) => [way, step, percent]),
      ...(steps.length === 0 ? [] : [[t`all`, t`mean`, meanOf(steps.map(({ percent }) => percent))]]),
    ],
    note: t`Sizes are in the order in which their runs were merged.`,
  };
}

export function stepsSentence(ways: readonly WayOfMachines[], sizes: readonly string[]): readonly string[] {
  const steps = stepsOf(ways, sizes);
  if (steps.length === 0) return [];
  return [
    t`Each step of size changes the rate by ${formatFixed(meanOf(steps.map(({ percent }) => percent)), 1)} % on average.`,
  ];
}
