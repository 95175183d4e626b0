// The conflicts of a review: which of its changes are based on an outdated state of the table, and how to settle each.
import { t } from '@shared/strings/t';
import { Button } from '@renderer/ui';
import type { EditConflict } from '@shared/model/edit-outcome';
import { counted } from '@shared/strings/counted';
import { formatCount } from '@shared/units';
import { TriangleAlert } from 'lucide-react';
import { rowLabel } from '../result/value-format';
import type { StagedConflict } from '../staging/staging-store';
import styles from './notice.module.css';
import { keysOfEdit } from './review-lines';
import { call } from '@renderer/bridge';
import { describeConflict } from '@shared/edit/conflict';
import { StowageError } from '@shared/errors';
import { type ReactNode, useState } from 'react';
import { ConflictView } from './conflict-view';
import type { EditResults, EditTarget } from './edit-target';
import type { ReadEdit } from './review-sections';

interface OpenConflictsProps {
  readonly conflicts: readonly StagedConflict[];
  readonly onView: (conflict: StagedConflict) => void;
}

/** The others are shown once these are settled. */
const maxShown = 4;

export function OpenConflicts({ conflicts, onView }: OpenConflictsProps) {
  if (conflicts.length === 0) return null;
  const more = conflicts.length - maxShown;
  return (
    <section className={styles.notice} aria-label={t`Conflicts`}>
      <p className={styles.text} role="status">
        <TriangleAlert size={16} aria-hidden />
        <span>{t`${counted(conflicts.length, 'conflict')} to resolve before all changes can be written:`}</span>
      </p>
      <ul className={styles.list}>
        {conflicts.slice(0, maxShown).map((known) => (
          <li key={known.edit.id} className={styles.line}>
            <span className={styles.row}>{rowLabel(keysOfEdit(known.edit))}</span>
            <span className={styles.reason}>{reasonLabels[known.conflict.reason]}</span>
            <Button
              size="small"
              aria-label={t`Review ${rowLabel(keysOfEdit(known.edit))}`}
              onPress={() => onView(known)}
            >
              {t`Review`}
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
  exists: t`already exists`,
};

interface WholeEntity {
  readonly read: (edit: ReadEdit) => void;
  /** Shows a conflict that is already known. */
  readonly settle: (known: StagedConflict) => void;
  readonly error: StowageError | null;
  /** Shown instead of the review while there is a conflict to settle. */
  readonly conflict: ReactNode;
}

interface ConflictOrder {
  /** The first conflict. */
  readonly first: () => StagedConflict | null;
  /** The conflict after this one was settled or postponed; null for the review. */
  readonly after: (editId: string, how: 'settled' | 'later') => StagedConflict | null;
}

/**
 * Reads an entity completely if its change was based on some of its properties only. If another client has changed it
 * in the meantime, the conflict is shown at once; otherwise the change is based on the whole entity.
 */
export function useWholeEntity(target: EditTarget, results: EditResults, { first, after }: ConflictOrder): WholeEntity {
  const [open, setOpen] = useState(first);
  const [error, setError] = useState<StowageError | null>(null);
  const read = async (edit: ReadEdit): Promise<void> => {
    setError(null);
    const { partitionKey, rowKey, etag } = edit.read;
    try {
      const { connectionId, table } = target;
      const { entity } = await call('entities.get', { connectionId, table, keys: { partitionKey, rowKey } });
      if (entity?.etag === etag) {
        results.onReadWhole(entity);
        return;
      }
      const found = describeConflict(edit, entity);
      results.onOutcomes([{ kind: 'conflict', editId: edit.id, conflict: found }]);
      setOpen({ edit, conflict: found });
    } catch (thrown) {
      setError(StowageError.from(thrown));
    }
  };
  const conflict =
    open === null ? null : (
      <ConflictView
        key={open.edit.id}
        target={target}
        edit={open.edit}
        conflict={open.conflict}
        counter=""
        onOutcome={(outcome) => {
          results.onOutcomes([outcome]);
          setOpen(after(open.edit.id, 'settled'));
        }}
        onKeepTheirs={() => {
          results.onDropped([open.edit.id]);
          setOpen(after(open.edit.id, 'settled'));
        }}
        onLater={() => setOpen(after(open.edit.id, 'later'))}
      />
    );
  return {
    read: (edit) => void read(edit),
    settle: setOpen,
    error,
    conflict,
  };
}
