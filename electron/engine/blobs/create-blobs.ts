// The blobs room as the engine composes it: the calls on containers and blobs except transfers.
import type { CallHandlers, StreamHandlers } from '@shared/ipc/contract';
import type { BlobListing } from '@shared/model/blob';
import type { AccountSource } from '../azure/account';
import type { Clock } from '../ports';
import { createContainer, deleteContainer } from './container-admin';
import { deleteBlobs } from './delete-blobs';
import { listBlobPage, listContainers } from './listing';
import { outerPrefixes } from './outer-prefixes';
import { readBlobProperties } from './properties';
import { wholeFolders } from './hierarchy/create-hierarchy';
import type { RememberedDeletions } from './remembered-deletions';
import { searchBlobs } from './search/search-blobs';
import { selectedBlobs, sumBlobs } from './selected-blobs';
import { CachedCounts } from './sizes/cached-counts';
import { sizeFolders } from './sizes/size-folders';

type BlobCalls = Pick<
  CallHandlers<'engine'>,
  'containers.list' | 'containers.create' | 'containers.delete' | 'blobs.list' | 'blobs.properties'
>;

export interface BlobsPorts {
  readonly accounts: AccountSource;
  readonly clock: Clock;
  readonly deletions: RememberedDeletions;
}

export interface Blobs {
  readonly calls: BlobCalls;
  readonly streams: Pick<StreamHandlers<'engine'>, 'blobs.measure' | 'blobs.delete' | 'blobs.search' | 'blobs.sizes'>;
}

/** They are deleted with their blobs. */
const withSnapshots = { snapshots: 'counted' } as const;

export function createBlobs({ accounts, clock, deletions }: BlobsPorts): Blobs {
  const counts = new CachedCounts();
  return {
    calls: {
      'containers.list': async ({ connectionId }, { signal }) => [
        ...(await listContainers(await accounts.open(connectionId), signal)),
      ],
      'containers.create': async ({ connectionId, container }, { signal }) => {
        await createContainer(await accounts.openForWriting(connectionId), container, signal);
        return {};
      },
      'containers.delete': async ({ connectionId, container }, { signal }) => {
        await deleteContainer(await accounts.openForWriting(connectionId), container, signal);
        return {};
      },
      'blobs.list': async ({ connectionId, ...request }, { signal }) =>
        withRealFolders(await listBlobPage(await accounts.open(connectionId), { ...request, signal }), request.depth),
      'blobs.properties': async ({ connectionId, container, name }, { signal }) =>
        readBlobProperties(await accounts.open(connectionId), container, name, signal),
    },
    streams: {
      'blobs.measure': async ({ connectionId, container, selection }, { push, signal }) =>
        sumBlobs(
          selectedBlobs(await accounts.open(connectionId), container, selection, signal, withSnapshots),
          clock,
          push,
        ),
      'blobs.delete': async ({ connectionId, container, selection, rejected, deletion, run }, { push, signal }) => {
        // A blob that is chosen by its name needs no memory to be undone.
        const isRemembered = deletion !== undefined && selection.prefixes.length > 0;
        // Known from here on, whatever ends this run.
        const taken = isRemembered ? deletions.namesOf(deletion, run) : undefined;
        const account = await accounts.openForWriting(connectionId);
        const isFolder = (prefix: string): boolean => prefix.endsWith('/') && prefix !== '/';
        const real = selection.prefixes.some(isFolder) ? await wholeFolders(account, container, signal) : 'no';
        const { prefixes } = outerPrefixes(selection.prefixes);
        const folders = real === 'yes' ? prefixes.filter(isFolder) : [];
        const others = selection.names.filter((name) => !folders.some((folder) => `${name}/`.startsWith(folder)));
        const rest = { names: others, prefixes: prefixes.filter((prefix) => !folders.includes(prefix)) };
        const pages = selectedBlobs(account, container, rest, signal);
        await deleteBlobs(account, container, pages, {
          clock,
          push,
          signal,
          rejected,
          taken,
          folders: real === 'unreachable' ? real : folders,
        });
      },
      'blobs.search': async ({ connectionId, ...search }, { push, signal }) =>
        searchBlobs(await accounts.open(connectionId), search, { clock, push, signal }),
      'blobs.sizes': async ({ from, ...location }, { push, signal }) => {
        const account = await accounts.open(location.connectionId);
        await counts.run(location, { from, nowMs: clock.now(), signal }, (count) =>
          sizeFolders(account, location, count, { clock, push, signal }),
        );
      },
    },
  };
}

/** Real folders that are listed among the blobs are shown as folders, or not at all where there are none. */
function withRealFolders({ folders, blobs, marker }: BlobListing, depth: 'folders' | 'flat'): BlobListing {
  const real = blobs.filter(({ isFolder }) => isFolder === true).map(({ name }) => `${name}/`);
  if (real.length === 0) return { folders, blobs, marker };
  return {
    folders: depth === 'flat' ? folders : [...new Set([...folders, ...real])].sort(),
    blobs: blobs.filter(({ isFolder }) => isFolder !== true),
    marker,
  };
}
