// Deleted blobs that the account still keeps: whether it does, listing them, restoring them.
import { z } from 'zod';
import { blobRetention, deletedBlobsFound, restoreProgress, restoreWish } from '../../model/deleted-blobs';
import { type CallDeclaration, type StreamDeclaration, call, onContainer, stream } from './declare';

export const deletedBlobCalls = {
  /** Requested anew each time, because it can be turned on and off elsewhere. */
  'deleted-blobs.retention': call('engine', onContainer, blobRetention),
} as const satisfies Record<string, CallDeclaration>;

export const deletedBlobStreams = {
  /** All deleted blobs kept below `prefix`, as they are found. Subscribe once: a restart would report them again. */
  'deleted-blobs.list': stream('engine', onContainer.extend({ prefix: z.string() }), deletedBlobsFound),
  /** Restores them with their snapshots. Subscribe once. */
  'deleted-blobs.restore': stream('engine', onContainer.extend({ wish: restoreWish }), restoreProgress),
} as const satisfies Record<string, StreamDeclaration>;
