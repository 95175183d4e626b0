// Changing or deleting a whole query result: the preview that reads the rows, and the job that changes exactly those.
import { z } from 'zod';
import { fileToken } from '../../model/bounds';
import { bulkPreview, bulkRate, bulkRequest } from '../../model/table-bulk';
import { undoFileCheck } from '../../model/undo-file';
import {
  type CallDeclaration,
  type StreamDeclaration,
  call,
  nothing,
  onConnection,
  onJob,
  onTable,
  stream,
} from './declare';

const onPreview = z.object({ previewId: z.string().regex(/^[A-Za-z0-9-]{1,64}$/) });

export const tableBulkCalls = {
  /** Changes exactly the rows that the completed preview has read. Rejected while the connection is locked. */
  'bulk.start': call('engine', onPreview.extend({ rowsPerSecond: bulkRate }), onJob),
  /** Takes effect while the job runs, and when it is resumed. */
  'bulk.set-rate': call('engine', onJob.extend({ rowsPerSecond: bulkRate }), nothing),
  /** Starts a job that reverts the changes of the ended job, except rows that have been changed since. */
  'bulk.undo': call('engine', onJob, onJob),
  /** Writes an undo file for the ended job, to be stored or used on another machine. */
  'bulk.save-undo': call('engine', onJob.extend({ targetToken: fileToken }), z.object({ rows: z.int() })),
  /**
   * Restores the rows of an undo file whose check has ended, each only if it is as the change left it. Rejects another
   * endpoint or table than the file names, unless that is allowed.
   */
  'bulk.restore': call('engine', onPreview.extend({ elsewhere: z.enum(['refuse', 'allow']) }), onJob),
} as const satisfies Record<string, CallDeclaration>;

export const tableBulkStreams = {
  /**
   * Reads all rows and sends no change; reported at most four times a second. The rows are held for the duration of the
   * subscription, or by the job that is started from it.
   */
  'bulk.preview': stream('engine', onConnection.extend({ ...onPreview.shape, request: bulkRequest }), bulkPreview),
  /**
   * Reads an undo file to its end and compares every row with the table; the last event is complete. The rows are held
   * for the duration of the subscription, or by the job that `bulk.restore` starts.
   */
  'bulk.check-undo-file': stream(
    'engine',
    onTable.extend({ ...onPreview.shape, sourceToken: fileToken }),
    undoFileCheck,
  ),
} as const satisfies Record<string, StreamDeclaration>;
