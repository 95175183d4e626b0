// Which properties of a bulk change would get another type than they have, by the rows of its preview. Pure.
import type { BulkSampleRow } from '@shared/model/table-bulk';
import { t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import { typeName } from '../values/value-format';
import { rowsOf } from './bulk-words';

/**
 * A sentence for each change of a type, each once, and of how many rows that is known where those are not all.
 * @param affected how many rows there are
 */
export function typeChanges(rows: readonly BulkSampleRow[], affected: number): readonly string[] {
  const sentences = rows.flatMap(({ before, after }) =>
    (after ?? []).flatMap(({ name, value }) => {
      const held = before.find((property) => property.name === name)?.value.type;
      return held === undefined || held === value.type
        ? []
        : [t`The type of ${name} changes: ${typeName(held)} becomes ${typeName(value.type)}.`];
    }),
  );
  if (sentences.length === 0) return [];
  const isPart = rows.length < affected;
  return [
    ...new Set(sentences),
    ...(isPart
      ? [t`This was seen in the first ${formatCount(rows.length)} of ${rowsOf(affected)}. Others may hold other types.`]
      : []),
  ];
}
