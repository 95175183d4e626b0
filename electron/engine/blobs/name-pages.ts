// Pages of a list that replace lookups of single blobs: they show of a blob what a lookup would return.
import type { Account } from '../azure/account';
import { isMarkerEntry } from './folder-markers';
import { blobListQuery, exactName, listed, readBlob } from './listing';
import type { ListedBlob, NamesPage, PageRequest } from './open-list';
import { type XmlElement, child, childText } from './xml';

export interface NamePagePorts {
  readonly account: Account;
  readonly container: string;
  readonly signal: AbortSignal;
}

/** Throws what `Account.send` throws, and `network.truncated`. */
export function namesPage({ account, container, signal }: NamePagePorts, page: PageRequest): Promise<NamesPage> {
  const query = { ...blobListQuery({ container, ...page }), include: 'metadata' };
  return listed(account, { container, query, signal }, readNamesPage);
}

function readNamesPage(root: XmlElement): NamesPage {
  const blobs: ListedBlob[] = [];
  const others: string[] = [];
  for (const entry of child(root, 'Blobs')?.children ?? []) {
    if (entry.name === 'BlobPrefix') others.push(exactName(entry));
    if (entry.name !== 'Blob') continue;
    const blob = readBlob(entry);
    // A blob under a customer's own key is listed to every client, but readable only with that key.
    const isSealed = childText(child(entry, 'Properties'), 'CustomerProvidedKeySha256') !== '';
    if (isSealed) others.push(blob.name);
    else blobs.push({ blob, isMarker: isMarkerEntry(entry, blob) });
  }
  return { blobs, others, marker: childText(root, 'NextMarker') || null };
}
