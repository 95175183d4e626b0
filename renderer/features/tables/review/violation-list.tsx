// Everything that prevents the edits from being sent: row, property, problem, fix, and a link to it.
import { counted } from '@shared/strings/counted';
import { plural, t } from '@shared/strings/t';
import { Button } from '@renderer/ui';
import type { StagedEdit } from '@shared/model/edit';
import type { EditViolation } from '@shared/model/edit-review';
import { CircleAlert } from 'lucide-react';
import styles from './violation-list.module.css';
import { rowLabel } from '../result/value-format';
import { keysOfEdit } from './review-lines';

export interface ViolationListProps {
  readonly violations: readonly EditViolation[];
  readonly edits: readonly StagedEdit[];
  /** Leaves for the row; left out where there is no way. */
  readonly onGoTo?: (editId: string, field: string) => void;
  /** Reads the whole of an entity of which only a part is known. */
  readonly onReadWhole?: (edit: ReadEdit) => void;
}

/** An edit of an entity that was read. */
export type ReadEdit = Exclude<StagedEdit, { kind: 'insert' }>;

/** More than a person reads at once; the copy of the review holds all. */
const maxShown = 200;

export function ViolationList({ violations, edits, onGoTo, onReadWhole }: ViolationListProps) {
  if (violations.length === 0) return null;
  const byId = new Map(edits.map((edit) => [edit.id, edit]));
  return (
    <section className={styles.violations} aria-label={t`What keeps this from being sent`} tabIndex={0}>
      <h3 className={styles.title}>
        <CircleAlert size={16} aria-hidden />
        {plural(
          violations.length,
        )`${counted(violations.length, 'problem')}. Nothing is sent until it is solved. | ${counted(violations.length, 'problem')}. Nothing is sent until they are solved.`}
      </h3>
      <ul className={styles.list}>
        {violations.slice(0, maxShown).map((violation, index) => {
          const edit = violation.editId === null ? undefined : byId.get(violation.editId);
          const partial = edit !== undefined && onReadWhole !== undefined ? partOnly(edit, violation) : undefined;
          return (
            <li key={index} className={styles.violation}>
              <span className={styles.row}>{edit === undefined ? t`The transaction` : rowLabel(keysOfEdit(edit))}</span>
              <span className={styles.words}>
                <strong>{violation.field}</strong>: {violation.problem}{' '}
                <span className={styles.fix}>{violation.fix}</span>
              </span>
              {partial !== undefined ? (
                <Button size="small" onPress={() => onReadWhole?.(partial)}>{t`Read the whole entity`}</Button>
              ) : edit !== undefined && onGoTo !== undefined ? (
                <Button
                  size="small"
                  variant="quiet"
                  aria-label={t`Go to the row ${rowLabel(keysOfEdit(edit))}`}
                  onPress={() => onGoTo(edit.id, violation.field)}
                >
                  {t`Go to the row`}
                </Button>
              ) : null}
            </li>
          );
        })}
      </ul>
      {violations.length > maxShown ? (
        <p className={styles.fix}>{t`${violations.length - maxShown} more. The copied review holds all of them.`}</p>
      ) : null}
    </section>
  );
}

/** The edit, where it cannot be sent because it is made from a part of its entity. */
function partOnly(edit: StagedEdit, { field }: EditViolation): ReadEdit | undefined {
  return edit.kind !== 'insert' && edit.readColumns === 'some' && field === 'properties' ? edit : undefined;
}
