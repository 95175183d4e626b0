// Whether a transfer is shown before it starts, and why. Pure.
import type { OverwritePolicy } from '../model/transfer';
import type { TransferSurvey } from '../model/transfer-survey';
import { GiB } from '../units';
import { bytesLacking, earlyOf, movable, refusedOf, takenFiles } from './outcome';

/** From here on a transfer takes long or costs something: a slip of the hand should not begin it. */
export const manyFiles = 10_000;
export const manyBytes = 10 * GiB;

/** Between accounts bytes may be billed, or pass through this machine: less is much. */
export const manyBytesBetweenAccounts = GiB;

export type TransferConcern = 'names-exist' | 'names-come' | 'large' | 'not-all' | 'leaves-early' | 'no-room';

/** `if-newer`, `if-different` and `rename` are rules for names that exist and settle them by themselves. */
export function isRuleForNames(policy: OverwritePolicy): boolean {
  return policy !== 'never' && policy !== 'always';
}

/**
 * What a person would want to know of these files or blobs first; empty where nothing is. `never` leaves out what somebody
 * wanted stored, and `always` ends what is stored: both are told first.
 */
export function concernsOf(survey: TransferSurvey, policy: OverwritePolicy): readonly TransferConcern[] {
  const { links, specials, way } = survey;
  const all = movable(survey, policy);
  const bytes = way === 'up' || way === 'down' || way === 'service' ? manyBytes : manyBytesBetweenAccounts;
  const concerns: TransferConcern[] = [];
  if (!isRuleForNames(policy) && takenFiles(survey) > 0) concerns.push('names-exist');
  if (!isRuleForNames(policy) && survey.writing.length > 0) concerns.push('names-come');
  if (all.files >= manyFiles || all.bytes >= bytes) concerns.push('large');
  if (refusedOf(survey, policy).files + links + specials > 0) concerns.push('not-all');
  if (earlyOf(survey, policy).length > 0) concerns.push('leaves-early');
  if (bytesLacking(survey, policy) > 0) concerns.push('no-room');
  return concerns;
}
