// Computes the MD5 of one version of a blob: all of it is read, range by range, until stopped.
import { createHash } from 'node:crypto';
import type { Md5Progress } from '@shared/model/blob-details';
import { MiB } from '@shared/units';
import type { Account } from '../../azure/account';
import { readRange } from '../preview/read-range';
import type { RequestedVersion } from '../response-version';

/** Large enough not to mostly wait, small enough that a failed request repeats little. */
const rangeBytes = 4 * MiB;
const progressEveryMs = 250;

export interface Md5Request extends RequestedVersion {
  readonly totalBytes: number;
}

export interface Md5Ports {
  readonly account: Account;
  /** Milliseconds of a clock that never goes back. */
  readonly monotonic: () => number;
  readonly signal: AbortSignal;
  readonly push: (event: Md5Progress) => void;
}

/** @throws what `readRange` throws */
export async function computeMd5(blob: Md5Request, { account, monotonic, signal, push }: Md5Ports): Promise<void> {
  const hash = createHash('md5');
  let lastReportMs = -Infinity;
  for (let offset = 0; offset < blob.totalBytes; offset += rangeBytes) {
    const length = Math.min(rangeBytes, blob.totalBytes - offset);
    hash.update(await readRange(account, blob, { offset, length }, signal));
    if (monotonic() - lastReportMs < progressEveryMs) continue;
    push({ doneBytes: offset + length, md5: null });
    lastReportMs = monotonic();
  }
  push({ doneBytes: blob.totalBytes, md5: hash.digest('base64') });
}
