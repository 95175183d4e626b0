// Above a review: which of its changes are based on an outdated state of the table, and how to settle each.
import { t } from '@shared/strings/t';
import { Button } from '@renderer/ui';
import type { EditConflict } from '@shared/model/edit-outcome';
import { counted } from '@shared/strings/counted';
import { formatCount } from '@shared/units';
import { TriangleAlert } from 'lucide-react';
import { rowLabel } from '../result/value-format';
import type { StagedConflict } from '../staging/staged-conflicts';
import styles from './notice.module.css';
import { keysOfEdit } from './review-lines';

export interface OpenConflictsProps {
  readonly conflicts: readonly StagedConflict[];
  readonly onView: (conflict: StagedConflict) => void;
}

/** The others follow once these are settled. */
const maxShown = 4;

export function OpenConflicts({ conflicts, onView }: OpenConflictsProps) {
  if (conflicts.length === 0) return null;
  const more = conflicts.length - maxShown;
  return (
    <section className={styles.notice} aria-label={t`Conflicts`}>
      <p className={styles.words} role="status">
        <TriangleAlert size={16} aria-hidden />
        <span>{t`${counted(conflicts.length, 'conflict')} to settle before all can be written:`}</span>
      </p>
      <ul className={styles.list}>
        {conflicts.slice(0, maxShown).map((known) => (
          <li key={known.edit.id} className={styles.line}>
            <span className={styles.row}>{rowLabel(keysOfEdit(known.edit))}</span>
            <span className={styles.reason}>{reasonLabels[known.conflict.reason]}</span>
            <Button
              size="small"
              aria-label={t`Look at ${rowLabel(keysOfEdit(known.edit))}`}
              onPress={() => onView(known)}
            >
              {t`Look at it`}
            </Button>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className={styles.reason}>{t`${formatCount(more)} more`}</p> : null}
    </section>
  );
}

const reasonLabels: Readonly<Record<EditConflict['reason'], string>> = {
  changed: t`changed since`,
  deleted: t`deleted since`,
  exists: t`exists already`,
};
