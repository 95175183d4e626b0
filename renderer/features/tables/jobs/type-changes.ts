// Describes which properties a bulk change would convert to another type. Pure.
import type { BulkTypeChange } from '@shared/model/table-bulk';
import { t } from '@shared/strings/t';
import { typeName } from '../result/value-format';
import { rowsOf } from './bulk-text';

/** A sentence for each change of a type, with the number of rows that it is about. */
export function typeChanges(changes: readonly BulkTypeChange[]): readonly string[] {
  return changes.map(
    ({ name, from, to, count }) =>
      t`The type of ${name} changes in ${rowsOf(count)}: ${typeName(from)} becomes ${typeName(to)}.`,
  );
}
