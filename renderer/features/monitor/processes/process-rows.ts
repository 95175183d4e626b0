// The app's resource usage as chart points: main's samples define the steps; the finer samples of the engine and of the
// window are added to the step in which they end. Pure.
import type { ProcessKind, ProcessSample } from '@shared/model/app';
import type { Sample } from '@shared/model/sample';
import { t } from '@shared/strings/t';
import type { Series } from '@renderer/charts/series';

export interface WindowDelay {
  readonly atMs: number;
  readonly delayMs: number;
}

export type ProcessRow = { readonly atMs: number } & Readonly<Record<string, number | null>>;

const names: Readonly<Record<ProcessKind, string>> = {
  main: t`main`,
  engine: t`engine`,
  window: t`window`,
  store: t`local store`,
  other: t`others`,
};
const colours: Readonly<Record<ProcessKind, string>> = {
  main: 'var(--series-p99)',
  engine: 'var(--series-upload)',
  window: 'var(--series-p50)',
  store: 'var(--series-download)',
  other: 'var(--text-muted)',
};
const kinds = Object.keys(names) as readonly ProcessKind[];

const seriesOf = (figure: string, of: readonly ProcessKind[]): readonly Series<string>[] =>
  of.map((kind) => ({
    key: `${figure}:${kind}`,
    label: names[kind],
    colour: colours[kind],
    shape: 'line',
    ...(kind === 'other' ? { dash: 'dashed' as const } : {}),
  }));

export const cpuSeries = seriesOf('cpu', kinds);
export const memorySeries = seriesOf('memory', kinds);
export const delaySeries = seriesOf('delay', ['main', 'engine', 'window']);

const threadKey = (index: number): string => `thread:${index}`;
const maxThreads = (rows: readonly ProcessRow[]): number =>
  rows.reduce((max, row) => Math.max(max, row.threads ?? 0), 0);

/** A thread that did not run yet is a gap in the rows from before it. */
export function withEveryThread(rows: readonly ProcessRow[]): readonly ProcessRow[] {
  const gaps = Object.fromEntries(Array.from({ length: maxThreads(rows) }, (_, index) => [threadKey(index), null]));
  return rows.map((row) => ({ ...gaps, ...row }));
}

/** As many as ran at once; the last is the one that hashes. */
export function threadSeries(rows: readonly ProcessRow[]): readonly Series<string>[] {
  const threads = maxThreads(rows);
  const tokens = ['upload', 'download', 'p50', 'p95', 'p99', 'throttled'];
  return Array.from({ length: threads }, (_, index) => ({
    key: threadKey(index),
    label: t`thread ${index + 1}`,
    colour: `var(--series-${tokens[index % tokens.length] ?? 'upload'})`,
    shape: 'line',
  }));
}

/** @param fromMs where the first step begins */
export function processRows(
  processes: readonly ProcessSample[],
  engine: readonly Sample[],
  window: readonly WindowDelay[],
  fromMs: number,
): readonly ProcessRow[] {
  let beforeMs = fromMs;
  return processes.map(({ atMs, uses, mainDelayMs }) => {
    const inStep = (at: { readonly atMs: number }): boolean => at.atMs > beforeMs && at.atMs <= atMs;
    const samples = engine.filter(inStep);
    const delays = window.filter(inStep);
    const threads = samples.reduce((max, { threadUse }) => Math.max(max, threadUse.length), 0);
    beforeMs = atMs;
    const used = (figure: 'cpuPercent' | 'memoryBytes', kind: ProcessKind): number | null =>
      uses.find((one) => one.kind === kind)?.[figure] ?? null;
    return {
      ...Object.fromEntries(kinds.map((kind) => [`cpu:${kind}`, used('cpuPercent', kind)])),
      ...Object.fromEntries(kinds.map((kind) => [`memory:${kind}`, used('memoryBytes', kind)])),
      ...Object.fromEntries(
        Array.from({ length: threads }, (_, index) => [
          threadKey(index),
          mean(samples.map(({ threadUse }) => (threadUse[index] ?? 0) * 100)),
        ]),
      ),
      'delay:main': mainDelayMs,
      'delay:engine': greatest(samples.map(({ loopDelayMs }) => loopDelayMs)),
      'delay:window': greatest(delays.map(({ delayMs }) => delayMs)),
      threads,
      atMs,
    };
  });
}

function greatest(values: readonly number[]): number | null {
  return values.length === 0 ? null : Math.max(...values);
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
