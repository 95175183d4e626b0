// What to do when a name is already there: chosen before a transfer starts, remembered for the next one.
import { type OverwritePolicy, overwritePolicy } from '@shared/model/transfer';
import { t } from '@shared/strings/t';
import { keepText, readText } from '@renderer/storage/saved';

export interface OverwriteChoice {
  readonly policy: OverwritePolicy;
  /** In the menu. */
  readonly label: string;
  /** In the toolbar, where it is a setting. */
  readonly inBar: string;
  /** Continues "names that exist …". */
  readonly consequence: string;
}

export const overwriteChoices: readonly OverwriteChoice[] = [
  { policy: 'never', label: t`Skip existing`, inBar: t`Existing: skip`, consequence: t`are skipped` },
  { policy: 'always', label: t`Replace existing`, inBar: t`Existing: replace`, consequence: t`are replaced` },
  {
    policy: 'if-newer',
    label: t`Replace if newer`,
    inBar: t`Existing: replace if newer`,
    consequence: t`are replaced if this copy is newer`,
  },
  {
    policy: 'if-different',
    label: t`Replace if different`,
    inBar: t`Existing: replace if different`,
    consequence: t`are replaced if their content differs`,
  },
];

/** Where it is chosen for one upload or one copy. */
export const everyOverwriteChoice: readonly Pick<OverwriteChoice, 'policy' | 'label'>[] = [
  ...overwriteChoices,
  { policy: 'rename', label: t`Keep both; number the new one` },
];

const storageKey = 'stowage.overwrite';

/** The remembered choice; `never` where none was made. */
export function readOverwrite(): OverwritePolicy {
  return overwritePolicy.catch('never').parse(readText(storageKey));
}

export function rememberOverwrite(policy: OverwritePolicy): void {
  keepText(storageKey, policy);
}

export function consequenceOf(policy: OverwritePolicy): string {
  return overwriteChoices.find((choice) => choice.policy === policy)?.consequence ?? t`are skipped`;
}
