// The data that the lab and its window exchange: the current run, leftovers, settings taken from a run.
import { z } from 'zod';
import { blockSizeRows } from '../model/block-sizes';
import { fileToken, idText } from '../model/bounds';
import { parameterValues } from './parameters';
import { cell, runHead, runTotals } from './run';
import { timetableChoice } from './timed/timetable';

/** What a run would do, before it starts. */
export const dryRun = z.object({
  settings: z.int(),
  repetitions: z.int(),
  requests: z.int(),
  bytesUp: z.number(),
  bytesDown: z.number(),
  /** Space for files on this machine, at most at one time. */
  diskBytes: z.number(),
  /** An estimate from the line, or from typical figures of such a target. */
  elapsedMs: z.number(),
  /** US dollars at list price; 0 for a local store. */
  cost: z.number(),
  /** Resources created at the target and removed at the end. */
  creates: z.array(z.string()),
  /** A table that it writes to and that stays; empty for none. */
  table: z.string(),
  /** Why the run may not start; empty if it may. */
  disabledReasons: z.array(z.string()),
});
export type DryRun = z.infer<typeof dryRun>;

export const labRequest = z.object({
  connectionId: z.string(),
  experimentId: z.string(),
  /** Missing parameters have their defaults. */
  parameters: parameterValues,
  /** Further connections, to which the same files are moved in turn. */
  others: z.array(idText).max(5).optional(),
  /** A picked folder, whose files are moved if the input is a folder. */
  folder: fileToken.optional(),
  /** Measures once at each of its times instead of once; the limits hold for each sample. */
  timetable: timetableChoice.optional(),
});

export type LabRequest = z.infer<typeof labRequest>;

export const labRunRequest = labRequest.extend({
  /** Empty: named after experiment and time. */
  name: z.string().max(120),
  /** The name of this machine in the run; empty for its host name. */
  node: z.string().max(60),
  objectives: z.string().max(4000).optional(),
  notes: z.string().max(4000).optional(),
});
export type LabRunRequest = z.infer<typeof labRunRequest>;

export const labEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('started'), runId: z.string(), columns: z.array(z.string()), dryRun, seed: z.int() }),
  /** At most four times a second. */
  z.object({
    kind: z.literal('progress'),
    phase: z.enum(['preparing', 'measuring', 'cleaning']),
    /** The current step, and the number of steps over all repetitions. */
    step: z.string(),
    done: z.int(),
    total: z.int(),
    /** Null while unknown. */
    remainingMs: z.number().nullable(),
    totals: runTotals,
    /** Rows that were measured since the last event, in the order of `columns`. */
    rows: z.array(z.array(cell)),
  }),
  z.object({ kind: z.literal('ended'), head: runHead }),
]);
export type LabEvent = z.infer<typeof labEvent>;

/** A run by timetable that has not ended. */
export const timedRun = z.object({
  runId: z.string(),
  name: z.string(),
  experimentId: z.string(),
  connectionId: z.string(),
  /** How many samples are measured, and the number of the next one; null at the end. */
  measured: z.int(),
  samples: z.int(),
  next: z.object({ number: z.int(), atMs: z.number() }).nullable(),
  state: z.enum(['waiting', 'measuring', 'elsewhere', 'not-running']),
  /** Why the last sample is missing; empty if it is not. */
  problem: z.string(),
});
export type TimedRun = z.infer<typeof timedRun>;

/** Something that an interrupted run created and that still exists. */
export const labLeftover = z.object({
  runId: z.string(),
  connectionId: z.string(),
  /** `table labx1 ` and the like. */
  things: z.array(z.string()),
  /** Why it could not be removed; empty before the first attempt. */
  problem: z.string(),
});
export type LabLeftover = z.infer<typeof labLeftover>;

/**
 * Settings that the user took from a run for one connection, or entered; `runId` and `runName` are then empty. Missing ones use
 * the product's defaults.
 */
export const appliedSettings = z.object({
  connectionId: z.string(),
  uploadConcurrency: z.int().min(1).max(64).optional(),
  blockBytes: z.int().positive().optional(),
  /** By file size; replaces the two above. Earlier versions know only those. */
  sizes: blockSizeRows.optional(),
  /** Whether the user changed `sizes` after they were taken from the run, or entered them without one. */
  isEdited: z.boolean().optional(),
  batchSize: z.int().min(1).max(100).optional(),
  batchConcurrency: z.int().min(1).max(64).optional(),
  runId: z.string(),
  runName: z.string(),
  appliedAtMs: z.number(),
});
export type AppliedSettings = z.infer<typeof appliedSettings>;
