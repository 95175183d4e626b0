// The calls on deleted blobs, as the engine composes them.
import type { CallHandlers, StreamHandlers } from '@shared/ipc/contract';
import type { AccountSource } from '../../azure/account';
import type { Clock } from '../../ports';
import type { RememberedDeletions } from '../remembered-deletions';
import { listDeleted } from './list-deleted';
import { restoreBlobs } from './restore-blobs';
import { readRetention } from './retention';

export interface DeletedBlobs {
  readonly calls: Pick<CallHandlers<'engine'>, 'deleted-blobs.retention'>;
  readonly streams: Pick<StreamHandlers<'engine'>, 'deleted-blobs.list' | 'deleted-blobs.restore'>;
}

export interface DeletedBlobsPorts {
  readonly accounts: AccountSource;
  readonly clock: Clock;
  readonly deletions: Pick<RememberedDeletions, 'takenBy'>;
}

export function createDeletedBlobs({ accounts, clock, deletions }: DeletedBlobsPorts): DeletedBlobs {
  return {
    calls: {
      'deleted-blobs.retention': async ({ connectionId, container }, { signal }) =>
        readRetention(await accounts.open(connectionId), container, signal),
    },
    streams: {
      'deleted-blobs.list': async ({ connectionId, ...location }, { push, signal }) =>
        listDeleted(await accounts.open(connectionId), { ...location, signal }, push),
      'deleted-blobs.restore': async ({ connectionId, container, wish }, { push, signal }) =>
        restoreBlobs(await accounts.openForWriting(connectionId), container, wish, {
          clock,
          push,
          signal,
          takenBy: deletions.takenBy,
        }),
    },
  };
}
