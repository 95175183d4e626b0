// The charts of Monitor: which series each draws, in which unit, and how a value reads. Pure.
import { formatCount, formatDuration, formatRate } from '@shared/units';
import { type Scale, latencyScale, rateScale } from '@renderer/charts/axis';
import type { Series } from '@renderer/charts/series';
import type { ChartKey } from '@renderer/live/points';

export interface Panel {
  readonly id: string;
  readonly title: string;
  readonly series: readonly Series<ChartKey>[];
  readonly scaleFor: (most: number) => Scale;
  /** The least top of the axis, in its unit. */
  readonly leastTop: number;
  readonly formatValue: (key: ChartKey, value: number) => string;
  readonly size: 'large' | 'small';
}

const counted = (unit: string) => (): Scale => ({ unit, per: 1 });
const oneDecimal = (value: number): string => (value < 100 ? String(Number(value.toFixed(1))) : formatCount(value));

export const panels: readonly Panel[] = [
  {
    id: 'throughput',
    title: 'Throughput',
    series: [
      { key: 'upload', label: 'upload', colour: 'var(--series-upload)', shape: 'area' },
      { key: 'download', label: 'download', colour: 'var(--series-download)', shape: 'area' },
    ],
    scaleFor: rateScale,
    leastTop: 1,
    formatValue: (_key, value) => formatRate(value),
    size: 'large',
  },
  {
    id: 'latency',
    title: 'Request latency',
    series: [
      { key: 'p50', label: 'p50', colour: 'var(--series-p50)', shape: 'line' },
      { key: 'p95', label: 'p95', colour: 'var(--series-p95)', shape: 'line' },
      { key: 'p99', label: 'p99', colour: 'var(--series-p99)', shape: 'line' },
    ],
    scaleFor: latencyScale,
    leastTop: 10,
    formatValue: (_key, value) => (value < 10 ? `${value.toFixed(1)} ms` : formatDuration(value)),
    size: 'large',
  },
  {
    id: 'requests',
    title: 'Requests',
    series: [{ key: 'requests', label: 'requests', colour: 'var(--text-muted)', shape: 'line' }],
    scaleFor: counted('requests/s'),
    leastTop: 10,
    formatValue: (_key, value) => `${oneDecimal(value)}/s`,
    size: 'small',
  },
  {
    id: 'in-flight',
    title: 'In flight',
    series: [
      { key: 'inFlight', label: 'requests in flight', colour: 'var(--series-p50)', shape: 'line' },
      { key: 'connections', label: 'open connections', colour: 'var(--text-muted)', shape: 'line', dash: 'dashed' },
    ],
    scaleFor: counted('at once'),
    leastTop: 8,
    formatValue: (_key, value) => formatCount(value),
    size: 'small',
  },
  {
    id: 'trouble',
    title: 'Retries and throttles',
    series: [
      { key: 'retries', label: 'retries', colour: 'var(--series-p99)', shape: 'bars' },
      { key: 'throttled', label: 'throttled', colour: 'var(--series-throttled)', shape: 'bars' },
      { key: 'failed', label: 'failed', colour: 'var(--text)', shape: 'bars' },
    ],
    scaleFor: counted('per sample'),
    leastTop: 4,
    formatValue: (_key, value) => formatCount(value),
    size: 'small',
  },
];
