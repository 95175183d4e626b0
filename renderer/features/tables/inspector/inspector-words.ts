// The names of an entity's views and of the states of its row.
import { t } from '@shared/strings/t';
import type { RowMark, RowStanding } from '../staged/staged-rows';

export type InspectorView = 'typed' | 'edit' | 'json';

const standingWords: Readonly<Record<RowStanding, string>> = {
  changed: t`Changed, not applied`,
  inserted: t`New, not applied`,
  deleted: t`To be deleted`,
  gone: t`Deleted`,
};

export function markWords({ standing, conflict }: RowMark): string {
  return conflict === 'open' ? t`In conflict, not applied` : standingWords[standing];
}

export const views = [
  { value: 'typed', label: t`Typed` },
  { value: 'json', label: 'JSON' },
  { value: 'edit', label: t`Edit` },
] as const;
