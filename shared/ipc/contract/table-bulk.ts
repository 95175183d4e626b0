// Changing or deleting a whole query result: the preview that reads the rows, and the job that changes exactly those.
import { z } from 'zod';
import { bulkPreview, bulkRate, bulkRequest } from '../../model/table-bulk';
import { type CallDeclaration, type StreamDeclaration, call, nothing, onConnection, onJob, stream } from './declare';

const onPreview = z.object({ previewId: z.string().regex(/^[A-Za-z0-9-]{1,64}$/) });

export const tableBulkCalls = {
  /** Changes exactly the rows that the preview read, which must have ended. Refuses while the connection is locked. */
  'bulk.start': call('engine', onPreview.extend({ rowsPerSecond: bulkRate }), onJob),
  /** While the job runs and for when it goes on. */
  'bulk.set-rate': call('engine', onJob.extend({ rowsPerSecond: bulkRate }), nothing),
  /** Reads the rows that failed for this cause again, and tries those that still match the query. */
  'bulk.retry': call('engine', onJob.extend({ code: z.string() }), nothing),
  /** Starts a job that puts back what the ended job changed, where nobody changed it since. */
  'bulk.undo': call('engine', onJob, onJob),
} as const satisfies Record<string, CallDeclaration>;

export const tableBulkStreams = {
  /**
   * Reads all rows and sends no change; told at most four times a second. The rows are held as long as the subscription
   * lasts, or by the job that is started from it.
   */
  'bulk.preview': stream('engine', onConnection.extend({ ...onPreview.shape, request: bulkRequest }), bulkPreview),
} as const satisfies Record<string, StreamDeclaration>;
