// Restores deleted blobs that are still kept, many at once, each with its snapshots. What fails is told by name.
import { StowageError } from '@shared/errors';
import type { RestoreProgress, RestoreWish } from '@shared/model/deleted-blobs';
import type { Account } from '../../azure/account';
import type { Clock } from '../../ports';
import { blobPath } from '../blob-path';
import { createBlobFailures, eachBlob } from '../each-blob';
import { withoutInner } from '../selected-blobs';
import { type DeletedPage, listDeletedPage, walkDeleted } from './list-deleted';

const pushEveryMs = 250;

/** Pushes progress at most four times a second, the end at last. Rejects with what concerns all blobs alike. */
export async function restoreBlobs(
  account: Account,
  container: string,
  wish: RestoreWish,
  ports: { readonly clock: Clock; readonly signal: AbortSignal; readonly push: (progress: RestoreProgress) => void },
): Promise<void> {
  const { clock, signal, push } = ports;
  const done = { restored: 0, missing: 0 };
  const failures = createBlobFailures();
  let pushedAtMs = clock.monotonic();
  await eachBlob(wishedNames(account, container, wish, signal), signal, async (name) => {
    try {
      done[await restoreBlob(account, container, name, signal)] += 1;
    } catch (thrown) {
      failures.add(name, thrown);
    }
    if (clock.monotonic() - pushedAtMs < pushEveryMs) return;
    pushedAtMs = clock.monotonic();
    push({ ...done, ...failures.told(), state: 'running' });
  });
  push({ ...done, ...failures.told(), state: 'complete' });
}

/** Undelete Blob: harmless to send twice, and to a blob that is there. */
async function restoreBlob(
  account: Account,
  container: string,
  name: string,
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
  container: string,
  wish: RestoreWish,
  signal: AbortSignal,
): AsyncGenerator<readonly string[], void, undefined> {
  if (wish.kind === 'names') {
    yield [...new Set(wish.names)];
    return;
  }
  const { selection, since } = wish;
  const namesOf = ({ deleted }: DeletedPage): readonly string[] =>
    deleted.filter(({ deletedAt }) => deletedAt >= since).map(({ name }) => name);
  const prefixes = withoutInner(selection.prefixes);
  for (const prefix of prefixes) {
    for await (const page of walkDeleted(account, { container, prefix, signal })) yield namesOf(page);
  }
  for (const name of new Set(selection.names)) {
    if (prefixes.some((prefix) => name.startsWith(prefix))) continue;
    // The listing is in the order of names, so the name itself comes before all that it begins.
    const page = await listDeletedPage(account, { container, prefix: name, pageSize: 1, signal });
    yield namesOf(page).filter((found) => found === name);
  }
}
