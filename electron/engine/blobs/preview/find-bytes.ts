// Searches one version of a blob from a position to its end, range by range, until stopped.
import { type FindEvent, maxFindHits } from '@shared/model/blob-preview';
import { type FinderOptions, createByteFinder } from '@shared/preview/byte-finder';
import { MiB } from '@shared/units';
import type { Account } from '../../azure/account';

import type { RequestedVersion } from '../response-version';
import { readRange } from './read-range';

/** Large enough that a search does not mostly wait, small enough that it stops soon and needs little memory. */
const rangeBytes = 4 * MiB;
const progressEveryMs = 250;

export interface FindRequest extends RequestedVersion, FinderOptions {
  readonly totalBytes: number;
  readonly fromOffset: number;
  readonly needle: Uint8Array;
}

export interface FindPorts {
  readonly account: Account;
  /** Milliseconds of a clock that never goes back. */
  readonly monotonic: () => number;
  readonly signal: AbortSignal;
  readonly push: (event: FindEvent) => void;
}

/** @throws what `readRange` throws; results that were pushed before are valid for that version */
export async function findBytes(request: FindRequest, ports: FindPorts): Promise<void> {
  const { totalBytes } = request;
  // UTF-16 units are counted from the start of the blob, so the search starts at an even offset.
  const start = request.fromOffset - (request.fromOffset % 2);
  const finder = createByteFinder(request.needle, request);
  let hits: number[] = [];
  let reported = 0;
  let lastReportMs = -Infinity;
  const report = (doneBytes: number): void => {
    ports.push({ kind: 'progress', doneBytes, totalBytes, hits });
    reported += hits.length;
    hits = [];
    lastReportMs = ports.monotonic();
  };
  for (let offset = start; offset < totalBytes; offset += rangeBytes) {
    const length = Math.min(rangeBytes, totalBytes - offset);
    const bytes = await readRange(ports.account, request, { offset, length }, ports.signal);
    for (const at of finder.push(bytes)) if (start + at >= request.fromOffset) hits.push(start + at);
    if (reported + hits.length >= maxFindHits) {
      hits = hits.slice(0, maxFindHits - reported);
      report(offset + length);
      ports.push({ kind: 'end', reason: 'limit' });
      return;
    }
    if (ports.monotonic() - lastReportMs >= progressEveryMs || offset + length >= totalBytes) report(offset + length);
  }
  ports.push({ kind: 'end', reason: 'searched' });
}
