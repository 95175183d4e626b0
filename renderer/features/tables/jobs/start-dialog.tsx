// The confirmation before many rows are changed: shows what was found, and demands a typed name if a mistake would be
// costly.
import { type ReactNode, useState } from 'react';
import { t } from '@shared/strings/t';
import { useConnection } from '@renderer/live/connection';
import { Button, Dialog, ErrorNotice, TextField, useAction } from '@renderer/ui';
import styles from './bulk.module.css';

export interface StartDialogProps {
  readonly title: string;
  readonly connectionId: string;
  readonly connectionName: string;
  readonly access: 'writable' | 'read-only';
  /** Why it cannot be done; null where it can. Said in other words where the connection is locked. */
  readonly disabledReason: string | null;
  /** Everything was read, and there is something to do that may be done. */
  readonly isReady: boolean;
  /** What must be typed; null for nothing. On a production connection it is that connection's name, whatever is said. */
  readonly typedName: string | null;
  /** Names the act: `Delete 12 rows`. */
  readonly label: string;
  readonly tone: 'primary' | 'danger';
  readonly back: { readonly label: string; readonly onPress: () => void };
  /** A failure is shown, and the dialog stays. */
  readonly onStart: () => Promise<void>;
  readonly onClose: () => void;
  /** What was found. */
  readonly children: ReactNode;
}

export function StartDialog(props: StartDialogProps) {
  const { title, connectionId, connectionName, access, disabledReason, label, tone, back, onStart, onClose, children } =
    props;
  const [typed, setTyped] = useState('');
  const { isRunning, error, run } = useAction();
  const connection = useConnection(connectionId);
  const typedName = connection?.marking.production ? connectionName : props.typedName;
  // What has to be typed depends on the connection, which is not known yet.
  const isReady = props.isReady && access === 'writable' && disabledReason === null && connection !== undefined;
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      size="wide"
      role="alertdialog"
      footer={
        <>
          <Button onPress={back.onPress}>{back.label}</Button>
          <Button
            variant={tone}
            isDisabled={!isReady || (typedName !== null && typed !== typedName)}
            isPending={isRunning}
            onPress={() => void run(onStart)}
          >
            {label}
          </Button>
        </>
      }
    >
      {access === 'read-only' ? (
        <p className={styles.locked}>{t`${connectionName} is read-only. Unlock it in the side bar to change rows.`}</p>
      ) : disabledReason === null ? null : (
        <p className={styles.locked}>{disabledReason}</p>
      )}
      {children}
      {typedName !== null && isReady ? (
        <TextField label={t`Type “${typedName}” to confirm`} value={typed} onChange={setTyped} face="mono" />
      ) : null}
      {error === null ? null : <ErrorNotice error={error} />}
    </Dialog>
  );
}
