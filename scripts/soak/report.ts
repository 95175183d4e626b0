// The result of a soak: its verdicts, and a page in Markdown. Pure.
import { MiB, formatBytes, formatCount } from '@shared/units';
import type { Held } from './engine-runs';
import type { Sample } from './samples';
import { type Point, trendOf } from './trend';
import { type WorkKind, workKinds } from './works';

export interface Tally {
  works: Partial<Record<WorkKind, number>>;
  bytes: number;
  rows: number;
  kills: number;
  cuts: number;
  resumed: number;
  /** How often the timetable paused a transfer. */
  pauses: number;
}

export interface SweptSample extends Held {
  /** Real seconds since the run began, in every sample. */
  readonly atSeconds: number;
  /** Whether nothing had moved for longer than threads keep buffers for reuse. */
  readonly isRest: boolean;
}

export interface Outcome {
  readonly minutes: number;
  readonly seed: number;
  readonly dayHours: number;
  readonly load: number;
  readonly tally: Tally;
  readonly samples: readonly Sample[];
  readonly swept: readonly SweptSample[];
}

export interface Verdict {
  readonly what: string;
  readonly isFlat: boolean;
  readonly median: string;
  readonly growth: string;
  readonly bound: string;
  readonly summary: string;
}

interface Figure {
  readonly what: string;
  readonly points: readonly Point[];
  /** How much it may grow over the second half, as a share of the median. */
  readonly boundShare: number;
  /** Growth up to this amount is ignored, whatever the median. */
  readonly minBound: number;
  readonly shown: (value: number) => string;
}

const mebibytes = (value: number): string => `${(value / MiB).toFixed(1)} MiB`;
const whole = (value: number): string => formatCount(Math.round(value));

/**
 * One verdict per figure, over the second half of the run. Too few samples prove nothing and so do not count as flat.
 */
export function judge(outcome: Outcome): readonly Verdict[] {
  return figuresOf(outcome).map(({ what, points, boundShare, minBound, shown }) => {
    const trend = trendOf(points);
    const bound = `${(boundShare * 100).toFixed(0)} % or ${shown(minBound)}`;
    if (trend === null) {
      return { what, isFlat: false, median: '–', growth: 'too few samples', bound, summary: 'too few samples' };
    }
    const isFlat = trend.growth <= Math.max(minBound, trend.median * boundShare);
    const sign = trend.growth < 0 ? '−' : '+';
    const growth = `${sign}${shown(Math.abs(trend.growth))} (${sign}${(Math.abs(trend.share) * 100).toFixed(1)} %)`;
    return { what, isFlat, median: shown(trend.median), growth, bound, summary: `${shown(trend.median)}, ${growth}` };
  });
}

function figuresOf({ minutes, samples, swept }: Outcome): readonly Figure[] {
  const halfSeconds = minutes * 30;
  const sampled = (read: (sample: Sample) => number): Point[] =>
    samples
      .filter(({ ageSeconds }) => ageSeconds >= halfSeconds)
      .map((one) => ({ at: one.ageSeconds, value: read(one) }));
  const secondHalf = swept.filter(({ atSeconds }) => atSeconds >= halfSeconds);
  const held = (read: (sample: SweptSample) => number, of = secondHalf): Point[] =>
    of.map((one) => ({ at: one.atSeconds, value: read(one) }));
  const rests = secondHalf.filter(({ isRest }) => isRest);
  return [
    {
      what: 'held by the main thread after a sweep',
      points: held(({ main }) => main.heap + main.buffers),
      boundShare: 0.05,
      minBound: 2 * MiB,
      shown: mebibytes,
    },
    {
      what: 'objects of the other threads after a sweep',
      points: held(({ threads }) => threads.heap),
      boundShare: 0.05,
      minBound: 2 * MiB,
      shown: mebibytes,
    },
    {
      // While jobs follow each other, it depends on the blocks of the last seconds and is no evidence of a leak.
      what: 'buffers of the other threads after a rest',
      points: held(({ threads }) => threads.buffers, rests),
      boundShare: 0.05,
      minBound: 2 * MiB,
      shown: mebibytes,
    },
    {
      what: 'memory of the process',
      points: sampled(({ residentBytes }) => residentBytes),
      boundShare: 0.15,
      minBound: 0,
      shown: mebibytes,
    },
    {
      what: 'open files and sockets',
      points: sampled(({ handles }) => handles),
      boundShare: 0.1,
      minBound: 4,
      shown: whole,
    },
    {
      what: 'threads',
      points: sampled(({ threads }) => threads),
      boundShare: 0,
      minBound: 1,
      shown: whole,
    },
    {
      what: 'state folder: journals, history of Monitor, settings',
      points: sampled(({ stateBytes }) => stateBytes),
      boundShare: 0.25,
      minBound: MiB / 4,
      shown: mebibytes,
    },
    {
      what: 'files in the state folder',
      points: sampled(({ stateFiles }) => stateFiles),
      boundShare: 0.25,
      minBound: 10,
      shown: whole,
    },
  ];
}

export function reportOf(outcome: Outcome, verdicts: readonly Verdict[]): string {
  const { minutes, seed, dayHours, load, tally, swept } = outcome;
  const works = workKinds.map((kind) => `${formatCount(tally.works[kind] ?? 0)} ${kind}s`).join(', ');
  const last = swept.at(-1);
  return `${[
    '# Days of work, accelerated',
    '',
    `Written by \`npm run soak -- --minutes=${minutes} --seed=${seed}\`; load of the machine at its end ${load.toFixed(1)}.`,
    '',
    `${dayHours} hours pass in ${minutes} minutes. The engine's wall clock runs ${((dayHours * 60) / minutes).toFixed(0)} times as fast, so whole days pass for everything that depends on it: a timetable (a limit from 8 to 18 hours, a pause at noon), the history that Monitor keeps for a day, the age of jobs. Time-outs, back-offs and rates use real time. For them, days are simulated by volume: one task after another without a break, against the app's own store, while Monitor is open. On the first day, connections are cut and the engine is killed at random; after that, only connections are cut. After the first day, 100,000 requests go to a service that keeps nothing, so that the log of the latest requests reaches its full length. Now and then the queue is cleared except for its last jobs, as a person would do.`,
    '',
    '## What was done',
    '',
    `${works}: ${formatBytes(tally.bytes)} and ${formatCount(tally.rows)} rows moved. Every file was compared with its source by hash and every row by its values; nothing was missing or there twice. If anything is, the command ends at once.`,
    '',
    `${formatCount(tally.cuts)} connections cut, ${formatCount(tally.kills)} engines killed, ${formatCount(tally.resumed)} transfers resumed after them, ${formatCount(tally.pauses)} pauses by the timetable. ${last === undefined ? '' : `At the end, the history of Monitor went back ${last.historyHours} hours and the queue held ${last.retainedJobs} jobs.`}`,
    '',
    '## Whether it grows',
    '',
    'Only the second half is judged: two days of one engine, which by then has collected everything that is kept for a day. The slope is the median of the slopes between all pairs of samples, and "growth" is that slope over the whole half. A figure is flat if it grows by no more than its bound; if one is not, the command ends with exit code 1. "Held" is measured after forced garbage collections in every thread (a "sweep"), so growth there would be a leak; the memory of the process also contains what waits for the next collection. Threads keep buffers for some seconds to use them again. How many depends on the blocks of those seconds, so it goes up and down with the tasks. The second half therefore has rests that are longer than those seconds, and the buffers that are left then are judged.',
    '',
    '| figure | median | growth | bound | |',
    '| - | - | - | - | - |',
    ...verdicts.map(
      ({ what, median, growth, bound, isFlat }) =>
        `| ${what} | ${median} | ${growth} | ${bound} | ${isFlat ? 'flat' : '**grows**'} |`,
    ),
    '',
    '## Over the hours',
    '',
    '| hour | memory | held by the main thread | held by the others | their buffers after a rest | open files and sockets | state folder | files in it |',
    '| - | - | - | - | - | - | - | - |',
    ...hours(outcome),
  ].join('\n')}\n`;
}

const rows = 12;

function hours({ minutes, dayHours, samples, swept }: Outcome): string[] {
  return Array.from({ length: rows }, (_, index) => {
    const atSeconds = ((index + 1) * minutes * 60) / rows;
    const sample = samples.filter(({ ageSeconds }) => ageSeconds <= atSeconds).at(-1);
    const inHours = swept.filter(({ atSeconds: at }) => at <= atSeconds && at > atSeconds - (minutes * 60) / rows);
    const held = inHours.findLast(({ isRest }) => !isRest);
    const rest = inHours.findLast(({ isRest }) => isRest);
    const cells = [
      ((dayHours * (index + 1)) / rows).toFixed(0),
      sample === undefined ? '' : mebibytes(sample.residentBytes),
      held === undefined ? '' : mebibytes(held.main.heap + held.main.buffers),
      held === undefined ? '' : mebibytes(held.threads.heap + held.threads.buffers),
      rest === undefined ? '' : mebibytes(rest.threads.buffers),
      sample === undefined ? '' : whole(sample.handles),
      sample === undefined ? '' : mebibytes(sample.stateBytes),
      sample === undefined ? '' : whole(sample.stateFiles),
    ];
    return `| ${cells.join(' | ')} |`;
  });
}
