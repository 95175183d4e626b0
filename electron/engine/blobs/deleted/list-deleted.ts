// The deleted blobs that are still kept. The service lists them only among those that are there, so all are looked at.
// What an account with versions keeps of a deleted blob are versions, which such a listing does not hold.
import type { DeletedBlob, DeletedBlobsFound } from '@shared/model/deleted-blobs';
import type { Account } from '../../azure/account';
import { isoTime, readBlob, whole } from '../listing';
import { child, childText, parseXml } from '../xml';

const largestPage = 5000;
/** More than people look through; all are counted. */
const mostTold = 50_000;

export interface DeletedPage {
  readonly deleted: readonly DeletedBlob[];
  /** Blobs on the page, deleted or not. */
  readonly seen: number;
  /** Null at the end. */
  readonly marker: string | null;
}

export interface DeletedRequest {
  readonly container: string;
  readonly prefix: string;
  readonly signal?: AbortSignal | undefined;
}

/** One page. Throws `not-found.container` and what `Account.send` throws. */
export function listDeletedPage(
  account: Account,
  request: DeletedRequest & { readonly marker?: string | undefined; readonly pageSize: number },
): Promise<DeletedPage> {
  const { container, prefix, marker, pageSize, signal } = request;
  return whole(
    () =>
      account.send({
        service: 'blob',
        operation: 'ListBlobs',
        method: 'GET',
        path: `/${encodeURIComponent(container)}`,
        resource: container,
        query: {
          ...{ restype: 'container', comp: 'list', include: 'deleted', maxresults: String(pageSize) },
          ...(prefix === '' ? {} : { prefix }),
          ...(marker === undefined ? {} : { marker }),
        },
        replay: 'safe',
        signal,
      }),
    readDeletedPage,
  );
}

/** Every page below a prefix. */
export async function* walkDeleted(
  account: Account,
  request: DeletedRequest,
): AsyncGenerator<DeletedPage, void, undefined> {
  let marker: string | undefined;
  do {
    const page: DeletedPage = await listDeletedPage(account, { ...request, marker, pageSize: largestPage });
    yield page;
    marker = page.marker ?? undefined;
  } while (marker !== undefined);
}

/** Pushes what each page holds, the end at last. */
export async function listDeleted(
  account: Account,
  request: DeletedRequest,
  push: (found: DeletedBlobsFound) => void,
): Promise<void> {
  const counts = { found: 0, foundBytes: 0, seen: 0, requests: 0 };
  for await (const { deleted, seen, marker } of walkDeleted(account, request)) {
    const room = Math.max(0, mostTold - counts.found);
    counts.found += deleted.length;
    for (const { bytes } of deleted) counts.foundBytes += bytes;
    counts.seen += seen;
    counts.requests += 1;
    push({ ...counts, blobs: deleted.slice(0, room), state: marker === null ? 'complete' : 'listing' });
  }
}

/** Throws `network.truncated`. */
function readDeletedPage(xml: string): DeletedPage {
  const root = parseXml(xml);
  const entries = (child(root, 'Blobs')?.children ?? []).filter(({ name }) => name === 'Blob');
  const deleted = entries
    .filter((entry) => childText(entry, 'Deleted') === 'true')
    .map((entry): DeletedBlob => {
      const properties = child(entry, 'Properties');
      const days = childText(properties, 'RemainingRetentionDays');
      return {
        ...readBlob(entry),
        deletedAt: isoTime(childText(properties, 'DeletedTime')),
        remainingDays: days === '' ? null : Number(days),
      };
    });
  return { deleted, seen: entries.length, marker: childText(root, 'NextMarker') || null };
}
