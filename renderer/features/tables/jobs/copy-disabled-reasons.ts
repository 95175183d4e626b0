// What a connection does not allow of a copy into it, known in advance. Pure.
import type { ConnectionSummary } from '@shared/model/connection';
import type { CopyRequest, CopyRule } from '@shared/model/table-copy';
import { t } from '@shared/strings/t';
import { resourceDisabledReason, tableDisabledReasons } from '@renderer/pane/table-disabled-reasons';
import type { Option } from '@renderer/ui';
import { type ChangingOption, changingOptions } from '../result/changing-options';

export type TargetState = CopyRequest['target']['state'];

/** In the order in which a person would think of them. */
const rules: readonly ChangingOption<CopyRule>[] = [
  { value: 'insert', label: t`Leave and report them`, description: t`Rows that exist stay; the job lists them.` },
  { value: 'skip', label: t`Leave them`, description: t`Rows that exist stay and are only counted.` },
  {
    value: 'merge',
    label: t`Merge`,
    description: t`Properties of the source are set; other properties stay.`,
    changes: true,
  },
  { value: 'replace', label: t`Replace`, description: t`Rows become exactly those of the source.`, changes: true },
];

/** The rules as they can be chosen over the connection of the target; one that cannot says why. */
export function ruleOptions(target: ConnectionSummary | undefined): readonly Option<CopyRule>[] {
  return changingOptions(rules, target === undefined ? null : tableDisabledReasons(target).edit);
}

/** Why a copy cannot be written to this connection, known before it is tried; null where it can. */
export function copyDisabledReason(
  { state, rule }: { readonly state: TargetState; readonly rule: CopyRule },
  target: ConnectionSummary | undefined,
): string | null {
  if (target === undefined) return null;
  const chosen = state === 'new' ? undefined : ruleOptions(target).find(({ value }) => value === rule);
  return targetDisabledReason(target, state) ?? (chosen?.isDisabled === true ? (chosen.description ?? null) : null);
}

/** Why rows cannot be copied to a table of the connection; null where they can. */
export function targetDisabledReason(connection: ConnectionSummary, kind: TargetState): string | null {
  if (connection.locked) return t`Read-only until unlocked`;
  return (
    tableDisabledReasons(connection).insert ?? (kind === 'new' ? resourceDisabledReason(connection, 'create') : null)
  );
}
