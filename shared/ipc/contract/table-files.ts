// Importing files into tables and exporting tables to files: previewing an input, checking it, importing, exporting;
// and the list of all long jobs on tables, whatever their kind.
import { z } from 'zod';
import { fileToken } from '../../model/bounds';
import { errorShape } from '../../error-shape';
import { entity } from '../../model/entity';
import { exportRequest } from '../../model/table-export';
import { importPreview, importReading, importReport, importSettings, importSource } from '../../model/table-import';
import { rejectedRow, tableJob } from '../../model/table-job';
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

export const tableFileCalls = {
  /** Detects the format of the input and returns its first rows. Reads little of it, sends nothing. */
  'imports.preview': call('engine', z.object({ source: importSource, reading: importReading }), importPreview),
  /** Starts an import, which first checks the whole input to determine the types that `settings` leaves open. */
  'imports.start': call(
    'engine',
    onTable.extend({ source: importSource, reading: importReading, settings: importSettings }),
    onJob,
  ),
  /** Hands over rows that the window has read, for an export: in parts and in order. */
  'exports.hand-over': call(
    'engine',
    z.object({ handId: z.string().regex(/^[A-Za-z0-9-]{1,64}$/), rows: z.array(entity).min(1).max(1000) }),
    nothing,
  ),
  'exports.start': call('engine', onConnection.extend({ request: exportRequest }), onJob),
  /** Finishes requests in flight, then waits until `resume`. */
  'table-jobs.pause': call('engine', onJob, nothing),
  /** Resumes a paused, interrupted or failed job where its journal ends. */
  'table-jobs.resume': call('engine', onJob, nothing),
  /** Ends it for good; rows already written remain. */
  'table-jobs.cancel': call('engine', onJob, nothing),
  /** Removes an ended job, its journal and its rejected rows from this machine. */
  'table-jobs.forget': call('engine', onJob, nothing),
  /** The complete file that the job wrote on this machine; null if there is none. */
  'table-jobs.output-path': call('engine', onJob, z.object({ path: z.string().nullable() })),
  /** The first rejected rows of an import, in the order in which they were found. */
  'table-jobs.rejected-rows': call('engine', onJob.extend({ limit: z.int().min(1).max(1000) }), z.array(rejectedRow)),
  /** Writes all rejected rows with their reasons in the input's own format, to be corrected and imported. */
  'table-jobs.save-rejected': call('engine', onJob.extend({ targetToken: fileToken }), z.object({ rows: z.int() })),
} as const satisfies Record<string, CallDeclaration>;

export const tableFileStreams = {
  /** The dry run over the whole input: progress at most four times per second, finally a report. Sends nothing. */
  'imports.check': stream(
    'engine',
    z.object({ source: importSource, reading: importReading, settings: importSettings }),
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('progress'), rows: z.int(), bytesDone: z.number(), bytesTotal: z.number() }),
      z.object({ kind: z.literal('report'), report: importReport }),
    ]),
  ),
  /** All jobs on tables, newest first, at most four times per second and only after changes. */
  'table-jobs.watch': stream('engine', nothing, z.array(tableJob)),
  /** Why jobs of earlier processes could not be read when the engine started: an error a job, or one for all of a kind. */
  'table-jobs.unread': stream('engine', nothing, z.array(errorShape)),
} as const satisfies Record<string, StreamDeclaration>;
