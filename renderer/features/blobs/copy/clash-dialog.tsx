// Asks what shall happen to names that are already where something is pasted.
import { useState } from 'react';
import type { OverwritePolicy } from '@shared/model/transfer';
import { formatCount } from '@shared/units';
import { Button, Dialog, Select } from '@renderer/ui';
import { overwriteChoices } from '../overwrite-choice';
import styles from './copy.module.css';

export interface ClashDialogProps {
  readonly kind: 'copy' | 'move';
  /** Names at the target that something is stored under; never empty. */
  readonly clashes: readonly string[];
  readonly total: number;
  readonly where: string;
  /** Whether all names at the target are known. */
  readonly listing: 'complete' | 'partial';
  readonly initial: OverwritePolicy;
  readonly onClose: () => void;
  readonly onConfirm: (policy: OverwritePolicy) => void;
}

const shownNames = 6;
const choices = [
  ...overwriteChoices.map(({ policy, label }) => ({ value: policy, label })),
  { value: 'rename' as const, label: 'Keep both, the new one with a number' },
];

export function ClashDialog(props: ClashDialogProps) {
  const { kind, clashes, total, where, listing, initial, onClose, onConfirm } = props;
  const [policy, setPolicy] = useState(initial);
  const more = clashes.length - shownNames;
  return (
    <Dialog
      title={`${formatCount(clashes.length)} of ${formatCount(total)} ${total === 1 ? 'name is' : 'names are'} already there`}
      isOpen
      onClose={onClose}
      size="small"
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            onPress={() => {
              onClose();
              onConfirm(policy);
            }}
          >
            {kind === 'copy' ? 'Copy' : 'Move'}
          </Button>
        </>
      }
    >
      <p className={styles.words}>In {where}:</p>
      <ul className={styles.names} aria-label="Already there">
        {clashes.slice(0, shownNames).map((name) => (
          <li key={name}>{name}</li>
        ))}
        {more > 0 ? <li className={styles.more}>and {formatCount(more)} more</li> : null}
      </ul>
      <Select label="If a name already exists" options={choices} value={policy} onChange={setPolicy} />
      <p className={styles.note}>
        Folders are merged; the choice holds for each blob in them.
        {listing === 'partial'
          ? ' Not everything here is listed yet: it holds for names that are still to come, too.'
          : ''}
        {kind === 'move' ? ' What is skipped stays where it is.' : ''}
      </p>
    </Dialog>
  );
}
