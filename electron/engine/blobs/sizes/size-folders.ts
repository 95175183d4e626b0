// The sizes of everything below a folder, from one flat listing; intermediate results are reported.
import { type BlobSizes, sizedFolderLimit } from '@shared/model/blob-sizes';
import type { Account } from '../../azure/account';
import type { Clock } from '../../ports';
import { walkBlobs } from '../listing';
import { FolderTree } from './folder-tree';
import { Shares } from './shares';

const pageSize = 5_000;
const pushEveryMs = 250;
/** Folders of an event before the last: enough to draw, cheap enough four times a second. */
const toldMeanwhile = 400;

/** Pushes at most four times a second, the whole at last. Throws what listing throws. */
export async function sizeFolders(
  account: Account,
  { container, prefix }: { readonly container: string; readonly prefix: string },
  ports: { readonly clock: Clock; readonly signal: AbortSignal; readonly push: (sizes: BlobSizes) => void },
): Promise<void> {
  const { clock, signal, push } = ports;
  const tree = new FolderTree(prefix, sizedFolderLimit);
  const shares = new Shares(clock.now());
  let requests = 0;
  let pushedAtMs = clock.monotonic();
  const tell = (state: BlobSizes['state']): void => {
    push({
      folders: [...tree.folders(state === 'complete' ? sizedFolderLimit : toldMeanwhile)],
      depth: tree.depth,
      ...shares.tell(),
      requests,
      asOf: new Date(clock.now()).toISOString(),
      state,
    });
    pushedAtMs = clock.monotonic();
  };
  for await (const page of walkBlobs(account, { container, prefix, pageSize, signal })) {
    requests += 1;
    for (const blob of page) {
      tree.add(blob);
      shares.add(blob);
    }
    if (clock.monotonic() - pushedAtMs >= pushEveryMs) tell('counting');
  }
  tell('complete');
}
