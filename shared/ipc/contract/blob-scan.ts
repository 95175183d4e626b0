// Examining many blobs at once: search by name, sizes of folders.
import { blobPattern, blobSearchProgress } from '../../model/blob-search';
import { blobSizes } from '../../model/blob-sizes';
import { z } from 'zod';
import { type StreamDeclaration, onContainer, stream } from './declare';

export const blobScanStreams = {
  /** Matches below `prefix` as they are found. Subscribe once: a restart would report them again. */
  'blobs.search': stream(
    'engine',
    onContainer.extend({ prefix: z.string(), pattern: blobPattern }),
    blobSearchProgress,
  ),
  /**
   * Totals of all folders below `prefix`: intermediate ones, and finally the complete ones. A count that was stopped, or
   * failed, can go on; one that is forgotten begins anew.
   */
  'blobs.sizes': stream(
    'engine',
    onContainer.extend({ prefix: z.string(), from: z.enum(['start', 'where it stopped']).default('start') }),
    blobSizes,
  ),
} as const satisfies Record<string, StreamDeclaration>;
