// Earlier versions of a deleted blob in an account with versioning. Whether an account retains versions is determined
// by listing them, because only account administrators may read the setting.
import type { BlobAddress } from '../blob-path';
import { StowageError } from '@shared/errors';
import { versionsDisabledReason } from '@shared/model/action-rules';
import { TokenProgress } from '@shared/token-progress';
import type { Account } from '../../azure/account';
import { accountFacts } from '../details/account-facts';
import { sendToBlob, settled } from '../details/blob-request';
import { momentOf, pastAddress } from '../details/past';
import { readBlobDetails } from '../details/read-details';
import { exactName } from '../listing';
import { type XmlElement, childText } from '../xml';
import { type ListedEntries, listEntries } from './list-entries';

/** A container without versions is not read to its end only to determine that. */
const maxEntries = 20_000;

/**
 * Whether a blob of the container has a version, among the first 20,000: those written before versioning was enabled
 * have none. Throws what `Account.send` throws.
 */
export async function keepsVersions(account: Account, container: string, signal?: AbortSignal): Promise<'yes' | 'no'> {
  if (versionsDisabledReason(await accountFacts(account)) !== null) return 'no';
  const request = { container, prefix: '', include: 'versions', pageSize: 5000, signal } as const;
  try {
    const progress = new TokenProgress({ container });
    let marker: string | undefined;
    // Entries are counted, not pages: a page may contain few or none although the list continues.
    let seen = 0;
    do {
      const page: ListedEntries = await listEntries(account, { ...request, marker });
      if (page.entries.some((entry) => childText(entry, 'VersionId') !== '')) return 'yes';
      seen += page.entries.length;
      marker = page.marker ?? undefined;
      if (marker !== undefined) progress.follow(marker, page.entries.length);
    } while (marker !== undefined && seen < maxEntries);
    return 'no';
  } catch (thrown) {
    // Accounts without versioning may reject listing versions.
    const failure = StowageError.from(thrown);
    if (failure.kind !== 'invalid' && failure.kind !== 'auth') throw failure;
    return 'no';
  }
}

/**
 * Makes the newest version of a deleted blob the current one. `there`: a blob of that name exists again and is left
 * alone. `missing`: no version is retained any more.
 * @throws StowageError of the transport and of the service; when a reply is lost, the result is looked up first
 */
export async function restoreVersion(
  account: Account,
  blob: BlobAddress,
  signal: AbortSignal,
): Promise<'restored' | 'there' | 'missing'> {
  const newest = await newestVersion(account, blob, signal);
  if (newest === null || newest === 'present') return newest === null ? 'missing' : 'there';
  const source = pastAddress(account, blob, { kind: 'version', id: newest });
  try {
    return await settled(
      async () => {
        const headers = { 'x-ms-copy-source': source, 'if-none-match': '*' };
        await sendToBlob(account, blob, { operation: 'CopyBlob', method: 'PUT', headers, signal });
        return 'restored' as const;
      },
      async () => {
        const present = await readBlobDetails(account, blob, signal).catch(() => null);
        return present === null ? null : 'restored';
      },
    );
  } catch (thrown) {
    const failure = StowageError.from(thrown);
    if (failure.code === 'conflict.exists' || failure.code === 'conflict.etag-changed') return 'there';
    throw failure;
  }
}

/** Null when none is retained; `present` when the blob itself exists. */
async function newestVersion(
  account: Account,
  { container, name }: BlobAddress,
  signal: AbortSignal,
): Promise<string | null> {
  let newest: string | null = null;
  const progress = new TokenProgress({ container });
  let marker: string | null = null;
  do {
    const page: ListedEntries = await listEntries(account, {
      container,
      prefix: name,
      include: 'versions',
      pageSize: 1000,
      marker: marker ?? undefined,
      signal,
    });
    for (const entry of page.entries.filter((one) => exactName(one) === name)) {
      if (isPresent(entry)) return 'present';
      const version = retainedVersionOf(entry);
      if (version !== '' && (newest === null || momentOf(version) > momentOf(newest))) newest = version;
    }
    // Listings are ordered by name, and no name that starts with this one precedes it.
    const last = page.entries.at(-1);
    marker = last === undefined || exactName(last) === name ? page.marker : null;
    if (marker !== null) progress.follow(marker, page.entries.length);
  } while (marker !== null);
  return newest;
}

/** Whether the entry is an existing blob, in a listing of any kind. */
export function isPresent(entry: XmlElement): boolean {
  if (childText(entry, 'Deleted') === 'true' || childText(entry, 'Snapshot') !== '') return false;
  return childText(entry, 'VersionId') === '' || childText(entry, 'IsCurrentVersion') === 'true';
}

/** The version's id if the entry is an earlier version; otherwise empty. */
export function retainedVersionOf(entry: XmlElement): string {
  const isRetained = childText(entry, 'Deleted') !== 'true' && childText(entry, 'IsCurrentVersion') !== 'true';
  return isRetained ? childText(entry, 'VersionId') : '';
}
