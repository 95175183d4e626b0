// The blobs that a selection means, listed page by page: only the current page is held.
import type { BlobItem } from '@shared/model/blob';
import type { BlobSelection, BlobSum } from '@shared/model/blob-selection';
import type { Account } from '../azure/account';
import type { Clock } from '../ports';
import { EarlyStays, earlyLeaveOf } from './early-stays';
import { type ListRequest, createSnapshotReader, listBlobPage, walkBlobs } from './listing';
import { namedBlobs } from './named-blobs';
import { outerPrefixes } from './outer-prefixes';

/** Pages of blobs, each blob once. A name that is not there gives nothing. Throws what listing throws. */
export async function* selectedBlobs(
  account: Account,
  container: string,
  selection: BlobSelection,
  signal?: AbortSignal,
  { snapshots }: { readonly snapshots?: 'counted' } = {},
): AsyncGenerator<readonly BlobItem[], void, undefined> {
  const { prefixes, holds } = outerPrefixes(selection.prefixes);
  const reader = (): Pick<ListRequest, 'snapshots'> & { readonly pageSize?: number } =>
    snapshots === undefined ? {} : { snapshots: createSnapshotReader(), pageSize: entriesAtOnce };
  for (const prefix of prefixes) yield* walkBlobs(account, { container, prefix, signal, ...reader() });
  const outside = selection.names.filter((name) => !holds(name));
  const read = reader();
  const leastEntries = snapshots === undefined ? 1 : entriesAtOnce;
  yield* namedBlobs(outside, (prefix, size, marker) => {
    const pageSize = Math.max(size, leastEntries);
    return listBlobPage(account, { container, prefix, depth: 'flat', marker, signal, ...read, pageSize });
  });
}

/** The emulator goes on after a name, whatever was left of its snapshots, so that a page should hold all of them. */
const entriesAtOnce = 5000;

/** Counts the blobs of a selection; pushes what was found so far, at most four times a second, and the sum at last. */
export async function sumBlobs(
  pages: AsyncIterable<readonly BlobItem[]>,
  clock: Clock,
  push: (sum: BlobSum) => void,
): Promise<void> {
  const sum = { blobs: 0, bytes: 0, snapshots: 0, requests: 0 };
  const early = new EarlyStays();
  const nowMs = clock.now();
  const tell = (state: BlobSum['state']): void => push({ ...sum, early: early.told(), state });
  let pushedAtMs = clock.monotonic();
  for await (const page of pages) {
    sum.requests += 1;
    sum.blobs += page.length;
    for (const blob of page) {
      sum.bytes += blob.bytes;
      sum.snapshots += blob.snapshots ?? 0;
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
