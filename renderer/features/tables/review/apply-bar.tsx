// The footer of a review: what is about to happen in numbers, and the button that does it. For production, the
// connection's name must be typed before anything is deleted or overwritten.
import { counted } from '@shared/strings/counted';
import { plural, t } from '@shared/strings/t';
import { Button, TextField } from '@renderer/ui';
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { EditTarget } from './edit-target';
import styles from './apply-bar.module.css';
import { type Danger } from './review-lines';

export interface ApplyBarProps {
  readonly place: EditTarget;
  readonly changes: number;
  readonly danger: Danger;
  readonly isReady: boolean;
  readonly onApply: () => void;
  /** Beside the button. */
  readonly children: ReactNode;
}

export function ApplyBar({ place, changes, danger, isReady, onApply, children }: ApplyBarProps) {
  const [typed, setTyped] = useState('');
  const isDangerous = danger.deletions > 0 || danger.unconditional > 0;
  const mustType = isDangerous && place.environment === 'production';
  const isAllowed = isReady && place.access === 'writable' && (!mustType || typed === place.connectionName);
  const apply = (): void => {
    if (isAllowed) onApply();
  };
  return (
    <footer className={styles.foot}>
      {place.access === 'read-only' ? (
        <p className={styles.note}>
          {t`${place.connectionName} is read-only until it is unlocked. Its menu in the side bar unlocks it.`}
        </p>
      ) : isDangerous ? (
        <p className={styles.danger}>
          <TriangleAlert size={16} aria-hidden />
          <span>{dangerText(danger, place)}</span>
        </p>
      ) : null}
      {mustType && place.access === 'writable' ? (
        <TextField
          label={t`Type “${place.connectionName}” to confirm`}
          value={typed}
          onChange={setTyped}
          face="mono"
          onSubmit={apply}
          className={styles.typed ?? ''}
        />
      ) : null}
      <div className={styles.verbs}>
        {children}
        <Button variant={isDangerous ? 'danger' : 'primary'} isDisabled={!isAllowed} onPress={apply}>
          {applyText(changes, danger, place.table)}
        </Button>
      </div>
    </footer>
  );
}

function applyText(changes: number, { deletions, unconditional }: Danger, table: string): string {
  if (deletions === changes) return t`Delete ${entities(deletions)} of ${table}`;
  const parts = [
    ...(deletions > 0 ? [t`delete ${deletions}`] : []),
    ...(unconditional > 0 ? [t`${unconditional} without condition`] : []),
  ];
  return t`Apply ${counted(changes, 'change')}${parts.length === 0 ? '' : `, ${parts.join(', ')}`}`;
}

function dangerText({ deletions, unconditional }: Danger, { table, connectionName }: EditTarget): string {
  return [
    ...(deletions > 0 ? [t`${entities(deletions)} of ${table} on ${connectionName} will be deleted.`] : []),
    ...(unconditional > 0
      ? [
          plural(
            unconditional,
          )`${counted(unconditional, 'change')} is sent without a condition: what others wrote there since is lost. | ${counted(unconditional, 'change')} are sent without a condition: what others wrote there since is lost.`,
        ]
      : []),
  ].join(' ');
}

function entities(count: number): string {
  return counted(count, 'entity');
}
