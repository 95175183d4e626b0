// Axis arithmetic: round tick values from zero, a unit that suits the largest value, time ticks counted back from now.
import { formatCompact, formatNumber, formatPlain } from '@shared/strings/numbers';
import { t } from '@shared/strings/t';
import { MiB, rateUnitOf } from '@shared/units';
import { alignedFigures } from './aligned-figures';

export interface Scale {
  readonly unit: string;
  /** What to divide a raw value by to speak in `unit`. */
  readonly per: number;
}

/** The unit in which `maxBytesPerSecond` read best; MiB/s, or MB/s, when nothing moves. */
export function rateScale(maxBytesPerSecond: number): Scale {
  const { name, per } = rateUnitOf(maxBytesPerSecond <= 0 ? 2 * MiB : maxBytesPerSecond);
  return { unit: name, per };
}

/** Milliseconds up to ten seconds, then seconds. */
export function latencyScale(maxMs: number): Scale {
  return maxMs >= 10_000 ? { unit: 's', per: 1000 } : { unit: 'ms', per: 1 };
}

const tickSteps = [1, 2, 2.5, 5, 10] as const;

/** `whole`: for counts, where a mark between two integers would have no meaning. */
export type TickSteps = 'any' | 'whole';

/** Round values from zero to at least `max`, `intervals` or fewer steps; `minTop` keeps an idle chart readable. */
export function ticksFromZero(
  max: number,
  intervals: number,
  minTop: number,
  steps: TickSteps = 'any',
): readonly number[] {
  const top = Math.max(max, minTop);
  const step = roundStep(top / intervals, steps);
  return multiplesOf(step, Math.ceil(top / step - 1e-9));
}

/** Exactly `intervals` round steps from zero to at least `max`, for a second axis on the grid of the first. */
export function ticksOnGrid(max: number, intervals: number, minTop: number): readonly number[] {
  return multiplesOf(roundStep(Math.max(max, minTop) / intervals), intervals);
}

function roundStep(rough: number, steps: TickSteps = 'any'): number {
  if (steps === 'whole' && rough < 1) return 1;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const fits = (step: number): boolean => step >= rough * 0.999_999 && (steps === 'any' || Number.isInteger(step));
  return tickSteps.map((step) => step * magnitude).find(fits) ?? 10 * magnitude;
}

function multiplesOf(step: number, count: number): readonly number[] {
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** A figure without needless digits, at most two of them decimals: `0`, `2.5`, `1,200`. */
export function tickText(value: number): string {
  return formatNumber(value, { max: 2 });
}

/** The figures of one axis in little room, all with as many decimals: `0.0`, `0.5`, `1.0`. */
export function tickTexts(ticks: readonly number[]): (value: number) => string {
  const isShort = ticks.every((tick) => Math.abs(tick) < 100_000 && (tick === 0 || Math.abs(tick) >= 1e-3));
  return isShort ? alignedFigures(ticks) : shortTickText;
}

/** Moments at `parts` equal distances back from `endMs`, oldest first. */
export function timeTicks(windowMs: number, endMs: number, parts: number): readonly number[] {
  return Array.from({ length: parts + 1 }, (_, index) => endMs - windowMs + (index * windowMs) / parts);
}

/** The age of a moment: `now`, `15 s`, `2 min 30 s`, always measured from the right edge. */
export function agoText(atMs: number, endMs: number): string {
  const seconds = Math.round((endMs - atMs) / 1000);
  if (seconds <= 0) return t`now`;
  if (seconds < 60) return `${seconds} s`;
  const rest = seconds % 60;
  return rest === 0
    ? t`${Math.floor(seconds / 60)} min`
    : t`${Math.floor(seconds / 60)}:${String(rest).padStart(2, '0')} min`;
}

/** The largest value of some fields over all points, 0 if there is none. */
export function maxOf<P>(points: readonly P[], figures: readonly ((point: P) => number | null)[]): number {
  let max = 0;
  for (const point of points) {
    for (const figure of figures) max = Math.max(max, figure(point) ?? 0);
  }
  return max;
}

/** Round values that cover `low` to `high` in about `intervals` steps; the first is no more than `low`. */
export function ticksBetween(low: number, high: number, intervals: number): readonly number[] {
  const reach = Math.max(Math.abs(low), Math.abs(high));
  // Halved, so that the widest extent of doubles stays a number; a single value gets some room around it.
  const halfSpan = Math.max(high / 2 - low / 2, reach * 1e-12, Number.MIN_VALUE * 1e6);
  const step = roundStep((halfSpan / intervals) * 2);
  const first = Math.floor(low / step + 1e-9);
  const count = Math.min(4 * intervals, Math.max(1, Math.ceil(high / step - 1e-9) - first));
  return Array.from({ length: count + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

/** A very large or small tick's figure in little room: `2.5`, `12,000`, `3.4M`, `9.01e+15`. */
function shortTickText(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e15 || size < 1e-3)) return formatPlain(value.toPrecision(3).replace(/\.?0+e/, 'e'));
  return size >= 100_000
    ? formatCompact(value)
    : size < 1
      ? formatPlain(Number(value.toPrecision(4)))
      : tickText(value);
}
