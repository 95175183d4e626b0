// Earlier states of one blob: its snapshots and, in accounts with versioning, its versions. They are listed, created,
// copied over the current blob, and deleted.
import { versionsDisabledReason } from '@shared/model/action-rules';
import type { PastBlob, PastBlobId } from '@shared/model/blob-details';
import type { Account } from '../../azure/account';
import { TokenProgress } from '@shared/token-progress';
import { type BlobAddress, blobPath } from '../blob-path';
import { exactName, listed, readBlob } from '../listing';
import { type XmlElement, child, childText } from '../xml';
import { accountFacts } from './account-facts';
import { leaseHeader, sendToBlob, settled } from './blob-request';
import { readBlobDetails } from './read-details';
import type { ReadBlob } from './write-properties';

/** Newest first. Throws `not-found.container` and what `Account.send` throws. */
export async function listPast(account: Account, blob: BlobAddress, signal?: AbortSignal): Promise<PastBlob[]> {
  const keepsVersions = versionsDisabledReason(await accountFacts(account)) === null;
  const found: PastBlob[] = [];
  const progress = new TokenProgress({ container: blob.container });
  let marker = '';
  do {
    const query = {
      restype: 'container',
      comp: 'list',
      prefix: blob.name,
      include: keepsVersions ? 'snapshots,versions' : 'snapshots',
      ...(marker === '' ? {} : { marker }),
    };
    const root = await listed(account, { container: blob.container, query, signal }, (list) => list);
    const entries = child(root, 'Blobs')?.children ?? [];
    found.push(...entries.filter((entry) => exactName(entry) === blob.name).flatMap(readPast));
    // Listings are ordered by name, and no name that starts with this one precedes it.
    const last = entries.at(-1);
    marker = last === undefined || exactName(last) === blob.name ? childText(root, 'NextMarker') : '';
    if (marker !== '') progress.follow(marker, entries.length);
  } while (marker !== '');
  return found.sort((one, other) => compareText(momentOf(other.id), momentOf(one.id)));
}

const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/**
 * The time in the id of a snapshot or version, by which they are ordered. S3 knows seconds only; it lists those of one
 * second newest first.
 */
export function momentOf(id: string): string {
  return id.split(' ', 1)[0] ?? '';
}

function readPast(entry: XmlElement): readonly PastBlob[] {
  const { bytes, lastModified, contentMd5, contentType, tier } = readBlob(entry);
  const facts = { bytes, lastModified, contentMd5, contentType, tier };
  const snapshot = childText(entry, 'Snapshot');
  if (snapshot !== '') return [{ kind: 'snapshot', id: snapshot, ...facts }];
  const version = childText(entry, 'VersionId');
  const isPresent = childText(entry, 'IsCurrentVersion') === 'true';
  return version === '' || isPresent ? [] : [{ kind: 'version', id: version, ...facts }];
}

/** The query that addresses an earlier state. */
export function pastQuery(past: PastBlobId): Readonly<Record<string, string>> {
  return past.kind === 'snapshot' ? { snapshot: past.id } : { versionid: past.id };
}

/** The URL of an earlier state for a copy by the service. It may contain a signature: send it, never show it. */
export function pastAddress({ descriptor }: Account, blob: BlobAddress, past: PastBlobId): string {
  const query = new URLSearchParams(pastQuery(past)).toString();
  const sas = descriptor.credential.kind === 'sas' ? `&${descriptor.credential.token}` : '';
  return `${descriptor.endpoints.blob ?? ''}${blobPath(blob.container, blob.name)}?${query}${sas}`;
}

/** Throws `conflict.etag-changed` when the blob is not the one that was read. */
export async function createSnapshot(
  account: Account,
  blob: ReadBlob,
  signal?: AbortSignal,
): Promise<{ readonly id: string }> {
  const { headers } = await sendToBlob(account, blob, {
    operation: 'SnapshotBlob',
    method: 'PUT',
    query: { comp: 'snapshot' },
    signal,
    headers: { ...leaseHeader(blob), 'if-match': blob.ifMatch },
  });
  return { id: headers['x-ms-snapshot'] ?? '' };
}

/**
 * Copies an earlier state over the current one, within the service, with headers, metadata and MD5. `pending`:
 * the service continues copying. Throws `conflict.etag-changed`, `conflict.leased`, `conflict.archived`.
 */
export async function restorePast(
  account: Account,
  blob: ReadBlob,
  past: PastBlobId,
  signal?: AbortSignal,
): Promise<{ readonly copy: 'done' | 'pending' }> {
  const source = pastAddress(account, blob, past);
  return settled(
    async () => {
      const { headers } = await sendToBlob(account, blob, {
        operation: 'CopyBlob',
        method: 'PUT',
        signal,
        headers: { 'x-ms-copy-source': source, ...leaseHeader(blob), 'if-match': blob.ifMatch },
      });
      return { copy: headers['x-ms-copy-status'] === 'pending' ? ('pending' as const) : ('done' as const) };
    },
    async () => {
      const [present, wanted] = await Promise.all([
        readBlobDetails(account, blob, signal),
        readBlobDetails(account, blob, signal, pastQuery(past)),
      ]);
      const isCopied = present.etag !== blob.ifMatch && present.contentMd5 === wanted.contentMd5;
      return isCopied && present.bytes === wanted.bytes && wanted.contentMd5 !== '' ? { copy: 'done' } : null;
    },
  );
}

/** Throws `not-found.blob`. */
export async function deletePast(
  account: Account,
  blob: BlobAddress,
  past: PastBlobId,
  signal?: AbortSignal,
): Promise<void> {
  await settled(
    async () => {
      await sendToBlob(account, blob, {
        operation: 'DeleteBlob',
        method: 'DELETE',
        query: pastQuery(past),
        signal,
      });
      return true;
    },
    async () => {
      const rest = await listPast(account, blob, signal);
      return rest.some(({ kind, id }) => kind === past.kind && id === past.id) ? null : true;
    },
  );
}
