// Listings that include more than the existing blobs, entry by entry as the service returns them.
import type { Account } from '../../azure/account';
import { listed } from '../listing';
import { type XmlElement, child, childText } from '../xml';

export interface EntriesRequest {
  readonly container: string;
  readonly prefix: string;
  /** The additional entries of a listing, in the terms of the service. */
  readonly include: 'versions' | 'deleted' | 'deleted,versions';
  /** 1…5,000. */
  readonly pageSize: number;
  /** Of the page before; undefined for the first one. */
  readonly marker?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ListedEntries {
  readonly entries: readonly XmlElement[];
  /** Null at the end. */
  readonly marker: string | null;
}

/** One page. Throws `not-found.container` and what `Account.send` throws. */
export function listEntries(account: Account, request: EntriesRequest): Promise<ListedEntries> {
  const { container, prefix, include, pageSize, marker, signal } = request;
  const query = {
    restype: 'container',
    comp: 'list',
    include,
    maxresults: String(pageSize),
    ...(prefix === '' ? {} : { prefix }),
    ...(marker === undefined ? {} : { marker }),
  };
  return listed(account, { container, query, signal }, readEntries);
}

function readEntries(root: XmlElement): ListedEntries {
  const entries = (child(root, 'Blobs')?.children ?? []).filter(({ name }) => name === 'Blob');
  return { entries, marker: childText(root, 'NextMarker') || null };
}
