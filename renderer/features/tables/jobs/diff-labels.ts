// The texts of a comparison. The left side is A, the right one B. Pure.
import type { EdmValue } from '@shared/model/entity';
import type { Difference, DiffCounts, DifferenceKind } from '@shared/model/table-diff';
import { propertyDifferences } from '@shared/diff/differences';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { withMarks } from '@shared/visible-text';
import { formatCount } from '@shared/units';

export type KindFilter = DifferenceKind | 'all';
export const kindFilters: readonly KindFilter[] = ['all', 'changed', 'removed', 'added'];

export const kindLabels: Readonly<Record<KindFilter, string>> = {
  all: t`All`,
  changed: t`Changed`,
  removed: t`Only in A`,
  added: t`Only in B`,
};

export function countOfKind({ added, removed, changed }: DiffCounts, kind: KindFilter): number {
  switch (kind) {
    case 'all':
      return added + removed + changed;
    case 'added':
      return added;
    case 'removed':
      return removed;
    case 'changed':
      return changed;
  }
}

/** Names of the properties that differ: `Rating, Year and 3 more`. For a row of one side how many it has. */
export function whatDiffers({ kind, left, right }: Difference, leaveOut: ReadonlySet<string>): string {
  const names = propertyDifferences(left?.properties ?? [], right?.properties ?? [], leaveOut).map(({ name }) => name);
  if (kind !== 'changed') return counted(names.length, 'property');
  const shown = names.slice(0, 3).join(', ');
  return names.length > 3 ? t`${shown} and ${formatCount(names.length - 3)} more` : shown;
}

export function valueText({ type, value }: EdmValue): string {
  if (typeof value === 'boolean') return String(value);
  return type === 'Edm.String' && value === '' ? '""' : withMarks(value);
}

/** `Note, UpdatedBy` as names; blanks and repetitions are dropped. */
export function namesIn(text: string): string[] {
  return [...new Set(text.split(',').map((name) => name.trim()))].filter((name) => name !== '');
}
