// A chart of a whole query result, gathered by the engine while it reads.
import { z } from 'zod';
import { chartData } from '../../charting/chart-data';
import { chartRequest } from '../../charting/chart-request';
import { tableQuery } from '../../query/filter';
import { type CallDeclaration, type StreamDeclaration, call, onConnection, stream } from './declare';

/** 24 MiB of bytes as base64: a chart on the largest screens, and nothing that fills a disk. */
const mostBase64 = 32 * 1024 * 1024;

export const chartingCalls = {
  /** As `files.save-text`, for bytes as base64. */
  'files.save-bytes': call(
    'main',
    z.object({ suggestedName: z.string().regex(/^[^/\\]+$/), base64: z.base64().max(mostBase64) }),
    z.object({ saved: z.boolean() }),
  ),
} as const satisfies Record<string, CallDeclaration>;

export const chartingStreams = {
  /** Reads the query with the chart's columns alone. `data` is the chart of what was read so far. */
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
