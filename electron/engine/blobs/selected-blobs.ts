// The blobs that a selection means, listed page by page: only the current page is held.
import type { BlobItem } from '@shared/model/blob';
import type { BlobSelection, BlobSum } from '@shared/model/blob-selection';
import type { Account } from '../azure/account';
import type { Clock } from '../ports';
import { EarlyStays, earlyLeaveOf } from './early-stays';
import { listBlobPage, walkBlobs } from './listing';
import { namedBlobs } from './named-blobs';
import { outerPrefixes } from './outer-prefixes';

/** Pages of blobs, each blob once. A name that is not there gives nothing. Throws what listing throws. */
export async function* selectedBlobs(
  account: Account,
  container: string,
  selection: BlobSelection,
  signal?: AbortSignal,
): AsyncGenerator<readonly BlobItem[], void, undefined> {
  const { prefixes, holds } = outerPrefixes(selection.prefixes);
  for (const prefix of prefixes) yield* walkBlobs(account, { container, prefix, signal });
  const outside = selection.names.filter((name) => !holds(name));
  yield* namedBlobs(outside, (prefix, pageSize, marker) =>
    listBlobPage(account, { container, prefix, depth: 'flat', pageSize, marker, signal }),
  );
}

/** Counts the blobs of a selection; pushes what was found so far, at most four times a second, and the sum at last. */
export async function sumBlobs(
  pages: AsyncIterable<readonly BlobItem[]>,
  clock: Clock,
  push: (sum: BlobSum) => void,
): Promise<void> {
  const sum = { blobs: 0, bytes: 0, requests: 0 };
  const early = new EarlyStays();
  const nowMs = clock.now();
  const tell = (state: BlobSum['state']): void => push({ ...sum, early: early.told(), state });
  let pushedAtMs = clock.monotonic();
  for await (const page of pages) {
    sum.requests += 1;
    sum.blobs += page.length;
    for (const blob of page) {
      sum.bytes += blob.bytes;
      const leave = earlyLeaveOf(blob, nowMs);
      if (leave !== null) early.add(leave);
    }
    if (clock.monotonic() - pushedAtMs < pushEveryMs) continue;
    pushedAtMs = clock.monotonic();
    tell('counting');
  }
  tell('complete');
}

const pushEveryMs = 250;
