// What is computed from a whole query result: statistics, charts.
import { z } from 'zod';
import { analysisResult } from '../../analysis/analysis-result';
import { tableQuery } from '../../model/table-query';
import { type CallDeclaration, type StreamDeclaration, call, nothing, onConnection, stream } from './declare';
import { chartData } from '../../charting/chart-data';
import { chartRequest } from '../../charting/chart-request';

const onAnalysis = z.object({ analysisId: z.string().min(1).max(64) });

const analysisProgress = z.object({
  rows: z.int(),
  distinctPartitions: analysisResult.shape.distinctPartitions,
  pages: z.int(),
  emptyPages: z.int(),
  requests: z.int(),
  /**
   * Those of the requests that searched for positions to split the range, so that its parts can be read in parallel.
   */
  probes: z.int(),
  retries: z.int(),
  bytes: z.number(),
  /** Time spent reading, without pauses. */
  elapsedMs: z.number(),
  /** `no`: more will follow. `limit`: the query's own row limit ended it, and there may be more rows. */
  ended: z.enum(['no', 'end', 'limit']),
});
export type AnalysisProgress = z.infer<typeof analysisProgress>;

export const analysisCalls = {
  /** The intermediate findings; the analysis continues or stays paused. */
  'tables.analysis-so-far': call(
    'engine',
    onAnalysis,
    z.object({ progress: analysisProgress, result: analysisResult }),
  ),
  /** Ends an analysis and discards its findings. */
  'tables.forget-analysis': call('engine', onAnalysis, nothing),
} as const satisfies Record<string, CallDeclaration>;

export const analysisStreams = {
  /**
   * Reads the query to its end. Ending the subscription pauses. An analysis that was paused or failed after its first
   * page continues `where-it-stopped` by the same id; that fails with `not-found.session` when its state is gone.
   * `result` is present in the last event only, when no continuation token is left (or the row limit is reached).
   */
  'tables.analyse': stream(
    'engine',
    onConnection.extend({
      ...onAnalysis.shape,
      query: tableQuery,
      /** `count`: rows and partitions only; fetches only keys. */
      depth: z.enum(['profile', 'count']),
      from: z.enum(['start', 'where-it-stopped']),
    }),
    z.object({ progress: analysisProgress, result: analysisResult.nullable() }),
  ),

  // A chart of a whole query result, aggregated by the engine while it reads.
  /** Reads only the chart's columns of the query. `data` is the chart of everything read until now. */
  'tables.chart': stream(
    'engine',
    onConnection.extend({ query: tableQuery, chart: chartRequest }),
    z.object({
      state: z.enum(['reading', 'done']),
      rows: z.int(),
      requests: z.int(),
      bytes: z.number(),
      data: chartData,
    }),
  ),
} as const satisfies Record<string, StreamDeclaration>;
