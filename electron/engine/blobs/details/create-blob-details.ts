// Answers the calls about the details of one blob.
import type { CallHandlers, StreamHandlers } from '@shared/ipc/contract';
import type { Account, AccountSource } from '../../azure/account';
import type { Clock } from '../../ports';
import { accountFacts } from './account-facts';
import { computeMd5 } from './compute-md5';
import { changeLease } from './lease';
import { createSnapshot, deletePast, listPast, pastQuery, restorePast } from './past';
import { readBlobDetails } from './read-details';
import { readTags, setTags } from './tags';
import { setHttpHeaders, setMetadata } from './write-properties';
import type { AccessTier, RehydratePriority } from '@shared/blob-details/tier-rules';
import { type WritableBlob, leaseHeader, sendToBlob } from './blob-request';

type Calls = Pick<
  CallHandlers<'engine'>,
  | 'blob-details.account'
  | 'blob-details.read'
  | 'blob-details.set-headers'
  | 'blob-details.set-metadata'
  | 'blob-details.tags'
  | 'blob-details.set-tags'
  | 'blob-details.set-tier'
  | 'blob-details.past'
  | 'blob-details.snapshot'
  | 'blob-details.restore'
  | 'blob-details.delete-past'
  | 'blob-details.lease'
>;

export interface BlobDetailsRoom {
  readonly calls: Calls;
  readonly streams: Pick<StreamHandlers<'engine'>, 'blob-details.compute-md5'>;
}

export interface BlobDetailsPorts {
  readonly accounts: AccountSource;
  readonly clock: Pick<Clock, 'monotonic'>;
}

export function createBlobDetails({ accounts, clock }: BlobDetailsPorts): BlobDetailsRoom {
  return {
    calls: {
      'blob-details.account': async ({ connectionId, container }) =>
        accountFacts(await accounts.open(connectionId), container),
      'blob-details.read': async ({ connectionId, past, ...blob }, { signal }) =>
        readBlobDetails(
          await accounts.open(connectionId),
          blob,
          signal,
          past === undefined ? undefined : pastQuery(past),
        ),
      'blob-details.set-headers': async ({ connectionId, http, ...blob }, { signal }) =>
        setHttpHeaders(await accounts.openForWriting(connectionId), blob, http, signal),
      'blob-details.set-metadata': async ({ connectionId, metadata, ...blob }, { signal }) =>
        setMetadata(await accounts.openForWriting(connectionId), blob, metadata, signal),
      'blob-details.tags': async ({ connectionId, ...blob }, { signal }) =>
        readTags(await accounts.open(connectionId), blob, signal),
      'blob-details.set-tags': async ({ connectionId, read, tags, ...blob }, { signal }) => {
        await setTags(await accounts.openForWriting(connectionId), blob, read, tags, signal);
        return {};
      },
      'blob-details.set-tier': async ({ connectionId, tier, priority, ...blob }, { signal }) => {
        await setTier(await accounts.openForWriting(connectionId), blob, { tier, priority }, signal);
        return {};
      },
      'blob-details.past': async ({ connectionId, ...blob }, { signal }) =>
        listPast(await accounts.open(connectionId), blob, signal),
      'blob-details.snapshot': async ({ connectionId, ...blob }, { signal }) =>
        createSnapshot(await accounts.openForWriting(connectionId), blob, signal),
      'blob-details.restore': async ({ connectionId, past, ...blob }, { signal }) =>
        restorePast(await accounts.openForWriting(connectionId), blob, past, signal),
      'blob-details.delete-past': async ({ connectionId, past, ...blob }, { signal }) => {
        await deletePast(await accounts.openForWriting(connectionId), blob, past, signal);
        return {};
      },
      'blob-details.lease': async ({ connectionId, act: action, ...subject }, { signal }) =>
        changeLease(await accounts.openForWriting(connectionId), subject, action, signal),
    },
    streams: {
      'blob-details.compute-md5': async ({ connectionId, ...blob }, { signal, push }) => {
        const account = await accounts.open(connectionId);
        await computeMd5(blob, { account, monotonic: () => clock.monotonic(), signal, push });
      },
    },
  };
}

/**
 * `priority` only applies to moves out of the archive tier. Throws `conflict.archived`, `conflict.leased`,
 * `invalid.refused`.
 */
async function setTier(
  account: Account,
  blob: WritableBlob,
  change: { readonly tier: AccessTier; readonly priority: RehydratePriority | null },
  signal?: AbortSignal,
): Promise<void> {
  await sendToBlob(account, blob, {
    operation: 'SetBlobTier',
    method: 'PUT',
    query: { comp: 'tier' },
    replay: 'safe',
    signal,
    headers: {
      ...leaseHeader(blob),
      'x-ms-access-tier': change.tier,
      ...(change.priority === null ? {} : { 'x-ms-rehydrate-priority': change.priority }),
    },
  });
}
