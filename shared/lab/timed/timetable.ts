// The timetable of a run that takes one sample an hour, or in another interval, for days: how many samples it has, and
// which one is next at a given time. Pure.
import { z } from 'zod';
import { invalidInput } from '../../errors';
import { t } from '../../strings/t';
import { formatCount } from '../../units';

const minuteMs = 60_000;
const maxSamples = 3000;
/** A sample that is late by more is missing: it would be of another time of day. */
const maxLatenessMs = minuteMs;

/** As the user chooses it. */
export const timetableChoice = z.object({
  everyMinutes: z
    .int()
    .min(1)
    .max(24 * 60),
  forMinutes: z
    .int()
    .min(1)
    .max(92 * 24 * 60),
});
export type TimetableChoice = z.infer<typeof timetableChoice>;

/** The first sample is taken at `firstMs`, the others follow at whole intervals from there. */
export interface Timetable {
  readonly firstMs: number;
  readonly everyMs: number;
  readonly samples: number;
}

export const sampleFailure = z.object({
  sample: z.int(),
  code: z.string(),
  message: z.string(),
  context: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});
export type SampleFailure = z.infer<typeof sampleFailure>;

/** As stored with a run, whose start is the first sample. */
export const runTimetable = z.object({
  everyMs: z.number().positive(),
  samples: z.int().min(1),
  /** How many times of the timetable have passed, and how many of them were measured. */
  reached: z.int().min(0),
  measured: z.int().min(0),
  /** Those that were tried and measured nothing, by their number from 1. */
  failures: z.array(sampleFailure),
});
export type RunTimetable = z.infer<typeof runTimetable>;

/** @throws StowageError `invalid.input` for less than two samples, or for too many */
export function timetableFrom({ everyMinutes, forMinutes }: TimetableChoice, firstMs: number): Timetable {
  const samples = Math.floor(forMinutes / everyMinutes);
  if (samples >= 2 && samples <= maxSamples) return { firstMs, everyMs: everyMinutes * minuteMs, samples };
  throw invalidInput(
    'Timetable',
    t`it has ${formatCount(samples)} samples.`,
    t`Choose an interval that gives 2 to ${formatCount(maxSamples)}.`,
  );
}

export interface NextSample {
  /** From 1. */
  readonly number: number;
  /** In the past only if it is so little late that it is still taken. */
  readonly atMs: number;
}

/** The first sample after number `last` whose time has not passed; null at the end of the timetable. */
export function nextSample({ firstMs, everyMs, samples }: Timetable, nowMs: number, last: number): NextSample | null {
  const latenessMs = Math.min(maxLatenessMs, everyMs / 4);
  const index = Math.max(last, Math.ceil((nowMs - latenessMs - firstMs) / everyMs));
  return index >= samples ? null : { number: index + 1, atMs: firstMs + index * everyMs };
}

/** The numbers up to `reached` that are not among the measured ones. */
export function missingSamples(measured: ReadonlySet<number>, reached: number): readonly number[] {
  return Array.from({ length: reached }, (_, index) => index + 1).filter((number) => !measured.has(number));
}
