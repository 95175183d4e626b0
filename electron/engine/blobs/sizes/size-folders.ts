// The sizes of everything below a folder, from one flat listing; intermediate results are reported.
import { type BlobSizes, sizedFolderLimit } from '@shared/model/blob-sizes';
import type { Account } from '../../azure/account';
import type { Clock } from '../../ports';
import { ListProgress } from '../list-check';
import { listBlobPage } from '../listing';
import type { FolderCount } from './cached-counts';

const pageSize = 5_000;
const pushEveryMs = 250;
/** Folders of an event before the last: enough to draw, cheap enough four times a second. */
const maxInterimFolders = 400;

export interface SizingPorts {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly push: (sizes: BlobSizes) => void;
}

/**
 * Pushes at most four times a second, the whole last. Throws what listing throws; `count` then continues from there.
 */
export async function sizeFolders(
  account: Account,
  { container, prefix }: { readonly container: string; readonly prefix: string },
  count: FolderCount,
  { clock, signal, push }: SizingPorts,
): Promise<void> {
  const { tree, shares } = count;
  let pushedAtMs = clock.monotonic();
  const report = (state: BlobSizes['state']): void => {
    push({
      folders: [...tree.folders(state === 'complete' ? sizedFolderLimit : maxInterimFolders)],
      depth: tree.depth,
      ...shares.notify(),
      requests: count.requests,
      asOf: new Date(clock.now()).toISOString(),
      state,
    });
    pushedAtMs = clock.monotonic();
  };
  const progress = new ListProgress(container, account);
  do {
    const { marker } = count;
    const page = await listBlobPage(account, { container, prefix, depth: 'flat', marker, pageSize, signal });
    // The continued count requests the same page.
    signal.throwIfAborted();
    progress.follow(page);
    count.requests += 1;
    count.marker = page.marker ?? undefined;
    for (const blob of page.blobs) {
      tree.add(blob);
      shares.add(blob);
    }
    if (clock.monotonic() - pushedAtMs >= pushEveryMs) report('counting');
  } while (count.marker !== undefined);
  report('complete');
}
