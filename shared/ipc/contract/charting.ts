// A chart of a whole query result, aggregated by the engine while it reads.
import { z } from 'zod';
import { chartData } from '../../charting/chart-data';
import { chartRequest } from '../../charting/chart-request';
import { tableQuery } from '../../model/table-query';
import { type StreamDeclaration, onConnection, stream } from './declare';

export const chartingStreams = {
  /** Reads only the chart's columns of the query. `data` is the chart of everything read so far. */
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
