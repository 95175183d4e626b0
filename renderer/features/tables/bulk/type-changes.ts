// Which properties of a bulk change would get another type than they hold, in words. Pure.
import type { BulkTypeChange } from '@shared/model/table-bulk';
import { t } from '@shared/strings/t';
import { typeName } from '../values/value-format';
import { rowsOf } from './bulk-words';

/** A sentence for each change of a type, with the number of rows that it is about. */
export function typeChanges(changes: readonly BulkTypeChange[]): readonly string[] {
  return changes.map(
    ({ name, from, to, count }) =>
      t`The type of ${name} changes in ${rowsOf(count)}: ${typeName(from)} becomes ${typeName(to)}.`,
  );
}
