// The bar under the rows while something is staged: counts, discard all, review and apply.
import { t } from '@shared/strings/t';
import { useWindowKeys } from '@renderer/pane/view-actions';
import { Button, ConfirmDialog, Tooltip, aboveAll } from '@renderer/ui';
import { counted } from '@shared/strings/counted';
import { formatCount } from '@shared/units';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useShortcut } from '@renderer/keys/keys';
import styles from './changes-bar.module.css';
import type { StagedConflict } from '../staging/staging-store';
import type { StagedCounts } from '../staging/staging';

/** `held`: the key is down since an earlier step. */
export type OnStep = (direction: 'back' | 'forward', key: 'pressed' | 'held') => void;

export interface ChangesBarProps {
  readonly counts: StagedCounts;
  readonly conflicts: readonly StagedConflict[];
  readonly onDiscardAll: () => void;
  readonly onReview: () => void;
  /** Shows the conflict of this staged change. */
  readonly onResolve: (editId: string) => void;
  /** Undo and redo by key in the active tab; omitted in the tab of one entity. */
  readonly steps?: { readonly isActive: boolean; readonly onStep: OnStep };
}

export function ChangesBar({ counts, conflicts, onDiscardAll, onReview, onResolve, steps }: ChangesBarProps) {
  const [prompt, setPrompt] = useState<'nothing' | 'discard'>('nothing');
  const text = countText(counts);
  useWindowKeys(steps?.isActive === true ? 'in-front' : 'behind', (event) => {
    const direction = stepOfKeys(event);
    if (direction === undefined || event.defaultPrevented || belongsElsewhere(event.target)) return;
    event.preventDefault();
    steps?.onStep(direction, event.repeat ? 'held' : 'pressed');
  });
  const reviewKeys = useShortcut('review');
  if (text === '') return null;
  const [conflict] = conflicts;
  return (
    <section aria-label={t`Changes`} className={styles.bar}>
      <span className={styles.text} role="status">
        <strong>{t`Staged:`}</strong> {text}
      </span>
      {conflict === undefined ? null : (
        <Button
          size="small"
          icon={<TriangleAlert size={14} aria-hidden />}
          onPress={() => onResolve(conflict.edit.id)}
        >{t`Resolve ${counted(conflicts.length, 'conflict')}`}</Button>
      )}
      <Button size="small" variant="quiet" onPress={() => setPrompt('discard')}>{t`Discard all`}</Button>
      <Tooltip text={t`Review the requests before they are sent`} shortcut={reviewKeys}>
        <Button size="small" variant="primary" onPress={onReview}>{t`Review and apply`}</Button>
      </Tooltip>
      <ConfirmDialog
        title={t`Discard staged changes`}
        isOpen={prompt === 'discard'}
        onClose={() => setPrompt('nothing')}
        confirmLabel={t`Discard all`}
        onConfirm={onDiscardAll}
      >
        {t`Staged but not applied: ${text}. Nothing has been sent.`}{' '}
        {steps === undefined ? t`Press Ctrl Z in the table’s tab to restore them.` : t`Press Ctrl Z to restore them.`}
      </ConfirmDialog>
    </section>
  );
}

function stepOfKeys({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): 'back' | 'forward' | undefined {
  if (altKey || !(ctrlKey || metaKey)) return undefined;
  if (key.toLowerCase() === 'z') return shiftKey ? 'forward' : 'back';
  return key.toLowerCase() === 'y' && !shiftKey ? 'forward' : undefined;
}

/** Text fields have a separate undo, and dialogs over the rows do not concern them. */
function belongsElsewhere(target: EventTarget | null): boolean {
  const isTyping = target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null;
  return isTyping || document.querySelector(aboveAll) !== null;
}

/** `2 changed, 1 inserted`; empty if nothing is staged. */
function countText({ changed, inserted, deleted }: StagedCounts): string {
  const parts = [
    [changed, t`changed`],
    [inserted, t`inserted`],
    [deleted, t`deleted`],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, noun]) => `${formatCount(count)} ${noun}`)
    .join(', ');
}
