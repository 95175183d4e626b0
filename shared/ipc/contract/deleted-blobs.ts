// Deleted blobs that the account still keeps: whether it does, listing them, restoring them.
import { z } from 'zod';
import { blobRetention, deletedBlobsFound, restoreProgress, restoreWish } from '../../model/deleted-blobs';
import { type CallDeclaration, type StreamDeclaration, call, onContainer, stream } from './declare';

export const deletedBlobCalls = {
  /** Asked anew each time: people turn it on and off elsewhere. */
  'deleted-blobs.retention': call('engine', onContainer, blobRetention),
} as const satisfies Record<string, CallDeclaration>;

export const deletedBlobStreams = {
  /** All that are kept below `prefix`, as they are found. To be opened once: a restart would tell them again. */
  'deleted-blobs.list': stream('engine', onContainer.extend({ prefix: z.string() }), deletedBlobsFound),
  /** Restores them with their snapshots. To be opened once. */
  'deleted-blobs.restore': stream('engine', onContainer.extend({ wish: restoreWish }), restoreProgress),
} as const satisfies Record<string, StreamDeclaration>;
