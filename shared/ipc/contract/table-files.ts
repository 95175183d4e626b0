// Importing files into tables and exporting tables to files: previewing an input, checking it, importing, exporting.
import { z } from 'zod';
import { fileToken } from '../../model/bounds';
import { entity } from '../../model/entity';
import { exportRequest } from '../../model/table-export';
import { importPreview, importReading, importReport, importSettings, importSource } from '../../model/table-import';
import { rejectedRow } from '../../model/table-job';
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
  /** The first rejected rows of an import, in the order in which they were found. */
  'imports.rejected-rows': call('engine', onJob.extend({ limit: z.int().min(1).max(1000) }), z.array(rejectedRow)),
  /** Writes all rejected rows with their reasons in the input's own format, to be corrected and imported. */
  'imports.save-rejected': call('engine', onJob.extend({ targetToken: fileToken }), z.object({ rows: z.int() })),
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
} as const satisfies Record<string, StreamDeclaration>;
