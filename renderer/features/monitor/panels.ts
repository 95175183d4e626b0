// The charts of Monitor: the series and unit of each, and how a value is formatted. Pure.
import { formatFixed } from '@shared/strings/numbers';
import { t } from '@shared/strings/t';
import { countRateUnitOf, formatCount, formatCountRate, formatDuration, formatRate } from '@shared/units';
import { type Scale, type TickSteps, latencyScale, rateScale } from '@renderer/charts/axis';
import type { Series } from '@renderer/charts/series';
import type { PanelId } from './file-columns';
import { stepText } from './step-text';

/** `live`: levels that only the live stream knows; the history keeps none. */
export type Reach = 'everywhere' | 'live';

export interface Panel {
  readonly id: PanelId;
  readonly title: string;
  readonly series: readonly Series<string>[];
  readonly scaleFor: (max: number, stepMs: number) => Scale;
  /** The least top of the axis, in its unit. */
  readonly minTop: number;
  readonly steps?: TickSteps;
  readonly reach: Reach;
  /** Too many series leave no room for their newest values. */
  readonly legend?: 'names';
  /** @param most of all that is shown, which decides the unit of the scale */
  readonly formatValue: (key: string, value: number, max: number) => string;
}

const counted = (unit: string) => (): Scale => ({ unit, per: 1 });
/** A bar of a count represents a step: its height depends on the length of the step. */
const perStep = (_max: number, stepMs: number): Scale => ({ unit: t`per ${stepText(stepMs)}`, per: 1 });
const milliseconds = (ms: number): string => (ms < 10 ? t`${formatFixed(ms, 1)} ms` : formatDuration(ms));
const requestUnits = { s: t`requests/s`, min: t`requests/min`, h: t`requests/h` } as const;
function requestScale(maxPerSecond: number): Scale {
  const { name, seconds } = countRateUnitOf(maxPerSecond);
  return { unit: requestUnits[name], per: 1 / seconds };
}

export const panels: readonly Panel[] = [
  {
    id: 'throughput',
    title: t`Throughput`,
    series: [
      { key: 'upload', label: t`upload`, colour: 'var(--series-upload)', shape: 'area' },
      { key: 'download', label: t`download`, colour: 'var(--series-download)', shape: 'area' },
    ],
    scaleFor: rateScale,
    reach: 'everywhere',
    minTop: 1,
    formatValue: (_key, value) => formatRate(value),
  },
  {
    id: 'latency',
    title: t`Request latency`,
    series: [
      { key: 'p5', high: 'p95', label: t`p5–p95`, colour: 'var(--series-p50)', shape: 'band' },
      { key: 'p25', high: 'p75', label: t`p25–p75`, colour: 'var(--series-p50)', shape: 'band' },
      { key: 'p50', label: 'p50', colour: 'var(--series-p50)', shape: 'line' },
      { key: 'p90', label: 'p90', colour: 'var(--series-download)', shape: 'line' },
      { key: 'p95', label: 'p95', colour: 'var(--series-p95)', shape: 'line' },
      { key: 'p99', label: 'p99', colour: 'var(--series-p99)', shape: 'line' },
    ],
    scaleFor: latencyScale,
    reach: 'everywhere',
    minTop: 10,
    formatValue: (_key, value) => milliseconds(value),
  },
  {
    id: 'trouble',
    title: t`Retries and throttles`,
    series: [
      { key: 'retries', label: t`retries`, colour: 'var(--series-p99)', shape: 'bars' },
      { key: 'throttled', label: t`throttled`, colour: 'var(--series-throttled)', shape: 'bars' },
      { key: 'failed', label: t`failed`, colour: 'var(--text)', shape: 'bars' },
    ],
    scaleFor: perStep,
    reach: 'everywhere',
    minTop: 4,
    steps: 'whole',
    formatValue: (_key, value) => formatCount(value),
  },
  {
    id: 'in-flight',
    title: t`In flight`,
    series: [
      { key: 'inFlight', label: t`requests in flight`, colour: 'var(--series-p50)', shape: 'line' },
      { key: 'connections', label: t`open connections`, colour: 'var(--text-muted)', shape: 'line', dash: 'dashed' },
    ],
    scaleFor: counted(t`concurrent`),
    reach: 'live',
    minTop: 8,
    steps: 'whole',
    formatValue: (_key, value) => formatCount(value),
  },
];

/** Its series are the requested operations. */
export const operationsPanel: Omit<Panel, 'series'> = {
  id: 'operations',
  title: t`Requests by operation`,
  scaleFor: requestScale,
  reach: 'everywhere',
  legend: 'names',
  minTop: 10,
  formatValue: (_key, value, max) => formatCountRate(value, countRateUnitOf(max)),
};

/** Its series are the causes that the service named. */
export const throttlesPanel: Omit<Panel, 'series'> = {
  id: 'throttles',
  title: t`Throttled by cause`,
  scaleFor: perStep,
  reach: 'everywhere',
  minTop: 4,
  steps: 'whole',
  formatValue: (_key, value) => formatCount(value),
};
