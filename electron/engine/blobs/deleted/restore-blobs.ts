// Restores deleted blobs that are still retained, many at once: each with its snapshots, or by its newest version.
// Failures are reported by name.
import { StowageError } from '@shared/errors';
import type { DeletedBlob, RestoreProgress, RestoreWish } from '@shared/model/deleted-blobs';
import type { Account } from '../../azure/account';
import { TokenProgress } from '@shared/token-progress';
import { type BlobAddress, blobPath } from '../blob-path';
import { type ChangePorts, changeEachBlob } from '../each-blob';
import { outerPrefixes } from '../outer-prefixes';
import type { RememberedDeletions } from '../remembered-deletions';
import { keepsVersions, restoreVersion } from './retained-versions';
import { type DeletedRequest, listDeletedPage, walkDeleted } from './list-deleted';

/** Versions of one blob that are listed to see whether it exists; restoring lists all of them. */
const versionsLooked = 1000;

export interface RestorePorts extends ChangePorts<RestoreProgress>, Pick<RememberedDeletions, 'takenBy'> {}

/** Pushes progress at most four times a second, the final state last. Rejects with failures that concern all blobs. */
export async function restoreBlobs(
  account: Account,
  container: string,
  wish: RestoreWish,
  { takenBy, ...ports }: RestorePorts,
): Promise<void> {
  const { signal } = ports;
  const versions = await keepsVersions(account, container, signal);
  const done = { restored: 0, missing: 0 };
  const work = async (name: string, until: AbortSignal): Promise<void> => {
    done[await restoreBlob(account, { container, name }, versions, until)] += 1;
  };
  const names = wishedNames(account, { container, versions, signal, takenBy }, wish);
  await changeEachBlob(names, { nameOf: (name) => name, done, work }, ports);
}

async function restoreBlob(
  account: Account,
  blob: BlobAddress,
  versions: 'yes' | 'no',
  signal: AbortSignal,
): Promise<'restored' | 'missing'> {
  const undeleted = await undelete(account, blob, signal);
  if (versions === 'no') return undeleted;
  // Undelete does not bring back a deleted blob that has versions; its newest version has to be copied instead.
  const outcome = await restoreVersion(account, blob, signal);
  return outcome === 'missing' ? undeleted : 'restored';
}

/** Undelete Blob can safely be repeated, and sent for a blob that exists. */
async function undelete(
  account: Account,
  { container, name }: BlobAddress,
  signal: AbortSignal,
): Promise<'restored' | 'missing'> {
  try {
    await account.send({
      service: 'blob',
      operation: 'UndeleteBlob',
      method: 'PUT',
      path: blobPath(container, name),
      resource: container,
      query: { comp: 'undelete' },
      replay: 'safe',
      signal,
    });
    return 'restored';
  } catch (thrown) {
    const error = StowageError.from(thrown);
    if (error.code !== 'not-found.blob') throw error;
    return 'missing';
  }
}

async function* wishedNames(
  account: Account,
  {
    takenBy,
    ...location
  }: Omit<DeletedRequest, 'prefix'> & Pick<RestorePorts, 'takenBy'> & { readonly signal: AbortSignal },
  wish: RestoreWish,
): AsyncGenerator<readonly string[], void, undefined> {
  if (wish.kind === 'names') {
    yield [...new Set(wish.names)];
    return;
  }
  const { selection, since, deletion } = wish;
  const taken = takenBy(deletion);
  /**
   * When names are forgotten, the time of the deletion decides about the others, which is unknown for a blob with
   * versions.
   */
  const isTaken = ({ name, deletedAt }: DeletedBlob): boolean =>
    taken.has(name) || (taken.known === 'some' && since !== null && deletedAt >= since);
  const { prefixes, holds } = outerPrefixes(selection.prefixes);
  for (const prefix of prefixes) {
    for await (const { deleted } of walkDeleted(account, { ...location, prefix })) {
      yield deleted.filter(isTaken).map(({ name }) => name);
    }
  }
  for (const name of new Set(selection.names)) {
    if (holds(name)) continue;
    // Listings are ordered by name, so the name itself precedes all longer names that start with it.
    const pageSize = location.versions === 'yes' ? versionsLooked : 1;
    const request = { ...location, prefix: name, pageSize };
    let page = await listDeletedPage(account, request);
    const progress = new TokenProgress({ container: location.container });
    // A page may be empty although the list continues.
    while (page.seen === 0 && page.marker !== null) {
      progress.follow(page.marker, 0);
      page = await listDeletedPage(account, { ...request, marker: page.marker });
    }
    const { deleted } = page;
    // A blob that the user has just deleted by name existed until then.
    const isMeant = deleted.some((one) => one.name === name && (one.version !== null || isTaken(one)));
    yield isMeant ? [name] : [];
  }
}
