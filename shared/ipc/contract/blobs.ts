// Containers and their contents.
import { z } from 'zod';
import { blobItem, blobListing, listedContainer } from '../../model/blob';
import { accessControl, accessEntry, accessMode, accessProgress } from '../../model/access-control';
import { blobSelection, blobSum, deletionProgress } from '../../model/blob-selection';
import {
  type CallDeclaration,
  type StreamDeclaration,
  call,
  nothing,
  onConnection,
  onContainer,
  stream,
} from './declare';
import { blobPattern, blobSearchProgress } from '../../model/blob-search';
import { blobSizes } from '../../model/blob-sizes';
import { blobRetention, deletedBlobsFound, restoreProgress, restoreWish } from '../../model/deleted-blobs';

const onPath = onContainer.extend({ path: z.string() });

export const blobCalls = {
  'containers.list': call('engine', onConnection, z.array(listedContainer)),
  'containers.create': call('engine', onContainer, nothing),
  'containers.delete': call('engine', onContainer, nothing),
  'blobs.list': call(
    'engine',
    onContainer.extend({
      /** Any prefix of names; ends in `/` for a whole folder. */
      prefix: z.string(),
      /** `folders`: one level, split at `/`. `flat`: every blob below the prefix. */
      depth: z.enum(['folders', 'flat']),
      marker: z.string().optional(),
      pageSize: z.int().min(1).max(5000),
    }),
    blobListing,
  ),
  'blobs.properties': call(
    'engine',
    onContainer.extend({ name: z.string() }),
    blobItem.extend({
      metadata: z.array(z.object({ name: z.string(), value: z.string() })),
      headers: z.array(z.object({ name: z.string(), value: z.string() })),
    }),
  ),

  // Folders of accounts with a hierarchical namespace, where they are more than parts of names. Paths have no slash at
  // their end.
  /** `through`: `blob` where the Data Lake endpoint cannot be reached. */
  'folders.create': call('engine', onPath, z.object({ through: z.enum(['dfs', 'blob']) })),
  /** In one operation, also into another container of the account. Replaces nothing. Also for files. */
  'folders.rename': call(
    'engine',
    onPath.extend({ to: z.object({ container: z.string().optional(), path: z.string() }) }),
    nothing,
  ),
  /** Of a file, a folder, or the container itself, whose path is empty. */
  'access.read': call('engine', onPath, accessControl),
  /** Replaces the list of entries, the owner or the group, or several of them. */
  'access.write': call(
    'engine',
    onPath.extend({
      ifMatch: z.string().optional(),
      owner: z.string().max(200).optional(),
      group: z.string().max(200).optional(),
      entries: z.array(accessEntry).max(100).optional(),
    }),
    nothing,
  ),

  // Deleted blobs that the account still has.
  /** Requested each time, because it can be turned on and off elsewhere. */
  'deleted-blobs.retention': call('engine', onContainer, blobRetention),
} as const satisfies Record<string, CallDeclaration>;

export const blobStreams = {
  /** Number and size of the selected blobs, by listing them: intermediate totals, and finally the complete ones. */
  'blobs.measure': stream('engine', onContainer.extend({ selection: blobSelection }), blobSum),
  /**
   * Deletes them with their snapshots, as they are found, and stops when very many are rejected in a row unless
   * `rejected` is `to the end`. Must be opened only once: it must not continue after a restart.
   */
  'blobs.delete': stream(
    'engine',
    onContainer.extend({
      selection: blobSelection,
      rejected: z.enum(['stop', 'to the end']).optional(),
      /** Identifies what can be undone: a unique name, the same for runs that are undone together. */
      deletion: z.string().optional(),
      /** `further`: runs of this deletion came before; an engine that does not know them was started since. */
      run: z.enum(['first', 'further']).optional(),
    }),
    deletionProgress,
  ),

  /**
   * Access lists of a folder and everything in it. `continuation`: where an earlier run ended; the same entries once
   * more change nothing. Subscribe once.
   */
  'access.apply': stream(
    'engine',
    onPath.extend({
      mode: accessMode,
      entries: z.array(accessEntry).min(1).max(100),
      continuation: z.string().max(10_000).optional(),
    }),
    accessProgress,
  ),

  // Examining many blobs at once.
  /** Matches below `prefix` as they are found. Subscribe once: a restart would report them again. */
  'blobs.search': stream(
    'engine',
    onContainer.extend({ prefix: z.string(), pattern: blobPattern }),
    blobSearchProgress,
  ),
  /**
   * Totals of all folders below `prefix`: intermediate ones, and finally the complete ones. A count that was stopped or
   * failed can be continued; one that was discarded begins again.
   */
  'blobs.sizes': stream(
    'engine',
    onContainer.extend({ prefix: z.string(), from: z.enum(['start', 'where it stopped']).default('start') }),
    blobSizes,
  ),

  // Deleted blobs that the account still has.
  /**
   * All deleted blobs retained below `prefix`, as they are found. Subscribe once: a restart would report them again.
   */
  'deleted-blobs.list': stream('engine', onContainer.extend({ prefix: z.string() }), deletedBlobsFound),
  /** Restores them with their snapshots. Subscribe once. */
  'deleted-blobs.restore': stream('engine', onContainer.extend({ wish: restoreWish }), restoreProgress),
} as const satisfies Record<string, StreamDeclaration>;
