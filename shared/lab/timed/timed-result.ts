// What a timed run shows besides the figures of its experiment: the rate over days with its gaps, the rate by time of
// day, and whether the time of day makes a difference. Pure.
import { titleOfStoredError } from '../../error-text';
import { plural, t } from '../../strings/t';
import { formatMoment } from '../../strings/moments';
import { formatCount, formatRate } from '../../units';
import { axis, meanPoint } from '../chart-parts';
import type { ChartPoint, ChartSpec } from '../charts/chart-spec';
import { ofSize, sizeName, sizesIn } from '../file-sizes';
import { groupBy, levelsOf, numberIn, succeeded, valuesOf, where } from '../grouping';
import type { ResultTable, RunResult } from '../results';
import { type RunRecord, type Sample, samplesOf } from '../run';
import { seeded, shuffled } from '../statistics/seeded';
import { meanOf, summaryOf } from '../statistics/summary';
import { measuredSamples } from './timed-record';
import { missingSamples, type RunTimetable } from './timetable';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** One way to one target. */
interface Side {
  readonly label: string;
  /** The mean rate of each sample that moved at least one file, by its number. */
  readonly rates: ReadonlyMap<number, number>;
  /** By the number of the sample. */
  readonly rows: ReadonlyMap<number, readonly Sample[]>;
}

/** The result of the experiment with what the timetable adds. Its charts over time are replaced: they know no gaps. */
export function withTimetable(result: RunResult, run: RunRecord): RunResult {
  const { timetable, startedAtMs } = run;
  const samples = samplesOf(run);
  const size = sizesIn(samples).at(-1);
  if (timetable === undefined || size === undefined) return result;
  const missing = missingSamples(measuredSamples(run), timetable.reached);
  const timed: Timed = { timetable, startedAtMs, missing, sizeName: sizeName(samples, size) };
  const sides = sidesOf(ofSize(samples, size));
  const [first, ...tables] = result.tables;
  return {
    ...result,
    findings: [
      coverageSentence(timed),
      ...failureSentences(timed),
      ...timeOfDaySentences(sides, timed),
      ...result.findings,
    ],
    tables: [...(first === undefined ? [] : [first]), timeOfDayTable(sides, timed), ...tables],
    charts: [
      ...directions.flatMap(({ value, label }) => {
        const own = sides.filter(({ direction }) => direction === value);
        const charts = [overDays(own, timed, value, label()), byTimeOfDay(own, timed, value, label())];
        return charts.filter(isOverTime);
      }),
      ...result.charts.filter(({ id }) => !id.startsWith('over-time-')),
    ],
  };
}

/** One time alone shows no course. */
function isOverTime({ series }: ChartSpec): boolean {
  const times = series.flatMap(({ points }) => points.filter(({ y }) => y !== null).map(({ x }) => x));
  return new Set(times).size > 1;
}

interface Timed {
  readonly timetable: RunTimetable;
  readonly startedAtMs: number;
  readonly missing: readonly number[];
  readonly sizeName: string;
}

const directions = [
  { value: 'up', label: () => t`upload` },
  { value: 'down', label: () => t`download` },
] as const;

interface DirectedSide extends Side {
  readonly direction: (typeof directions)[number]['value'];
  /** Empty for the only one. */
  readonly target: string;
}

function sidesOf(samples: readonly Sample[]): readonly DirectedSide[] {
  const targets = levelsOf(samples, 'target');
  return directions.flatMap(({ value, label }) =>
    targets.flatMap((level) => {
      const own = succeeded(where(where(samples, 'direction', value), 'target', level));
      if (own.length === 0) return [];
      const target = level === null ? '' : String(level);
      const rows = new Map(
        groupBy(own, ['repetition']).map(({ key, samples }) => [numberIn(key, 'repetition'), samples]),
      );
      const rates = new Map([...rows].map(([number, of]) => [number, meanOf(valuesOf(of, 'bytesPerSecond'))]));
      return [{ direction: value, target, label: target === '' ? label() : `${label()}, ${target}`, rows, rates }];
    }),
  );
}

const timeOf = ({ startedAtMs, timetable }: Timed, number: number): number =>
  startedAtMs + (number - 1) * timetable.everyMs;

/** In UTC, as all times of a report. */
const hourOf = (timed: Timed, number: number): number => Math.floor((timeOf(timed, number) % dayMs) / hourMs);

const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

function coverageSentence(timed: Timed): string {
  const { timetable, missing } = timed;
  const { reached, samples } = timetable;
  const measured = t`Samples measured: ${formatCount(reached - missing.length)} of ${formatCount(samples)}`;
  if (missing.length === 0) return `${measured}.`;
  const shown = stretchesOf(missing).map(([from, to]) => {
    const start = formatMoment(timeOf(timed, from), 'utc', 'minute');
    return from === to ? start : t`${start} to ${formatMoment(timeOf(timed, to), 'utc', 'minute')}`;
  });
  const rest = shown.length > maxStretches ? t` and ${shown.length - maxStretches} more` : '';
  return t`${measured}; missing: ${formatCount(missing.length)} (${shown.slice(0, maxStretches).join('; ')}${rest} UTC).`;
}

const maxStretches = 3;

function stretchesOf(numbers: readonly number[]): readonly (readonly [from: number, to: number])[] {
  const found: [number, number][] = [];
  for (const number of numbers) {
    const last = found.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else found.push([number, number]);
  }
  return found;
}

function failureSentences({ timetable: { failures } }: Timed): readonly string[] {
  const [last, count] = [failures.at(-1), failures.length];
  if (last === undefined) return [];
  return [
    plural(
      count,
    )`${count} of them was tried and failed: ${titleOfStoredError(last)}. | ${count} of them were tried and failed, the last with: ${titleOfStoredError(last)}.`,
  ];
}

/** Samples a time of day needs so that it can be named. */
const minSamples = 3;
const shuffles = 500;
const chance = 0.05;

/**
 * Names the fastest and the slowest hour only if hours differ more than they do in 95 % of random orders of the same
 * samples: of 24 hours some are always far apart.
 */
function timeOfDaySentences(sides: readonly DirectedSide[], timed: Timed): readonly string[] {
  return sides.flatMap(({ label, rates }) => {
    const counts = new Map<number, number>();
    for (const number of rates.keys()) counts.set(hourOf(timed, number), (counts.get(hourOf(timed, number)) ?? 0) + 1);
    const own = [...rates].filter(([number]) => (counts.get(hourOf(timed, number)) ?? 0) >= minSamples);
    const hours = own.map(([number]) => hourOf(timed, number));
    const byHour = meansByHour(
      hours,
      own.map(([, rate]) => rate),
    );
    if (byHour.length < 2) return [];
    const random = seeded(20_100_401);
    const found = spreadOf(byHour);
    let order = own.map(([, rate]) => rate);
    let asFar = 0;
    for (let index = 0; index < shuffles; index += 1) {
      order = shuffled(order, random);
      if (spreadOf(meansByHour(hours, order)) >= found) asFar += 1;
    }
    if (asFar / shuffles >= chance) return [t`${timed.sizeName} ${label}: no certain difference between times of day.`];
    const [slowest, fastest] = [byHour[0], byHour.at(-1)];
    if (slowest === undefined || fastest === undefined) return [];
    return [
      t`${timed.sizeName} ${label}: fastest from ${hourText(fastest.hour)} UTC (${formatRate(fastest.mean)}), slowest from ${hourText(slowest.hour)} UTC (${formatRate(slowest.mean)}).`,
    ];
  });
}

interface HourMean {
  readonly hour: number;
  readonly mean: number;
}

/** The slowest first. */
function meansByHour(hours: readonly number[], values: readonly number[]): readonly HourMean[] {
  const [sums, counts] = [new Float64Array(24), new Int32Array(24)];
  for (const [index, hour] of hours.entries()) {
    sums[hour] = (sums[hour] ?? 0) + (values[index] ?? 0);
    counts[hour] = (counts[hour] ?? 0) + 1;
  }
  return Array.from(sums, (sum, hour) => ({ hour, mean: sum / (counts[hour] ?? 0) }))
    .filter(({ mean }) => !Number.isNaN(mean))
    .sort((one, other) => one.mean - other.mean);
}

const spreadOf = (byHour: readonly HourMean[]): number => (byHour.at(-1)?.mean ?? 0) - (byHour[0]?.mean ?? 0);

function overDays(sides: readonly DirectedSide[], timed: Timed, id: string, label: string): ChartSpec {
  const { timetable, sizeName } = timed;
  return {
    id: `series-${id}`,
    title: t`${sizeName} ${label}: rate over time`,
    x: axis(t`Time since the start`, 'h'),
    y: axis(t`Rate`, 'bytes/s'),
    series: sides.map(({ target, rows }, colour) => ({
      label: target === '' ? label : target,
      shape: 'band',
      colour,
      points: Array.from({ length: timetable.reached }, (_, index): ChartPoint => {
        const own = rows.get(index + 1) ?? [];
        return meanPoint((index * timetable.everyMs) / hourMs, valuesOf(own, 'bytesPerSecond'));
      }),
    })),
    note: t`A point for each sample: mean ± 1 standard deviation of its files. Missing samples are gaps.`,
  };
}

function byTimeOfDay(sides: readonly DirectedSide[], timed: Timed, id: string, label: string): ChartSpec {
  return {
    id: `time-of-day-${id}`,
    title: t`${timed.sizeName} ${label}: rate by time of day`,
    x: { ...axis(t`Time of day (UTC)`, 'h'), reach: { from: 0, to: 24 } },
    y: axis(t`Rate`, 'bytes/s'),
    series: sides.map(({ target, rates }, colour) => ({
      label: target === '' ? label : target,
      shape: 'band',
      colour,
      points: hoursOf(timed).map((hour) => meanPoint(hour, ratesAt(rates, timed, hour))),
    })),
    note: t`Mean ± 1 standard deviation of the samples that began in the hour.`,
  };
}

function hoursOf(timed: Timed): readonly number[] {
  const { reached } = timed.timetable;
  const hours = new Set(Array.from({ length: reached }, (_, index) => hourOf(timed, index + 1)));
  return [...hours].sort((a, b) => a - b);
}

const ratesAt = (rates: ReadonlyMap<number, number>, timed: Timed, hour: number): readonly number[] =>
  [...rates].filter(([number]) => hourOf(timed, number) === hour).map(([, rate]) => rate);

function timeOfDayTable(sides: readonly DirectedSide[], timed: Timed): ResultTable {
  const { reached } = timed.timetable;
  const missing = (hour: number, rates: ReadonlyMap<number, number>): number =>
    Array.from({ length: reached }, (_, index) => index + 1).filter(
      (number) => hourOf(timed, number) === hour && !rates.has(number),
    ).length;
  return {
    id: 'time-of-day',
    title: t`Rate by time of day, ${timed.sizeName}`,
    columns: [
      { title: t`From (UTC)`, unit: '' },
      { title: t`Direction`, unit: '' },
      { title: t`Mean rate`, unit: 'bytes/s' },
      { title: t`SD of rate`, unit: 'bytes/s' },
      { title: t`Samples`, unit: '' },
      { title: t`Missing`, unit: '' },
    ],
    rows: hoursOf(timed).flatMap((hour) =>
      sides.map(({ label, rates }) => {
        const own = ratesAt(rates, timed, hour);
        const { mean, sd } = summaryOf(own);
        return [hourText(hour), label, orNull(mean), orNull(sd), own.length, missing(hour, rates)];
      }),
    ),
    note: t`Means of the samples that began in the hour; a sample is the mean of its files.`,
  };
}

const orNull = (value: number): number | null => (Number.isFinite(value) ? value : null);
