// Values as the service writes them in headers and listings alike.
import { minDaysIn } from '@shared/blob-details/tier-rules';
import type { BlobItem } from '@shared/model/blob';

/** The blob type in the service's terms; block blobs are the default. */
export function blobTypeOf(text: string): BlobItem['blobType'] {
  return text === 'PageBlob' || text === 'AppendBlob' ? text : 'BlockBlob';
}

/** ISO time from the service's HTTP date; empty when there is none. */
export function isoTime(httpDate: string): string {
  const ms = Date.parse(httpDate);
  return Number.isNaN(ms) ? '' : new Date(ms).toISOString();
}

/** `httpDate`: of the last change of tier, else of the creation. */
export function inTierSince(tier: string, httpDate: string): Pick<BlobItem, 'tierSince'> {
  const since = isoTime(httpDate);
  return minDaysIn(tier) === 0 || since === '' ? {} : { tierSince: since };
}
