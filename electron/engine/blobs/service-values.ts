// Values as the service writes them in headers and listings alike.
import type { BlobItem } from '@shared/model/blob';

/** The blob type in the service's words; block blobs are the default. */
export function blobTypeOf(text: string): BlobItem['blobType'] {
  return text === 'PageBlob' || text === 'AppendBlob' ? text : 'BlockBlob';
}

/** ISO time from the service's HTTP date; empty when there is none. */
export function isoTime(httpDate: string): string {
  const ms = Date.parse(httpDate);
  return Number.isNaN(ms) ? '' : new Date(ms).toISOString();
}
