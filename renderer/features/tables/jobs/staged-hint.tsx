// A warning above the form of a bulk edit: staged changes of the table that would then be in conflict.
import { counted } from '@shared/strings/counted';
import { plural, t } from '@shared/strings/t';
import { TriangleAlert } from 'lucide-react';
import { type TableLocation, stagedTables } from '../staging/staged-tables';
import styles from './bulk.module.css';

export function StagedHint({ connectionId, table }: TableLocation) {
  const staged = stagedTables().find((each) => each.connectionId === connectionId && each.table === table);
  if (staged === undefined) return null;
  const count = staged.editIds.length;
  return (
    <p className={styles.hint} role="note">
      <TriangleAlert size={14} aria-hidden />
      <span>
        {plural(
          count,
        )`${counted(count, 'change')} to ${table} is staged and not applied. | ${counted(count, 'change')} to ${table} are staged and not applied.`}{' '}
        {t`The bulk edit works on what the table holds and leaves them out; a row that both change becomes a conflict. Apply or discard them first.`}
      </span>
    </p>
  );
}
