// Undoes what was just applied, after a confirmation, and reports what could not be undone.
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { call } from '@renderer/bridge';
import { Button, ErrorNotice } from '@renderer/ui';
import { StowageError } from '@shared/errors';
import type { RestoreResult } from '@shared/model/edit-outcome';
import { useState } from 'react';
import type { EditTarget } from './edit-target';
import styles from './undo-applied.module.css';

export interface UndoAppliedProps {
  readonly place: EditTarget;
  readonly undoIds: readonly string[];
  readonly onRestored: () => void;
  readonly onDone: () => void;
}

type Course =
  | { readonly step: 'asked' | 'running' }
  | { readonly step: 'done'; readonly result: RestoreResult }
  | { readonly step: 'failed'; readonly error: StowageError };

export function UndoApplied({ place, undoIds, onRestored, onDone }: UndoAppliedProps) {
  const [course, setCourse] = useState<Course>({ step: 'asked' });
  const undo = async (): Promise<void> => {
    setCourse({ step: 'running' });
    try {
      const result = await call('undo.restore', { connectionId: place.connectionId, ids: [...undoIds] });
      setCourse({ step: 'done', result });
    } catch (thrown) {
      setCourse({ step: 'failed', error: StowageError.from(thrown) });
    }
    onRestored();
  };
  return (
    <section className={styles.undo} aria-label={t`Undo what was written`}>
      {course.step === 'failed' ? <ErrorNotice error={course.error} /> : null}
      {course.step === 'done' ? (
        <div role="status">
          <p className={styles.words}>{t`${counted(course.result.restored.length, 'change')} undone.`}</p>
          {course.result.notRestored.length > 0 ? (
            <>
              <p className={styles.words}>
                {t`${counted(course.result.notRestored.length, 'change')} could not be undone:`}
              </p>
              <ul className={styles.reasons}>
                {reasonsOf(course.result).map(([reason, count]) => (
                  <li key={reason}>{count > 1 ? t`${count} × ${reason}` : reason}</li>
                ))}
              </ul>
            </>
          ) : null}
        </div>
      ) : (
        <p className={styles.words}>
          {t`${counted(undoIds.length, 'change')} to ${place.table} on ${place.connectionName} will be undone, each only where nobody wrote since.`}
        </p>
      )}
      <div className={styles.verbs}>
        {course.step === 'asked' || course.step === 'running' ? (
          <Button variant="danger" isPending={course.step === 'running'} onPress={() => void undo()}>
            {t`Undo ${counted(undoIds.length, 'change')}`}
          </Button>
        ) : null}
        {course.step === 'done' ? (
          // The button that had the keyboard is gone.
          <Button key="done" autoFocus onPress={onDone}>{t`Done`}</Button>
        ) : (
          <Button key="leave" isDisabled={course.step === 'running'} onPress={onDone}>{t`Leave it`}</Button>
        )}
      </div>
    </section>
  );
}

function reasonsOf({ notRestored }: RestoreResult): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const { reason } of notRestored) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts];
}
