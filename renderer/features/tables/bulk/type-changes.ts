// Which properties of a bulk change would get another type than they have, by the rows of its preview. Pure.
import type { BulkSampleRow } from '@shared/model/table-bulk';
import { t } from '@shared/strings/t';
import { typeName } from '../values/value-format';

/** A sentence for each change of a type, each once. */
export function typeChanges(rows: readonly BulkSampleRow[]): readonly string[] {
  const sentences = rows.flatMap(({ before, after }) =>
    (after ?? []).flatMap(({ name, value }) => {
      const held = before.find((property) => property.name === name)?.value.type;
      return held === undefined || held === value.type
        ? []
        : [t`The type of ${name} changes: ${typeName(held)} becomes ${typeName(value.type)}.`];
    }),
  );
  return [...new Set(sentences)];
}
