// What hub, workers and clients send each other, and what the hub's journal records of it. Everything that arrives is
// validated: another version may have sent it.
import { z } from 'zod';
import { jobView, nodeView, reasonOrNothing, shardCounts, shardTime } from '@shared/model/hub';
import { failedItem } from '@shared/model/transfer';
import { clusterSpec } from './specs';

export type { JobView, NodeView } from '@shared/model/hub';

/** Source, target and bytes of one file of a shard; what else a shard consists of is in the source. */
const shardItem = z.tuple([z.string(), z.string(), z.number()]);
export type ShardItem = z.infer<typeof shardItem>;

const shardWork = z.object({
  t: z.literal('shard'),
  job: z.string(),
  id: z.string(),
  /** Of the plan with which it was given out; the id is the same in each. */
  round: z.int().optional(),
  items: z.array(shardItem).min(1),
});
export type ShardWork = z.infer<typeof shardWork>;

const keyEnd = z.object({ value: z.string(), inclusive: z.boolean() }).nullable();
/** Of a table, in key order. */
export const keyRange = z.object({ partitionKey: z.string().nullable(), from: keyEnd, to: keyEnd });

/** Where planning goes on: everything that was chosen, folders, or a page of a listing. */
const walkFrom = z.discriminatedUnion('at', [
  z.object({ at: z.literal('start') }),
  z.object({
    at: z.literal('folders'),
    folders: z.array(z.object({ folder: z.string(), prefix: z.string(), within: z.array(z.string()).readonly() })),
  }),
  /** `chosen`: index into the selection. `mayBeEmpty`: the folder is known to exist. */
  z.object({ at: z.literal('page'), chosen: z.int(), marker: z.string(), mayBeEmpty: z.boolean().optional() }),
  /** Folders of two places that are compared, below both: empty, or ending in `/`. */
  z.object({ at: z.literal('levels'), levels: z.array(z.string()) }),
  z.object({ at: z.literal('range'), range: keyRange }),
  /** Bytes of a file, from the beginning of a row. */
  z.object({ at: z.literal('bytes'), from: z.number() }),
  /** Every shard has ended: what is left is a list of what they wrote. */
  z.object({ at: z.literal('end') }),
]);
export type WalkFrom = z.infer<typeof walkFrom>;

const walkWork = z.object({ t: z.literal('walk'), job: z.string(), id: z.string(), from: walkFrom });
export type WalkWork = z.infer<typeof walkWork>;

export const work = z.discriminatedUnion('t', [shardWork, walkWork]);
export type Work = z.infer<typeof work>;

/** What one piece of planning has found, or part of it. `last`: the piece is complete. */
const planned = z.object({
  job: z.string(),
  of: z.string(),
  shards: z.array(shardWork),
  walks: z.array(walkWork),
  /** What cannot be moved, such as a folder that cannot be read. */
  failed: z.array(failedItem),
  failedCount: z.int(),
  last: z.boolean(),
});
export type Planned = z.infer<typeof planned>;

/** As many failures as one shard reports in full. */
export const maxShardFailures = 20;

export type ShardCounts = z.infer<typeof shardCounts>;

export const noCounts: ShardCounts = {
  files: 0,
  bytes: 0,
  skipped: 0,
  failed: [],
  failedCount: 0,
  requests: 0,
  retries: 0,
  throttled: 0,
};

export function addCounts(one: ShardCounts, other: ShardCounts, maxFailures = maxShardFailures): ShardCounts {
  return {
    files: one.files + other.files,
    bytes: one.bytes + other.bytes,
    skipped: one.skipped + other.skipped,
    failed: [...one.failed, ...other.failed].slice(0, maxFailures),
    failedCount: one.failedCount + other.failedCount,
    requests: one.requests + other.requests,
    retries: one.retries + other.retries,
    throttled: one.throttled + other.throttled,
  };
}

/** How far a shard is. `ended`: a bit for each of its items, in base64. */
export const checkpoint = z.object({
  ended: z.string(),
  counts: shardCounts,
  /** How often a worker has started it, and how often one has returned it properly. */
  starts: z.int(),
  returns: z.int(),
  /** The file that is moved alone, after the shard has ended workers. */
  trying: z.int().optional(),
  /** Bytes of it that have been moved, and the most that any worker before had moved of it. */
  triedBytes: z.number().default(0),
  triedBefore: z.number().default(0),
  /** How many workers ended while they moved it alone and got no further. */
  triedInVain: z.int().default(0),
  /** How often it was returned because of a failure that may pass. */
  tries: z.int(),
});
export type Checkpoint = z.infer<typeof checkpoint>;

/** `dead`: what was left of it was given up, because it failed too often. */
export const outcome = z.object({
  job: z.string(),
  shard: z.string(),
  node: z.string(),
  end: z.enum(['done', 'dead']),
  /** How often it was given to a worker. */
  deliveries: z.int(),
  /** Of the plan that it belongs to. */
  round: z.int().default(0),
  ...shardCounts.shape,
  p50: z.number(),
  p95: z.number(),
  p99: z.number(),
  /** Of `bytes`, those of its last worker; absent from workers of earlier versions. */
  lastBytes: z.number().optional(),
  /** By the clock of the hub, and how wrong that may be. */
  startedAtMs: z.number(),
  tookMs: z.number(),
  uncertainMs: z.number(),
});
export type Outcome = z.infer<typeof outcome>;

const clusterJobState = jobView.shape.state;
export type ClusterJobState = z.infer<typeof clusterJobState>;

/** Whether workers still have to do something about it. */
export const isOpen = (state: ClusterJobState): boolean => state === 'running' || state === 'paused';

/** The hub's journal of one job. */
export const clusterRecord = z.discriminatedUnion('t', [
  z.object({
    t: z.literal('job'),
    version: z.literal(1),
    id: z.string().regex(/^[0-9a-f]{24}$/u),
    createdAtMs: z.number(),
    title: z.string(),
    spec: clusterSpec,
  }),
  planned.omit({ job: true }).extend({
    t: z.literal('planned'),
    shards: z.array(z.tuple([z.string(), z.int(), z.number()])),
    walks: z.array(z.string()),
  }),
  outcome.extend({ t: z.literal('outcome') }),
  /** Planning begins anew. `failed`: shards with failures are done again; the others that ended are not. */
  z.object({ t: z.literal('again'), round: z.int(), what: z.enum(['open', 'failed']) }),
  z.object({ t: z.literal('state'), state: clusterJobState, atMs: z.number() }),
  z.object({ t: z.literal('rate'), bytesPerSecond: z.number().nullable() }),
  /** A worker has given a shard back, or was lost with it: seen by the hub from its beats. */
  shardTime.extend({ t: z.literal('attempt') }),
  /** All machines of a measurement were ready; `by`: shard and node. */
  z.object({ t: z.literal('started'), atMs: z.number(), by: z.array(z.tuple([z.string(), z.string()])) }),
]);
export type ClusterRecord = z.infer<typeof clusterRecord>;

/** Twice a second from every worker. */
export const beat = z.object({
  node: z.string(),
  name: z.string(),
  pid: z.int(),
  slots: z.int(),
  labels: z.record(z.string(), z.string()),
  version: z.string().default(''),
  cores: z.int().default(0),
  state: z.enum(['working', 'idle', 'draining', 'leaving']),
  /** The shards that it moves. */
  leases: nodeView.shape.leases,
  /** Since it was started. */
  bytesMoved: z.number().default(0),
  /** The names of all its leases, of planning too: the hub takes those of a lost node back. */
  held: z.array(z.string()),
  /** Jobs that it cannot work for, with the reason. */
  cannot: z.record(z.string(), reasonOrNothing),
  /** What the hub has ordered: it goes on when the hub was started again. */
  ordered: z.enum(['paused', 'draining']).nullable().default(null),
  offsetMs: z.number(),
  uncertainMs: z.number(),
});
export type Beat = z.infer<typeof beat>;

/** Twice a second from the hub. */
export const hubState = z.object({
  atMs: z.number(),
  jobs: z.array(
    z.object({
      id: z.string(),
      state: clusterJobState,
      createdAtMs: z.number(),
      round: z.int(),
      /** Whether more shards should be planned. */
      plans: z.boolean(),
      /** Bytes per second that each node may move; null for no limit. */
      share: z.record(z.string(), z.number()).nullable(),
    }),
  ),
  /** Nodes that it has heard of; the others go on as they were. */
  nodes: z.array(z.string()).optional(),
  /** Those take no more shards, and end with those that they have. */
  draining: z.array(z.string()),
  /** Those return their shards and take none until they are resumed. */
  paused: z.array(z.string()).default([]),
  /** Leases that were taken from nodes that were lost, by node. */
  taken: z.record(z.string(), z.array(z.string())),
});
export type HubState = z.infer<typeof hubState>;

/** Once a second from the hub, for those who look: its nodes, and the jobs that have changed lately, without their failures. */
export const hubView = z.object({ nodes: z.array(nodeView), jobs: z.array(jobView) });
export type HubView = z.infer<typeof hubView>;

/** From the hub, when the outcome of a shard is in its journal. */
export const endedShard = shardTime.extend({ job: z.string() });
export type EndedShard = z.infer<typeof endedShard>;

const onJob = z.object({ job: z.string() });

/** The requests that the hub answers: what is sent, and what is answered. */
export const hubCalls = {
  submit: { input: z.object({ title: z.string(), spec: clusterSpec }), output: onJob },
  /** The newest ones, without their failures. */
  jobs: { input: z.object({}), output: z.array(jobView) },
  job: { input: onJob, output: jobView },
  control: {
    input: onJob.extend({
      what: z.enum(['pause', 'resume', 'cancel', 'retry-failed', 'rebuild', 'rate']),
      bytesPerSecond: z.number().nullable().optional(),
    }),
    output: jobView,
  },
  /** Those that count, from this one on, without their failures; a message holds no more. */
  outcomes: { input: onJob.extend({ from: z.int() }), output: z.array(outcome) },
  /** When which node worked on which shard: outcomes that count, and attempts, from this one on. */
  times: { input: onJob.extend({ from: z.int() }), output: z.array(shardTime) },
  nodes: { input: z.object({}), output: z.array(nodeView) },
  drain: { input: z.object({ node: z.string() }), output: nodeView },
  /** Whether it may take work. */
  pause: { input: z.object({ node: z.string(), isPaused: z.boolean() }), output: nodeView },
  time: { input: z.object({}), output: z.object({ atMs: z.number() }) },
  spec: { input: onJob, output: z.object({ spec: clusterSpec }) },
  /** `wait`: there is enough to do; ask again later. */
  plan: { input: planned, output: z.object({ answer: z.enum(['taken', 'wait', 'ended']) }) },
  /** A node waits with its shard until all are ready; `startAtMs` by the clock of the hub, null for not yet. */
  ready: {
    input: onJob.extend({ shard: z.string(), node: z.string() }),
    output: z.object({ startAtMs: z.number().nullable(), ready: z.int() }),
  },
  /** Whether a shard has ended already. */
  ended: { input: z.object({ job: z.string(), shard: z.string() }), output: z.object({ hasEnded: z.boolean() }) },
} as const;
export type HubCalls = typeof hubCalls;
export type HubCall = keyof HubCalls;
