// The course of one run of a transfer job: its rate and settings, its requests, the blocks of a file.
import { z } from 'zod';
import { sentOperation } from './monitor';

/** Time of the workers in ms by what they waited for, since the run began. */
export const transferWaits = z.object({
  diskMs: z.number(),
  cpuMs: z.number(),
  lineMs: z.number(),
  serviceMs: z.number(),
  capMs: z.number(),
});

const traceSample = z.object({
  /** End of the interval, ms since the run began. */
  atMs: z.number(),
  bytesPerSecond: z.number(),
  /** Allowed concurrency, and requests in flight at the end of the interval. */
  concurrency: z.int(),
  inFlight: z.int(),
  /** 0 while no file moves in blocks. */
  blockBytes: z.number(),
});
export type TraceSample = z.infer<typeof traceSample>;

/** A change of the settings, and why. `atMs` since the run began. */
const tunerStep = z.object({
  atMs: z.number(),
  concurrency: z.int(),
  blockBytes: z.number(),
  reason: z.string(),
});
export type TunerStep = z.infer<typeof tunerStep>;

export const transferTrace = z.object({
  /** Wall time at which the run began. */
  startedAtMs: z.number(),
  elapsedMs: z.number(),
  /** Body bytes that this run has moved, including retries. */
  movedBytes: z.number(),
  /** At most 600, evenly spaced; the interval grows with the run. */
  samples: z.array(traceSample),
  steps: z.array(tunerStep),
  waits: transferWaits,
  bottleneck: z.enum(['line', 'disk', 'cpu', 'service', 'cap', 'none']),
  /** 0…1, how busy the busiest worker thread is. */
  threadUse: z.number(),
  requests: z.int(),
  retries: z.int(),
  throttled: z.int(),
  latencyMs: z.object({ p50: z.number(), p95: z.number(), p99: z.number() }),
});
export type TransferTrace = z.infer<typeof transferTrace>;

/** Requests of a job by account and by their operation, as the request log names it. */
export const sentByJob = z.object({
  operations: z.array(sentOperation),
  /** `this-run`: requests of earlier runs are not known by operation. `unknown`: not recorded. */
  of: z.enum(['all-runs', 'this-run', 'unknown']),
});
export type SentByJob = z.infer<typeof sentByJob>;

/** One request, or several in one slot that are too short to be shown separately. */
const traceSpan = z.object({
  /** The slot that it occupied among concurrent requests; one request at a time. */
  slot: z.int(),
  fromMs: z.number(),
  /** Null while in flight. */
  toMs: z.number().nullable(),
  requests: z.int(),
  bytes: z.number(),
  /** Number and name of the file of the first of them. */
  file: z.int(),
  name: z.string(),
  /** Number of the block or range of the first of them, 0 where the file moves in one request; null for requests that move nothing. */
  block: z.int().nullable(),
  outcome: z.enum(['done', 'retried', 'failed', 'in-flight']),
});
export type TraceSpan = z.infer<typeof traceSpan>;

export const transferTimeline = z.object({
  elapsedMs: z.number(),
  slots: z.int(),
  spans: z.array(traceSpan),
  /** Number of this run's requests that are no longer held. */
  forgotten: z.int(),
});
export type TransferTimeline = z.infer<typeof transferTimeline>;

export const fileBlocks = z.object({
  name: z.string(),
  bytes: z.number(),
  /** As planned; some blocks may have been divided. 0: the file moves in one request. */
  blockBytes: z.number(),
  /** Block numbers in order, as in `block-number.ts`; empty while no block was divided. */
  numbers: z.array(z.int()),
  /** One digit a block: 0 waiting, 1 in flight, 2 done, 3 being sent again. */
  states: z.string(),
  /** The request of each block, if this run made it and still holds it. */
  latencyMs: z.array(z.number().nullable()),
  /** Indices of the blocks that needed more than one try in this run. */
  retried: z.array(z.int()),
});
export type FileBlocks = z.infer<typeof fileBlocks>;
