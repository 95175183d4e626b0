// Pages of blobs and containers, without the SDK, so that names stay exactly as the service stores them. A truncated
// page is requested again; part of a page is never returned as the whole.
import { fileModifiedIn } from './file-times';
import { sourceEtagIn } from './source-etag';
import type { BlobItem, BlobListing, ListedContainer } from '@shared/model/blob';
import type { Account } from '../azure/account';
import { TokenProgress, repeatedToken } from '@shared/token-progress';
import { wholeAnswer } from '../azure/whole-answer';
import { ListProgress, checkEntries } from './list-check';
import { isOnlyBlobOf, listOnlyBlob } from './only-blob';
import { blobTypeOf, inTierSince, isoTime } from './service-values';
import { type XmlElement, child, childText, cutShort, parseList } from './xml';
import { containerPath } from '../azure/container-path';

export interface ListRequest {
  readonly container: string;
  readonly prefix: string;
  /** `folders`: one level, split at `/`. `flat`: every blob below the prefix. */
  readonly depth: 'folders' | 'flat';
  readonly marker?: string | undefined;
  /** 1…5,000. */
  readonly pageSize: number;
  /** Lists snapshots, too, and counts those of each blob; one reader for the pages of one list. */
  readonly snapshots?: SnapshotReader | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * One page. Throws `not-found.container`, what `Account.send` throws, and `network.range-ignored` for names that were not
 * requested: whoever deletes what is listed would delete more than was asked for.
 */
export async function listBlobPage(account: Account, request: ListRequest): Promise<BlobListing> {
  if (isOnlyBlobOf(account, request.container)) return listOnlyBlob(account, request);
  const page = await listed(account, { ...request, query: blobListQuery(request) }, request.snapshots ?? blobPageOf);
  // A caller that follows the list page by page would return here again and again.
  if (page.marker !== null && page.marker === request.marker) throw repeatedToken({ container: request.container });
  return page;
}

/** Requests one page of a container. */
export function blobListQuery({ prefix, depth, marker, pageSize, snapshots }: ListRequest): Record<string, string> {
  const query: Record<string, string> = { restype: 'container', comp: 'list', maxresults: String(pageSize) };
  if (prefix !== '') query.prefix = prefix;
  if (depth === 'folders') query.delimiter = '/';
  if (marker !== undefined && marker !== '') query.marker = marker;
  if (snapshots !== undefined) query.include = 'snapshots';
  return query;
}

/**
 * One page of a container with these parameters, as understood by `read`; requested again when it was truncated. Throws
 * `network.range-ignored` for entries that the parameters exclude.
 */
export function listed<T>(
  account: Account,
  { container, query, signal }: Pick<ListRequest, 'container' | 'signal'> & { readonly query: Record<string, string> },
  read: (root: XmlElement) => T,
): Promise<T> {
  return wholeAnswer(
    () =>
      account.send({
        service: 'blob',
        operation: 'ListBlobs',
        method: 'GET',
        path: containerPath(container),
        resource: container,
        query,
        replay: 'safe',
        signal,
      }),
    (xml) => {
      const root = parseList(xml);
      checkEntries(root, { container, query }, exactName);
      return read(root);
    },
    { account: account.descriptor.accountName, container, operation: 'ListBlobs' },
  );
}

/** Every page of a list, to its end. Throws as `listBlobPage`, and `network.repeated-page`. */
export async function* walkPages(
  account: Account,
  request: Omit<ListRequest, 'marker' | 'pageSize'> & { readonly pageSize?: number },
): AsyncGenerator<BlobListing, void, undefined> {
  const progress = new ListProgress(request.container, account);
  let marker: string | undefined;
  do {
    const page: BlobListing = await listBlobPage(account, { pageSize: 1000, ...request, marker });
    progress.follow(page);
    yield page;
    marker = page.marker ?? undefined;
  } while (marker !== undefined);
}

/** Every blob below a prefix, page by page. */
export async function* walkBlobs(
  account: Account,
  request: Pick<ListRequest, 'container' | 'prefix' | 'signal' | 'snapshots'> & { readonly pageSize?: number },
): AsyncGenerator<readonly BlobItem[], void, undefined> {
  for await (const { blobs } of walkPages(account, { ...request, depth: 'flat' })) yield blobs;
}

/** All containers of the account. */
export async function listContainers(account: Account, signal?: AbortSignal): Promise<readonly ListedContainer[]> {
  const found: ListedContainer[] = [];
  const about = { account: account.descriptor.accountName };
  const progress = new TokenProgress(about, { onNotice: account.onEmptyPages?.('ListContainers') });
  let marker = '';
  do {
    const root = await wholeAnswer(
      () =>
        account.send({
          service: 'blob',
          operation: 'ListContainers',
          method: 'GET',
          path: '/',
          resource: '',
          query: { comp: 'list', ...(marker === '' ? {} : { marker }) },
          replay: 'safe',
          signal,
        }),
      parseList,
      { ...about, operation: 'ListContainers' },
    );
    const entries = child(root, 'Containers')?.children ?? [];
    for (const entry of entries) {
      const lastModified = childText(child(entry, 'Properties'), 'Last-Modified');
      found.push({ name: childText(entry, 'Name'), lastModified: isoTime(lastModified) });
    }
    marker = childText(root, 'NextMarker');
    if (marker !== '') progress.follow(marker, entries.length);
  } while (marker !== '');
  return found;
}

/** One page of List Blobs. Throws `network.truncated`. */
function blobPageOf(root: XmlElement): BlobListing {
  const folders: string[] = [];
  const blobs: BlobItem[] = [];
  for (const entry of child(root, 'Blobs')?.children ?? []) {
    if (entry.name === 'BlobPrefix') folders.push(exactName(entry));
    else if (entry.name === 'Blob') blobs.push(readBlob(entry));
  }
  return { folders, blobs, marker: childText(root, 'NextMarker') || null };
}

type SnapshotReader = (root: XmlElement) => BlobListing;

/**
 * Reads pages of List Blobs that include snapshots, and counts those of each blob. The service lists a blob after its
 * snapshots, which may be on the page before; emulators list it first.
 */
export function createSnapshotReader(): SnapshotReader {
  let before = { name: '', snapshots: 0 };
  return (root) => {
    const folders: string[] = [];
    const blobs: BlobItem[] = [];
    let counted = before;
    for (const entry of child(root, 'Blobs')?.children ?? []) {
      if (entry.name === 'BlobPrefix') folders.push(exactName(entry));
      if (entry.name !== 'Blob') continue;
      const blob = readBlob(entry);
      const last = blobs.at(-1);
      if (childText(entry, 'Snapshot') === '') {
        blobs.push({ ...blob, snapshots: counted.name === blob.name ? counted.snapshots : 0 });
      } else if (last?.name === blob.name) {
        blobs[blobs.length - 1] = { ...last, snapshots: (last.snapshots ?? 0) + 1 };
      } else {
        counted = { name: blob.name, snapshots: (counted.name === blob.name ? counted.snapshots : 0) + 1 };
      }
    }
    before = counted;
    return { folders, blobs, marker: childText(root, 'NextMarker') || null };
  };
}

/**
 * The name as stored: the service percent-encodes names that XML cannot contain and marks them. Throws
 * `network.truncated`.
 */
export function exactName(entry: XmlElement): string {
  const name = child(entry, 'Name');
  const text = name?.text ?? '';
  return /\bEncoded\s*=\s*["']true["']/u.test(name?.attributes ?? '') ? decoded(text) : text;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw cutShort();
  }
}

/** One `Blob` of a listing. */
export function readBlob(entry: XmlElement): BlobItem {
  const properties = child(entry, 'Properties');
  const metadata = child(entry, 'Metadata');
  const text = (name: string): string => childText(properties, name);
  const metadataOf = (name: string): string | undefined =>
    metadata?.children.find((one) => one.name.toLowerCase() === name)?.text;
  return {
    name: exactName(entry),
    bytes: bytesOf(text('Content-Length')),
    lastModified: isoTime(text('Last-Modified')),
    ...fileModifiedIn(metadataOf),
    etag: quoted(text('Etag')),
    // Pages are written in place, which leaves the metadata as it was.
    ...(text('BlobType') === 'PageBlob' ? {} : sourceEtagIn(metadataOf)),
    contentType: text('Content-Type'),
    contentMd5: text('Content-MD5'),
    tier: text('AccessTier'),
    ...inTierSince(text('AccessTier'), text('AccessTierChangeTime') || text('Creation-Time')),
    blobType: blobTypeOf(text('BlobType')),
    leased: text('LeaseStatus') === 'locked',
    ...(text('ResourceType') === 'directory' ? { isFolder: true as const } : {}),
  };
}

function bytesOf(text: string): number {
  if (!/^\d{0,15}$/u.test(text)) throw cutShort();
  return Number(text);
}

// Listings give ETags without quotes, headers with; conditions need them.
function quoted(etag: string): string {
  return etag === '' || etag.startsWith('"') ? etag : `"${etag}"`;
}
