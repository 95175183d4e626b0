// The deleted blobs that are still retained, as they were or by their versions. The service lists them only among the
// existing blobs, so all blobs are listed.
import type { DeletedBlob, DeletedBlobsFound } from '@shared/model/deleted-blobs';
import type { Account } from '../../azure/account';
import { TokenProgress } from '@shared/token-progress';
import { momentOf } from '../details/past';
import { exactName, readBlob } from '../listing';
import { isoTime } from '../service-values';
import { type XmlElement, child, childText } from '../xml';
import { isPresent, keepsVersions, retainedVersionOf } from './retained-versions';
import { type ListedEntries, listEntries } from './list-entries';

const largestPage = 5000;
/** Names beyond this number are only counted; no user looks through more. */
const maxReported = 50_000;

export interface DeletedPage {
  readonly deleted: readonly DeletedBlob[];
  /** Number of blobs on the page, deleted or not. */
  readonly seen: number;
  /** Null at the end. */
  readonly marker: string | null;
}

export interface DeletedRequest {
  readonly container: string;
  readonly prefix: string;
  /** Whether to list versions too, for a container that has any. */
  readonly versions: 'yes' | 'no';
  readonly signal?: AbortSignal | undefined;
}

/** One page. Throws `not-found.container` and what `Account.send` throws. */
export async function listDeletedPage(
  account: Account,
  request: DeletedRequest & { readonly marker?: string | undefined; readonly pageSize: number },
): Promise<DeletedPage> {
  const { entries, marker } = await deletedEntries(account, request);
  return { deleted: groupsOf(entries).flatMap(deletedIn), seen: entries.length, marker };
}

function deletedEntries(
  account: Account,
  { versions, ...request }: DeletedRequest & { readonly marker?: string | undefined; readonly pageSize: number },
): Promise<ListedEntries> {
  return listEntries(account, { ...request, include: versions === 'yes' ? 'deleted,versions' : 'deleted' });
}

/**
 * All pages below a prefix. The last blob of a page is reported with the next one, which may contain more of its
 * versions.
 */
export async function* walkDeleted(
  account: Account,
  request: DeletedRequest,
): AsyncGenerator<DeletedPage, void, undefined> {
  const progress = new TokenProgress({ container: request.container });
  let marker: string | undefined;
  let open: readonly XmlElement[] = [];
  do {
    const page: ListedEntries = await deletedEntries(account, { ...request, marker, pageSize: largestPage });
    const groups = groupsOf([...open, ...page.entries]);
    open = page.marker === null ? [] : (groups.pop() ?? []);
    yield { deleted: groups.flatMap(deletedIn), seen: page.entries.length, marker: page.marker };
    marker = page.marker ?? undefined;
    if (marker !== undefined) progress.follow(marker, page.entries.length);
  } while (marker !== undefined);
}

/** Pushes the contents of each page, the final state last. */
export async function listDeleted(
  account: Account,
  location: Omit<DeletedRequest, 'versions'>,
  push: (found: DeletedBlobsFound) => void,
): Promise<void> {
  const request = { ...location, versions: await keepsVersions(account, location.container, location.signal) };
  const counts = { found: 0, foundBytes: 0, seen: 0, requests: 0 };
  for await (const { deleted, seen, marker } of walkDeleted(account, request)) {
    const room = Math.max(0, maxReported - counts.found);
    counts.found += deleted.length;
    for (const { bytes } of deleted) counts.foundBytes += bytes;
    counts.seen += seen;
    counts.requests += 1;
    push({ ...counts, blobs: deleted.slice(0, room), state: marker === null ? 'complete' : 'listing' });
  }
}

/** Groups neighbours of the same name: a blob with its versions. Throws `network.truncated`. */
function groupsOf(entries: readonly XmlElement[]): XmlElement[][] {
  const groups: XmlElement[][] = [];
  let name: string | null = null;
  for (const entry of entries) {
    const own = exactName(entry);
    if (own !== name) groups.push([]);
    groups.at(-1)?.push(entry);
    name = own;
  }
  return groups;
}

/** The retained data of a blob that does not exist. */
function deletedIn(entries: readonly XmlElement[]): readonly DeletedBlob[] {
  if (entries.some(isPresent)) return [];
  const whole = entries.find((entry) => childText(entry, 'Deleted') === 'true' && childText(entry, 'VersionId') === '');
  if (whole !== undefined) {
    const properties = child(whole, 'Properties');
    const days = childText(properties, 'RemainingRetentionDays');
    const deletedAt = isoTime(childText(properties, 'DeletedTime'));
    return [{ ...readBlob(whole), deletedAt, remainingDays: days === '' ? null : Number(days), version: null }];
  }
  const retained = entries.filter((entry) => retainedVersionOf(entry) !== '');
  const newest = retained.reduce<XmlElement | null>(
    (best, one) => (best === null || momentOf(retainedVersionOf(one)) > momentOf(retainedVersionOf(best)) ? one : best),
    null,
  );
  if (newest === null) return [];
  return [{ ...readBlob(newest), deletedAt: '', remainingDays: null, version: retainedVersionOf(newest) }];
}
