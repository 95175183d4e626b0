// Whether a preflight is shown before a transfer starts, and why. Pure.
import type { OverwritePolicy } from '../model/transfer';
import type { TransferPreflight } from '../model/transfer-preflight';
import { GiB } from '../units';
import { bytesLacking, earlyOf, movable, rejectedOf, takenFiles } from './outcome';

/** From here on a transfer takes long or costs something, so it should not start by accident. */
export const manyFiles = 10_000;
export const manyBytes = 10 * GiB;

/** Lower between accounts, where bytes may be billed or pass through this machine. */
export const manyBytesBetweenAccounts = GiB;

export type TransferConcern = 'names-exist' | 'names-come' | 'large' | 'not-all' | 'leaves-early' | 'no-room';

/** These policies decide about existing names automatically. */
export function isRuleForNames(policy: OverwritePolicy): boolean {
  return policy !== 'never' && policy !== 'always';
}

/**
 * Concerns that the user should see first; empty for none. `never` skips files that the user wanted to store, and
 * `always` replaces existing ones, so both are reported.
 */
export function concernsOf(preflight: TransferPreflight, policy: OverwritePolicy): readonly TransferConcern[] {
  const { links, specials, emptyFolders, oneWay, way } = preflight;
  const lost = links + specials + emptyFolders + (oneWay?.blobs ?? 0);
  const all = movable(preflight, policy);
  const bytes = way === 'up' || way === 'down' || way === 'service' ? manyBytes : manyBytesBetweenAccounts;
  const concerns: TransferConcern[] = [];
  if (!isRuleForNames(policy) && takenFiles(preflight) > 0) concerns.push('names-exist');
  if (!isRuleForNames(policy) && preflight.writing.length > 0) concerns.push('names-come');
  if (all.files >= manyFiles || all.bytes >= bytes) concerns.push('large');
  if (rejectedOf(preflight, policy).files + lost > 0) concerns.push('not-all');
  if (earlyOf(preflight, policy).length > 0) concerns.push('leaves-early');
  if (bytesLacking(preflight, policy) > 0) concerns.push('no-room');
  return concerns;
}
