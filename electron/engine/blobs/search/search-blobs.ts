// Finds blobs by name below a folder: lists candidates page by page and reports matches as they are found.
import type { BlobItem } from '@shared/model/blob';
import { type BlobPattern, type BlobSearchProgress, searchListLimit } from '@shared/model/blob-search';
import { patternPrefix } from '@shared/blob-search/pattern';
import type { Account } from '../../azure/account';
import type { Clock } from '../../ports';
import { walkBlobs } from '../listing';
import { nameMatcher } from './matcher';

const pageSize = 5_000;
const pushEveryMs = 250;

export interface BlobSearch {
  readonly container: string;
  /** The folder whose inside is searched; patterns are about what follows it in a name. */
  readonly prefix: string;
  readonly pattern: BlobPattern;
}

/** Pushes at most four times a second, the end at last. Throws `invalid.input` and what listing throws. */
export async function searchBlobs(
  account: Account,
  { container, prefix, pattern }: BlobSearch,
  ports: { readonly clock: Clock; readonly signal: AbortSignal; readonly push: (progress: BlobSearchProgress) => void },
): Promise<void> {
  const { clock, signal, push } = ports;
  const matchesOf = nameMatcher(pattern);
  const listedPrefix = prefix + patternPrefix(pattern);
  const counts = { requests: 0, seen: 0, matched: 0, matchedBytes: 0 };
  let found: BlobItem[] = [];
  let pushedAtMs = clock.monotonic();
  const report = (state: BlobSearchProgress['state']): void => {
    push({ ...counts, matches: found, listedPrefix, state });
    found = [];
    pushedAtMs = clock.monotonic();
  };
  for await (const page of walkBlobs(account, { container, prefix: listedPrefix, pageSize, signal })) {
    const hits = matchesOf(page.map(({ name }) => name.slice(prefix.length)));
    counts.requests += 1;
    counts.seen += page.length;
    page.forEach((blob, index) => {
      if (hits[index] !== true) return;
      if (counts.matched < searchListLimit) found.push(blob);
      counts.matched += 1;
      counts.matchedBytes += blob.bytes;
    });
    if (clock.monotonic() - pushedAtMs >= pushEveryMs) report('searching');
  }
  report('complete');
}
