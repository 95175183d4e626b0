// The slim bar under the rows while something is staged: how much of what, take all back, review and apply.
import { t } from '@shared/strings/t';
import { Button, ConfirmDialog, Tooltip } from '@renderer/ui';
import { formatCount } from '@shared/units';
import { useState } from 'react';
import { useShortcut } from '@renderer/keys/keys';
import styles from './changes-bar.module.css';
import type { StagedCounts } from '../staged/staging';

export interface ChangesBarProps {
  readonly counts: StagedCounts;
  readonly onDiscardAll: () => void;
  readonly onReview: () => void;
}

export function ChangesBar({ counts, onDiscardAll, onReview }: ChangesBarProps) {
  const [asks, setAsks] = useState<'nothing' | 'discard'>('nothing');
  const words = countWords(counts);
  const reviewKeys = useShortcut('review');
  if (words === '') return null;
  return (
    <section aria-label={t`Changes`} className={styles.bar}>
      <span className={styles.words} role="status">
        <strong>{t`Staged:`}</strong> {words}
      </span>
      <Button size="small" variant="quiet" onPress={() => setAsks('discard')}>{t`Discard all`}</Button>
      <Tooltip text={t`See the requests before anything is sent`} shortcut={reviewKeys}>
        <Button size="small" variant="primary" onPress={onReview}>{t`Review and apply`}</Button>
      </Tooltip>
      <ConfirmDialog
        title={t`Discard the staged changes`}
        isOpen={asks === 'discard'}
        onClose={() => setAsks('nothing')}
        confirmLabel={t`Discard all`}
        onConfirm={onDiscardAll}
      >
        {t`Staged and not applied: ${words}. Nothing of it was sent. Discarding cannot be undone.`}
      </ConfirmDialog>
    </section>
  );
}

/** `2 changed, 1 inserted`; empty where nothing is staged. */
function countWords({ changed, inserted, deleted }: StagedCounts): string {
  const parts = [
    [changed, t`changed`],
    [inserted, t`inserted`],
    [deleted, t`deleted`],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${formatCount(count)} ${word}`)
    .join(', ');
}
