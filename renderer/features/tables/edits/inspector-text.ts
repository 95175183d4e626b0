// The names of an entity's views and of the states of its row.
import { t } from '@shared/strings/t';
import type { RowMark, StagedRowState } from '../staging/staged-rows';

export type InspectorView = 'typed' | 'edit' | 'json';

const stateLabels: Readonly<Record<StagedRowState, string>> = {
  changed: t`Changed, not applied`,
  inserted: t`New, not applied`,
  deleted: t`To be deleted`,
  gone: t`Deleted`,
};

export function markText({ state, conflict }: RowMark): string {
  return conflict === 'open' ? t`In conflict, not applied` : stateLabels[state];
}

export const views = [
  { value: 'typed', label: t`Typed` },
  { value: 'json', label: 'JSON' },
  { value: 'edit', label: t`Edit` },
] as const;
