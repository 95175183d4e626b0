// What to do when a name is already there: chosen before a transfer starts, remembered for the next one.
import { type OverwritePolicy, overwritePolicy } from '@shared/model/transfer';

export interface OverwriteChoice {
  readonly policy: OverwritePolicy;
  /** In the menu. */
  readonly label: string;
  /** Continues "names that exist …". */
  readonly consequence: string;
}

export const overwriteChoices: readonly OverwriteChoice[] = [
  { policy: 'never', label: 'Skip existing', consequence: 'are skipped' },
  { policy: 'always', label: 'Replace existing', consequence: 'are replaced' },
  { policy: 'if-newer', label: 'Replace if newer', consequence: 'are replaced if this copy is newer' },
  { policy: 'if-different', label: 'Replace if different', consequence: 'are replaced if their content differs' },
];

const storageKey = 'stowage.overwrite';

/** The remembered choice; `never` where none was made. */
export function readOverwrite(storage: Pick<Storage, 'getItem'>): OverwritePolicy {
  return overwritePolicy.catch('never').parse(storage.getItem(storageKey));
}

export function rememberOverwrite(storage: Pick<Storage, 'setItem'>, policy: OverwritePolicy): void {
  storage.setItem(storageKey, policy);
}

export function consequenceOf(policy: OverwritePolicy): string {
  return overwriteChoices.find((choice) => choice.policy === policy)?.consequence ?? 'are skipped';
}
