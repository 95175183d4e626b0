// Examining many blobs at once: search by name, sizes of folders.
import { blobPattern, blobSearchProgress } from '../../model/blob-search';
import { blobSizes } from '../../model/blob-sizes';
import { z } from 'zod';
import { type StreamDeclaration, onContainer, stream } from './declare';

export const blobSurveyStreams = {
  /** Matches below `prefix` as they are found. To be opened once: a restart would tell them again. */
  'blobs.search': stream(
    'engine',
    onContainer.extend({ prefix: z.string(), pattern: blobPattern }),
    blobSearchProgress,
  ),
  /** Sums of all folders below `prefix`; so far, and at last the whole. */
  'blobs.sizes': stream('engine', onContainer.extend({ prefix: z.string() }), blobSizes),
} as const satisfies Record<string, StreamDeclaration>;
