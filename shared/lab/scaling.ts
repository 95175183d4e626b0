// What machines lose by sharing a line or a service: runs of 1, 2, 4 … nodes of one experiment, against as many times the
// mean of one node that ran alone. Pure.
import { formatFixed } from '../strings/numbers';
import { t } from '../strings/t';
import { axis } from './chart-parts';
import type { ChartSpec } from './charts/chart-spec';
import { experimentOf } from './definitions';
import { plannedSteps } from './experiment';
import { groupBy, isMeasurement, perSecond } from './grouping';
import { wereTogether } from './nodes-apart';
import type { ResultTable } from './results';
import { type RunRecord, samplesOf } from './run';
import { meanOf } from './statistics/summary';

export interface ScaledSetting {
  readonly label: string;
  /** Ascending by nodes, beginning with one alone. */
  readonly levels: readonly {
    readonly nodes: number;
    readonly perSecond: number;
    readonly linear: number;
    /** Of the linear rate that was not reached, in %. */
    readonly attenuation: number;
  }[];
}

/** Empty unless at least one run is of one node alone and one of several. */
export function scalingOf(runs: readonly RunRecord[]): readonly ScaledSetting[] {
  const [first] = runs;
  if (first === undefined || !runs.some(({ nodes }) => nodes.length === 1)) return [];
  if (!runs.some(({ nodes }) => nodes.length > 1)) return [];
  const amount = first.columns.includes('fileBytes') ? 'fileBytes' : 'entities';
  const counts = [...new Set(runs.map(({ nodes }) => nodes.length))].sort((a, b) => a - b);
  const measured = runs.map((run) => ({
    nodes: run.nodes.length,
    samples: samplesOf(run).filter(isMeasurement),
  }));
  return plannedSteps(experimentOf(first.experimentId), first.parameters)
    .filter(({ label }, index, all) => all.findIndex((one) => one.label === label) === index)
    .flatMap(({ label, words }): ScaledSetting[] => {
      const rateOf = (nodes: number): number =>
        meanOf(
          measured
            .filter((run) => run.nodes === nodes)
            .flatMap(({ samples }) => {
              const own = samples.filter(({ step }) => step === label);
              return wereTogether(own)
                ? groupBy(own, ['repetition']).map((each) => perSecond(each.samples, amount))
                : [];
            }),
        );
      const alone = rateOf(1);
      const levels = counts.flatMap((nodes) => {
        const rate = rateOf(nodes);
        const linear = nodes * alone;
        return Number.isFinite(rate) && linear > 0
          ? [{ nodes, perSecond: rate, linear, attenuation: (1 - rate / linear) * 100 }]
          : [];
      });
      return levels.length > 1 ? [{ label: words, levels }] : [];
    });
}

/** Runs of several nodes that were not at work together in every setting: what they lost is not what they share. */
export function apartFindings(runs: readonly RunRecord[]): readonly string[] {
  return runs.flatMap((run) => {
    const measured = samplesOf(run).filter(isMeasurement);
    const isWhole = groupBy(measured, ['step']).every(({ samples }) => wereTogether(samples));
    if (run.nodes.length < 2 || isWhole) return [];
    return [
      t`The nodes of “${run.name}” did not run together in every setting; those settings are not compared with one node alone.`,
    ];
  });
}

export function scalingFindings(settings: readonly ScaledSetting[]): readonly string[] {
  const last = settings.flatMap(({ label, levels }) => {
    const level = levels.at(-1);
    return level === undefined ? [] : [{ label, ...level }];
  });
  const [worst] = [...last].sort((a, b) => b.attenuation - a.attenuation);
  const best = [...last].sort((a, b) => a.attenuation - b.attenuation)[0];
  if (worst === undefined || best === undefined) return [];
  if (last.length === 1) {
    return [
      t`${worst.nodes} nodes stay ${formatFixed(worst.attenuation, 0)} % below ${worst.nodes} times one node alone.`,
    ];
  }
  return [
    t`${worst.nodes} nodes stay ${formatFixed(best.attenuation, 0)} to ${formatFixed(worst.attenuation, 0)} % below ${worst.nodes} times one node alone; “${worst.label}” loses most.`,
  ];
}

export function scalingTable(settings: readonly ScaledSetting[], unit: string): ResultTable {
  return {
    id: 'scaling',
    title: t`Effective against linear`,
    columns: [
      { title: t`Setting`, unit: '' },
      { title: t`Nodes`, unit: '' },
      { title: t`Effective`, unit },
      { title: t`Linear`, unit },
      { title: t`Attenuation`, unit: '%' },
    ],
    rows: settings.flatMap(({ label, levels }) =>
      levels.map(({ nodes, perSecond: rate, linear, attenuation }) => [label, nodes, rate, linear, attenuation]),
    ),
    note: t`Linear: the number of nodes times the mean rate of one node that ran alone.`,
  };
}

/** Attenuation of all settings over the number of nodes, then each setting against its linear rate. */
export function scalingCharts(settings: readonly ScaledSetting[], unit: string): readonly ChartSpec[] {
  return [
    {
      id: 'attenuation',
      title: t`Attenuation over the number of nodes`,
      x: axis(t`Nodes`, ''),
      y: axis(t`Attenuation`, '%'),
      series: settings.map(({ label, levels }, colour) => ({
        label,
        shape: 'line',
        colour,
        points: levels.map(({ nodes, attenuation }) => ({ x: nodes, y: attenuation })),
      })),
      note: t`The shortfall from that many times the rate of one node alone.`,
    },
    ...settings.map(({ label, levels }, index): ChartSpec => ({
      id: `scaling-${index}`,
      title: t`${label}: effective versus linear`,
      x: axis(t`Nodes`, ''),
      y: axis(t`Rate`, unit),
      series: [
        {
          label: t`effective`,
          shape: 'line',
          colour: 0,
          points: levels.map(({ nodes, perSecond: rate }) => ({ x: nodes, y: rate })),
        },
        {
          label: t`linear`,
          shape: 'line',
          colour: 2,
          isDashed: true,
          points: levels.map(({ nodes, linear }) => ({ x: nodes, y: linear })),
        },
      ],
      note: t`Dashed: the number of nodes times the mean of one node alone.`,
    })),
  ];
}
