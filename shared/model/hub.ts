// Hubs of jobs on many machines as the window and the command line show them: saved hubs, their nodes and jobs, and when
// which node worked on which shard.
import { z } from 'zod';
import { errorShape } from '../error-shape';
import { idText, nameText } from './bounds';
import { failedItem } from './transfer';

/** `worker`: starts and stops jobs. `viewer`: only looks. */
export const hubRole = z.enum(['hub', 'worker', 'viewer']);

/** `silent`: it was there, and does not answer now. `failed`: it cannot be joined; this is tried again. */
const hubLinkState = z.enum(['closed', 'joining', 'joined', 'silent', 'failed']);
export type HubLinkState = z.infer<typeof hubLinkState>;

/** The key of a hub stays in its join file, which only the engine reads. */
export const hubSummary = z.object({
  id: z.string(),
  name: z.string(),
  /** Host and port. */
  address: z.string(),
  role: hubRole,
  state: hubLinkState,
});
export type HubSummary = z.infer<typeof hubSummary>;

const clusterJobState = z.enum(['running', 'paused', 'cancelled', 'done', 'failed']);

/** `deliveries`: how often the shard was given to a worker, this time included. */
const lease = z.object({
  job: z.string(),
  shard: z.string(),
  deliveries: z.int().default(1),
  files: z.int(),
  bytes: z.number(),
});

/** Why a job does not go on, or why a node cannot work for one. */
const hubReason = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('no-workers') }),
  /** A measurement begins when so many machines are there. */
  z.object({ kind: z.literal('machines'), present: z.int(), needed: z.int() }),
  z.object({ kind: z.literal('no-connection'), node: z.string(), endpoint: z.string() }),
  /** On the disk of its journals. */
  z.object({ kind: z.literal('no-room'), node: z.string(), path: z.string() }),
  /** As an earlier version says it. */
  z.object({ kind: z.literal('text'), text: z.string() }),
]);
export type HubReason = z.infer<typeof hubReason>;

/** Earlier versions send a text, which is empty for nothing. */
export const reasonOrNothing = z.preprocess(
  (sent) => (typeof sent !== 'string' ? sent : sent === '' ? null : { kind: 'text', text: sent }),
  hubReason.nullable(),
);

export const nodeView = z.object({
  node: z.string(),
  name: z.string(),
  pid: z.int(),
  slots: z.int(),
  labels: z.record(z.string(), z.string()),
  /** Of Stowage; empty for workers that do not report it. */
  version: z.string(),
  /** Processors of the machine; 0 for unknown. */
  cores: z.int(),
  /** How far the clock of the hub is ahead, and how wrong that may be. */
  offsetMs: z.number(),
  uncertainMs: z.number(),
  state: z.enum(['working', 'idle', 'paused', 'draining', 'leaving', 'lost']),
  /** How many shards it moves now. */
  running: z.int(),
  /** The first of `leases`; empty for none. */
  job: z.string(),
  leases: z.array(lease),
  /** Over the last seconds. */
  bytesPerSecond: z.number(),
  /** Since its last report. */
  lastBeatMs: z.number(),
  problem: reasonOrNothing,
});
export type NodeView = z.infer<typeof nodeView>;

export const shardCounts = z.object({
  files: z.int(),
  bytes: z.number(),
  skipped: z.int(),
  failed: z.array(failedItem),
  failedCount: z.int(),
  requests: z.int(),
  retries: z.int(),
  throttled: z.int(),
});

export const jobView = shardCounts.extend({
  id: z.string(),
  /** Its source. */
  title: z.string(),
  /** Display text: a container, a folder or a table. */
  target: z.string(),
  kind: z.string(),
  state: clusterJobState,
  createdAtMs: z.number(),
  elapsedMs: z.number(),
  /** Including what runs. */
  filesMoved: z.int(),
  bytesMoved: z.number(),
  filesFound: z.int(),
  bytesFound: z.number(),
  /** Over the last seconds. */
  bytesPerSecond: z.number(),
  isPlanned: z.boolean(),
  shards: z.int(),
  shardsDone: z.int(),
  shardsRunning: z.int(),
  nodes: z.int(),
  redelivered: z.int(),
  latencyMs: z.object({ p50: z.number(), p95: z.number(), p99: z.number() }),
  limitRate: z.number().nullable(),
  /** What prevents it from going on; null for nothing. */
  waitsFor: reasonOrNothing,
});
export type JobView = z.infer<typeof jobView>;

/**
 * One shard and a node that worked on it, and when by the clock of the hub. `returned`: it gave the shard back, or was lost
 * with it, and another one went on.
 */
export const shardTime = z.object({
  shard: z.string(),
  end: z.enum(['done', 'dead', 'returned']),
  /** Its name. */
  node: z.string(),
  startedAtMs: z.number(),
  tookMs: z.number(),
  /** How wrong the start may be. */
  uncertainMs: z.number(),
  files: z.int(),
  /** That this node moved in that time: another one may have moved a part before. */
  bytes: z.number(),
  failedCount: z.int(),
  deliveries: z.int(),
});
export type ShardTime = z.infer<typeof shardTime>;

/** An opened hub. Nodes and jobs are those of its last report while it is silent. */
export const openedHub = z.object({
  state: hubLinkState,
  /** Why it cannot be joined. */
  error: errorShape.nullable(),
  nodes: z.array(nodeView),
  /** Newest first. */
  jobs: z.array(jobView),
  /** Jobs that are not listed, because there are too many. */
  further: z.int(),
});
export type OpenedHub = z.infer<typeof openedHub>;

/** A job with its failures, and the shards that have ended since the last event. */
export const hubJobEvent = z.object({
  job: jobView,
  ended: z.array(shardTime),
  /** `replace`: those of earlier events count no more. */
  how: z.enum(['add', 'replace']),
});

export const onHub = z.object({ hubId: idText });
export const onHubJob = onHub.extend({ jobId: idText });

export const hubControl = onHubJob.extend({
  what: z.enum(['pause', 'resume', 'cancel', 'retry-failed', 'rate']),
  /** For `rate`; null for no limit. */
  bytesPerSecond: z.number().positive().max(1e15).nullable().optional(),
});
/** `drain`: it ends with its shards. `pause`: it returns them and waits. `resume` takes both back. */
export const hubNodeControl = onHub.extend({ node: nameText, what: z.enum(['pause', 'resume', 'drain']) });
