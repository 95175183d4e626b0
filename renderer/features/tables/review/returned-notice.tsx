// Above a review: some of its changes were staged before a restart of the app, and whether the table is still in the
// state they are based on.
import { counted } from '@shared/strings/counted';
import { plural, t } from '@shared/strings/t';
import { Button, ErrorNotice } from '@renderer/ui';
import { History } from 'lucide-react';
import styles from './notice.module.css';
import type { ReturnedCheck } from './use-returned-check';

export function ReturnedNotice({ check }: { readonly check: ReturnedCheck }) {
  const { edits, state, error, start } = check;
  if (state === 'nothing') return null;
  return (
    <section className={styles.notice} aria-label={t`Staged before the restart`}>
      <p className={styles.words} role="status">
        <History size={16} aria-hidden />
        <span>
          {plural(
            edits.length,
          )`${counted(edits.length, 'change')} was staged before Stowage was restarted. | ${counted(edits.length, 'change')} were staged before Stowage was restarted.`}{' '}
          {stateMessage(check)}
        </span>
        {state === 'offered' ? (
          <Button size="small" onPress={start}>{t`Compare ${counted(edits.length, 'row')} with the table`}</Button>
        ) : null}
      </p>
      {error === null ? null : <ErrorNotice error={error} onRetry={start} />}
    </section>
  );
}

function stateMessage({ state, conflicts }: ReturnedCheck): string {
  switch (state) {
    case 'reading':
      return t`Comparing with what the table holds now…`;
    case 'read':
      return conflicts.length === 0
        ? t`The table still holds what they were made from.`
        : plural(
            conflicts.length,
          )`${counted(conflicts.length, 'row')} is another one by now. | ${counted(conflicts.length, 'row')} are others by now.`;
    case 'nothing':
    case 'offered':
    case 'failed':
      return t`Somebody may have changed their rows since.`;
  }
}
