// A timed run as one record: its samples, each measured as a run of its own, are the repetitions. Pure.
import { inEnglish } from '../../strings/t';
import type { RunEnd, RunRecord, RunTotals } from '../run';
import { type RunStop, stopSentence } from '../run-end';
import type { SampleFailure, Timetable } from './timetable';

export interface TimedRunFacts {
  readonly id: string;
  readonly name: string;
  readonly timetable: Timetable;
  readonly failures: readonly SampleFailure[];
}

/** `record`: what was saved before; null for the first sample that measured something. */
export function withSample(
  record: RunRecord | null,
  sample: RunRecord,
  number: number,
  facts: TimedRunFacts,
): RunRecord {
  const { firstMs } = facts.timetable;
  const [repetition, startMs] = ['repetition', 'startMs'].map((name) => sample.columns.indexOf(name));
  const shiftMs = sample.startedAtMs - firstMs;
  const rows = sample.rows.map((row) =>
    row.map((cell, column) =>
      column === repetition ? number : column === startMs && typeof cell === 'number' ? cell + shiftMs : cell,
    ),
  );
  const base = record ?? { ...sample, id: facts.id, name: facts.name, startedAtMs: firstMs };
  const all = record === null ? rows : [...record.rows, ...rows];
  const totals = {
    ...(record === null ? sample.totals : sumOfTotals(record.totals, sample.totals)),
    elapsedMs: shiftMs + sample.totals.elapsedMs,
  };
  const whole = { ...base, rows: all, sampleCount: all.length, totals };
  return atPoint(whole, facts, { reached: number, end: 'interrupted' });
}

export interface TimedRunPoint {
  readonly reached: number;
  readonly end: Extract<RunEnd, 'interrupted' | 'done' | 'cancelled'>;
}

/** The record at a point of its timetable; `interrupted` is one that goes on. */
export function atPoint(record: RunRecord, facts: TimedRunFacts, { reached, end }: TimedRunPoint): RunRecord {
  const { stop: _stop, ...rest } = record;
  const { everyMs, samples } = facts.timetable;
  const stop = stopOf(end, { reached, samples });
  return {
    ...rest,
    end,
    ...(stop === null ? { endReason: '' } : { endReason: inEnglish(() => stopSentence(stop)), stop }),
    timetable: { everyMs, samples, reached, measured: measuredSamples(record).size, failures: [...facts.failures] },
  };
}

function stopOf(end: TimedRunPoint['end'], at: { readonly reached: number; readonly samples: number }): RunStop | null {
  if (end === 'done') return null;
  return { kind: end === 'cancelled' ? 'timetable-stopped' : 'timetable-open', ...at };
}

function sumOfTotals(before: RunTotals, own: RunTotals): RunTotals {
  return {
    requests: before.requests + own.requests,
    bytesUp: before.bytesUp + own.bytesUp,
    bytesDown: before.bytesDown + own.bytesDown,
    retries: before.retries + own.retries,
    throttled: before.throttled + own.throttled,
    failed: before.failed + own.failed,
    elapsedMs: own.elapsedMs,
    connections: Math.max(before.connections, own.connections),
  };
}

/** The numbers of the samples that it has rows of. */
export function measuredSamples({ columns, rows }: Pick<RunRecord, 'columns' | 'rows'>): ReadonlySet<number> {
  const repetition = columns.indexOf('repetition');
  return new Set(rows.map((row) => Number(row[repetition])));
}
