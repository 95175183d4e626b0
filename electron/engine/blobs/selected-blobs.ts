// The blobs that a selection refers to, listed page by page: only the current page is held.
import { StowageError } from '@shared/errors';
import type { BlobItem } from '@shared/model/blob';
import type { BlobSelection, BlobSum } from '@shared/model/blob-selection';
import type { Account } from '../azure/account';
import type { Clock } from '../ports';
import { EarlyStays, earlyLeaveOf } from './early-stays';
import { isFolderMarker } from './folder-markers';
import { type ListRequest, createSnapshotReader, listBlobPage, walkBlobs } from './listing';
import { namedBlobs } from './named-blobs';
import { outerPrefixes } from './outer-prefixes';
import { readBlobProperties } from './properties';

/** Pages of blobs, each blob once. A missing name yields nothing. Throws what listing throws. */
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
  for (const prefix of prefixes) {
    yield* walkBlobs(account, { container, prefix, signal, ...reader() });
    const marker = await markerOf(account, { container, prefix, signal });
    if (marker !== null && !selection.names.includes(marker.name) && !holds(marker.name)) yield [marker];
  }
  const outside = selection.names.filter((name) => !holds(name));
  const read = reader();
  const minEntries = snapshots === undefined ? 1 : entriesAtOnce;
  yield* namedBlobs(outside, (prefix, size, marker) => {
    const pageSize = Math.max(size, minEntries);
    return listBlobPage(account, { container, prefix, depth: 'flat', marker, signal, ...read, pageSize });
  });
}

interface Folder {
  readonly container: string;
  readonly prefix: string;
  readonly signal: AbortSignal | undefined;
}

/**
 * The blob that stands for a folder: its name is the prefix without the slash, so no listing of the prefix contains it,
 * and an account with a hierarchical namespace would retain the folder. Null when a blob of that name is a file, and
 * when the credential may not read it.
 */
async function markerOf(account: Account, { container, prefix, signal }: Folder): Promise<BlobItem | null> {
  if (!prefix.endsWith('/') || prefix === '/') return null;
  try {
    const found = await readBlobProperties(account, container, prefix.slice(0, -1), signal);
    return isFolderMarker(found) ? found : null;
  } catch (thrown) {
    const { kind } = StowageError.from(thrown);
    if (kind === 'notFound' || kind === 'auth') return null;
    throw thrown;
  }
}

/** The emulator continues after a name, whatever snapshots of it are left, so a page should contain all of them. */
const entriesAtOnce = 5000;

/** Counts the blobs of a selection; pushes the current count at most four times a second, and the sum last. */
export async function sumBlobs(
  pages: AsyncIterable<readonly BlobItem[]>,
  clock: Clock,
  push: (sum: BlobSum) => void,
): Promise<void> {
  const sum = { blobs: 0, bytes: 0, snapshots: 0, requests: 0 };
  const early = new EarlyStays();
  const nowMs = clock.now();
  const report = (state: BlobSum['state']): void => push({ ...sum, early: early.report(), state });
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
    report('counting');
  }
  report('complete');
}

const pushEveryMs = 250;
