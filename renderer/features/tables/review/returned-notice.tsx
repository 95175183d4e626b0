// Above a review: that some of its changes were staged before the app was started anew, and which of them are no longer
// made from what the table holds.
import { counted } from '@shared/strings/counted';
import { plural, t } from '@shared/strings/t';
import { Button, ErrorNotice } from '@renderer/ui';
import { formatCount } from '@shared/units';
import { History } from 'lucide-react';
import styles from './returned-notice.module.css';
import { rowWords } from '../entity/row-words';
import { keysOfEdit } from './review-lines';
import type { KnownConflict, ReturnedCheck } from './use-returned-check';

export interface ReturnedNoticeProps {
  readonly check: ReturnedCheck;
  readonly onLook: (edit: KnownConflict['edit'], conflict: KnownConflict['conflict']) => void;
}

/** The others follow once these are settled. */
const mostShown = 4;

export function ReturnedNotice({ check, onLook }: ReturnedNoticeProps) {
  const { edits, state, error, conflicts, start } = check;
  if (state === 'nothing') return null;
  const more = conflicts.length - mostShown;
  return (
    <section className={styles.notice} aria-label={t`Staged before the restart`}>
      <p className={styles.words} role="status">
        <History size={16} aria-hidden />
        <span>
          {plural(
            edits.length,
          )`${counted(edits.length, 'change')} was staged before Stowage was started anew. | ${counted(edits.length, 'change')} were staged before Stowage was started anew.`}{' '}
          {standingWords(check)}
        </span>
        {state === 'offered' ? (
          <Button size="small" onPress={start}>{t`Compare ${counted(edits.length, 'row')} with the table`}</Button>
        ) : null}
      </p>
      {error === null ? null : <ErrorNotice error={error} onRetry={start} />}
      {conflicts.length === 0 ? null : (
        <ul className={styles.list}>
          {conflicts.slice(0, mostShown).map(({ edit, conflict }) => (
            <li key={edit.id} className={styles.line}>
              <span className={styles.row}>{rowWords(keysOfEdit(edit))}</span>
              <span className={styles.reason}>{reasonWords[conflict.reason]()}</span>
              <Button
                size="small"
                aria-label={t`Look at ${rowWords(keysOfEdit(edit))}`}
                onPress={() => onLook(edit, conflict)}
              >
                {t`Look at it`}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {more > 0 ? <p className={styles.reason}>{t`${formatCount(more)} more`}</p> : null}
    </section>
  );
}

function standingWords({ state, conflicts }: ReturnedCheck): string {
  switch (state) {
    case 'reading':
      return t`Comparing with what the table holds now…`;
    case 'read':
      return conflicts.length === 0
        ? t`The table still holds what they were made from.`
        : plural(
            conflicts.length,
          )`${counted(conflicts.length, 'row')} is another one by now: | ${counted(conflicts.length, 'row')} are others by now:`;
    case 'nothing':
    case 'offered':
    case 'failed':
      return t`Somebody may have changed their rows since.`;
  }
}

const reasonWords: Readonly<Record<KnownConflict['conflict']['reason'], () => string>> = {
  changed: () => t`changed since`,
  deleted: () => t`deleted since`,
  exists: () => t`exists already`,
};
