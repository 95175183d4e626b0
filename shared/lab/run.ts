// A run as stored in run.json: the request, the environment, every measured row. Tables and charts are computed from
// the rows on demand, so that report, window and data.csv always agree.
import { z } from 'zod';
import { runStop } from './run-end';
import { lineSettings } from './line-settings';
import { parameterValues } from './parameters';
import { runTimetable } from './timed/timetable';

/** Incremented when a reader of the old format could misread the new one. */
export const runSchemaVersion = 1;

export const cell = z.union([z.string(), z.number(), z.null()]);
export type Cell = z.infer<typeof cell>;
export type Sample = Readonly<Record<string, Cell>>;

/** Without secrets: no keys, no SAS, no paths, no host names but those of the service. */
const runEnvironment = z.object({
  appVersion: z.string(),
  node: z.string(),
  platform: z.string(),
  arch: z.string(),
  cpu: z.string(),
  cpuCount: z.int(),
  memoryBytes: z.number(),
  /** `embedded`, `emulator`, or `azure` with the account's name. */
  target: z.string(),
  connection: z.string(),
  credential: z.enum(['key', 'sas', 'token', 's3']),
});
export type RunEnvironment = z.infer<typeof runEnvironment>;

export const runTotals = z.object({
  requests: z.int(),
  bytesUp: z.number(),
  bytesDown: z.number(),
  retries: z.int(),
  throttled: z.int(),
  failed: z.int(),
  elapsedMs: z.number(),
  /** The maximum number of connections open at the same time. */
  connections: z.int(),
});
export type RunTotals = z.infer<typeof runTotals>;

const runEnd = z.enum(['done', 'cancelled', 'capped', 'failed', 'interrupted']);
export type RunEnd = z.infer<typeof runEnd>;

export const runHead = z.object({
  schemaVersion: z.literal(runSchemaVersion),
  id: z.string().regex(/^[a-z0-9-]{4,64}$/),
  name: z.string().min(1).max(120),
  experimentId: z.string(),
  /** The machine, as the user names it; several when runs were merged. */
  nodes: z.array(z.string()).min(1),
  startedAtMs: z.number(),
  end: runEnd,
  /** Why it ended early, in English for readers of the file; otherwise empty. */
  endReason: z.string(),
  /** The same for any language; absent in runs of earlier versions. */
  stop: runStop.optional(),
  /** In the user's own words: what the run is to find out, and remarks. */
  objectives: z.string().max(4000).optional(),
  notes: z.string().max(4000).optional(),
  parameters: parameterValues,
  seed: z.int(),
  line: lineSettings,
  environments: z.array(runEnvironment).min(1),
  totals: runTotals,
  sampleCount: z.int(),
  /** Of a run with one sample an hour or so: its repetitions are the samples. */
  timetable: runTimetable.optional(),
});
export type RunHead = z.infer<typeof runHead>;

export const runRecord = runHead.extend({
  columns: z.array(z.string()),
  rows: z.array(z.array(cell)),
});
export type RunRecord = z.infer<typeof runRecord>;

/** The rows by name. */
export function samplesOf(run: Pick<RunRecord, 'columns' | 'rows'>): Sample[] {
  return run.rows.map((row) => Object.fromEntries(run.columns.map((column, index) => [column, row[index] ?? null])));
}

export function rowsOf(columns: readonly string[], samples: readonly Sample[]): Cell[][] {
  return samples.map((sample) => columns.map((column) => sample[column] ?? null));
}

export const numberIn = (sample: Sample, column: string): number => Number(sample[column] ?? Number.NaN);
export const textIn = (sample: Sample, column: string): string => String(sample[column] ?? '');
