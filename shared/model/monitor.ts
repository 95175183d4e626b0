// Monitor's requests to the engine: single requests from the log, and figures over time, of all requests or some.
import { z } from 'zod';

/** The account limit that a busy service names in its answer; empty when it names none. */
export const overLimit = z.enum(['', 'ingress', 'egress', 'operations']);
export type OverLimit = z.infer<typeof overLimit>;

/** All given conditions must hold; null and `any` mean no condition. */
export const requestFilter = z.object({
  connectionId: z.string().nullable(),
  service: z.enum(['blob', 'table']).nullable(),
  /** As the service names it: `PutBlock`, `QueryEntities`. */
  operation: z.string().nullable(),
  /** Container or table, exactly. */
  resource: z.string().nullable(),
  /** PartitionKey of table requests, exactly. */
  partition: z.string().nullable(),
  outcome: z.enum(['any', 'failed', 'throttled', 'retried']),
  /** Milliseconds in all, queue excluded. */
  slowerThanMs: z.number().min(0),
  /** Wall time at which it ended, both ends included. */
  fromMs: z.number().nullable(),
  toMs: z.number().nullable(),
});
export type RequestFilter = z.infer<typeof requestFilter>;

export const everyRequest: RequestFilter = {
  connectionId: null,
  service: null,
  operation: null,
  resource: null,
  partition: null,
  outcome: 'any',
  slowerThanMs: 0,
  fromMs: null,
  toMs: null,
};

/** The columns that the list of requests can be sorted by. `duration` is that of `slowerThanMs`. */
const requestColumn = z.enum(['time', 'operation', 'resource', 'status', 'attempt', 'sent', 'received', 'duration']);
export type RequestColumn = z.infer<typeof requestColumn>;
export const requestOrder = z.object({ by: requestColumn, direction: z.enum(['ascending', 'descending']) });
export type RequestOrder = z.infer<typeof requestOrder>;
export const newestFirst: RequestOrder = { by: 'time', direction: 'descending' };

/** One attempt of one request. Without secrets: neither query strings nor headers are recorded. */
const loggedRequest = z.object({
  /** Counts from 1 since the engine started. */
  number: z.int(),
  /** Wall time when it ended. */
  atMs: z.number(),
  connectionId: z.string(),
  service: z.enum(['blob', 'table']),
  operation: z.string(),
  resource: z.string(),
  /** PartitionKey that the request names; empty when it names none or several. */
  partition: z.string(),
  /** Entities that a table request names by their keys; 0 if unknown, as for queries. */
  entities: z.int(),
  method: z.string(),
  /** Without its query string, where a SAS has its signature. */
  address: z.string(),
  /** Its query on the first line, then a header per line, all without signatures; absent once it is no longer held. */
  head: z.string().optional(),
  /** 0 when no answer came. */
  status: z.int(),
  /** Empty on success. */
  errorCode: z.string(),
  overLimit,
  /** 1 for the first try. */
  attempt: z.int(),
  bytesUp: z.number(),
  bytesDown: z.number(),
  /** Waiting for a connection; from there to the first byte of the answer; from there to its last byte. */
  queueMs: z.number(),
  firstByteMs: z.number(),
  totalMs: z.number(),
  reusedConnection: z.boolean(),
});
export type LoggedRequest = z.infer<typeof loggedRequest>;

export const requestPage = z.object({
  /** In the requested order; of equal ones, the newest first. */
  rows: z.array(loggedRequest),
  /** Number of matching requests in the log, up to `newest`. */
  matched: z.int(),
  /** Number of the newest request considered; pass it again for further pages of the same state. */
  newest: z.int(),
  /** Number of requests in the log, and when the oldest of them ended; null while it is empty. */
  retained: z.int(),
  oldestAtMs: z.number().nullable(),
});
export type RequestPage = z.infer<typeof requestPage>;

const facet = z.object({ value: z.string(), requests: z.int() });
/** The possible filter values, the most frequent first. */
export const requestFacets = z.object({
  connections: z.array(facet),
  operations: z.array(facet),
  resources: z.array(facet),
});
export type RequestFacets = z.infer<typeof requestFacets>;

/** Milliseconds, within 1/32 of the true values. */
export const latencyBands = z.object({
  p5: z.number(),
  p25: z.number(),
  p50: z.number(),
  p75: z.number(),
  p90: z.number(),
  p95: z.number(),
  p99: z.number(),
});
export type LatencyBands = z.infer<typeof latencyBands>;

/** One step of time; rates are per second over it. */
const seriesPoint = z.object({
  /** End of the step. */
  atMs: z.number(),
  uploadBytesPerSecond: z.number(),
  downloadBytesPerSecond: z.number(),
  requestsPerSecond: z.number(),
  latencyMs: latencyBands.nullable(),
  throttled: z.int(),
  retries: z.int(),
  failed: z.int(),
});
export type SeriesPoint = z.infer<typeof seriesPoint>;

/** Requests of one operation to one connection since the engine started, retries included. */
export const sentOperation = z.object({
  connectionId: z.string(),
  service: z.enum(['blob', 'table']),
  operation: z.string(),
  requests: z.int(),
});
export type SentOperation = z.infer<typeof sentOperation>;

/** As many as a chart can draw. */
export const maxSeriesPoints = 600;

/** Represents all operations or causes that are not listed by name. */
export const otherNames = 'other';

export const monitorSeries = z.object({
  stepMs: z.number(),
  /** Oldest first. Steps without a request are left out. Rates are those of the part of the step that is known. */
  points: z.array(seriesPoint),
  /** The answer is complete from here on; earlier, the log or the history does not reach back. */
  completeFromMs: z.number(),
  /** Requests a second by operation, over the same steps: the most frequent operations, the rest as `other`. */
  operations: z.array(z.object({ operation: z.string(), perStep: z.array(z.number()) })),
  /** Throttled requests in each step by cause: `503 ServerBusy, egress`. */
  throttles: z.array(z.object({ cause: z.string(), perStep: z.array(z.int()) })),
});
export type MonitorSeries = z.infer<typeof monitorSeries>;

/** How table requests of the last minutes spread over partitions. */
export const partitionHeat = z.object({
  stepMs: z.number(),
  /** End of each step. */
  stepsAtMs: z.array(z.number()),
  /** The busiest first; requests in each step, and entities that they name by key. */
  partitions: z.array(
    z.object({
      connectionId: z.string(),
      table: z.string(),
      partition: z.string(),
      requests: z.array(z.int()),
      entities: z.array(z.int()),
    }),
  ),
  /** Partitions that are not listed. */
  more: z.int(),
  /** Every request is counted from here on; earlier, the log does not reach back. */
  completeFromMs: z.number(),
});
export type PartitionHeat = z.infer<typeof partitionHeat>;
