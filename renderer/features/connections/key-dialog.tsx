// The dialog of an account's two keys: which one signs, and a field for the one that replaces a rotated key.
import { useState } from 'react';
import type { AccountKeyName, ConnectionSummary } from '@shared/model/connection';
import { t } from '@shared/strings/t';
import { call } from '@renderer/bridge';
import {
  Button,
  Dialog,
  ErrorNotice,
  SegmentedControl,
  TextField,
  ToolbarSpace,
  describeError,
  useAction,
} from '@renderer/ui';
import styles from './connection-dialog.module.css';
import { refreshConnection } from './connection-store';
import { notifySaved } from './saved-connections';

export interface KeyDialogProps {
  readonly connection: ConnectionSummary;
  readonly onClose: () => void;
}

const names = [
  { value: 'primary', label: t`Primary key` },
  { value: 'secondary', label: t`Secondary key` },
] as const;

export function KeyDialog({ connection, onClose }: KeyDialogProps) {
  const hasSecondary = connection.keys?.hasSecondary === true;
  const [which, setWhich] = useState<AccountKeyName>('primary');
  const [key, setKey] = useState('');
  const [isMissing, setMissing] = useState(false);
  const { isRunning, error, run, forget } = useAction(onClose);
  const isOfKey = error?.context.field === 'Key';
  const message = isOfKey ? describeError(error) : undefined;
  const store = (text: string): Promise<void> =>
    run(async () => {
      await call('connections.set-key', { connectionId: connection.id, which, key: text });
      void refreshConnection(connection.id);
      notifySaved(connection.id);
    });
  const replace = async (): Promise<void> => {
    setMissing(key.trim() === '');
    if (key.trim() !== '') await store(key.trim());
  };
  const change = (): void => {
    setMissing(false);
    forget();
  };

  return (
    <Dialog
      title={t`Keys of ${connection.name}`}
      isOpen
      onClose={onClose}
      footer={
        <>
          {which === 'secondary' && hasSecondary && (
            <Button isDisabled={isRunning} onPress={() => void store('')}>{t`Remove the secondary key`}</Button>
          )}
          <ToolbarSpace />
          <Button onPress={onClose}>{t`Cancel`}</Button>
          <Button variant="primary" isPending={isRunning} onPress={() => void replace()}>
            {isRunning ? t`Trying the key…` : t`Save the key`}
          </Button>
        </>
      }
    >
      <p>{stateOf(connection)}</p>
      <SegmentedControl
        label={t`Which key`}
        width="fill"
        options={names}
        value={which}
        onChange={(value) => {
          setWhich(value);
          change();
        }}
      />
      <TextField
        key={which}
        label={which === 'primary' ? t`New primary key` : hasSecondary ? t`New secondary key` : t`Secondary key`}
        type="password"
        value={key}
        face="mono"
        autoFocus
        onChange={(text) => {
          setKey(text);
          change();
        }}
        onSubmit={() => void replace()}
        errorMessage={
          isMissing
            ? t`Paste the key from the account’s Access keys page.`
            : message && [message.explanation, message.action].filter((part) => part !== '').join(' ')
        }
        description={t`The key, or the connection string that has it. It is saved once the account ${connection.accountName} accepts it.`}
      />
      <p className={styles.quiet}>
        {t`Open tabs and running transfers continue. Where two keys are saved, the other one is used as soon as the service rejects the first.`}
      </p>
      {error && !isOfKey && <ErrorNotice error={error} />}
    </Dialog>
  );
}

function stateOf({ keys, accountName }: ConnectionSummary): string {
  if (keys?.inUse === 'secondary') {
    return t`${accountName} rejected the primary key. Requests are signed with the secondary key now.`;
  }
  return keys?.hasSecondary === true
    ? t`Requests are signed with the primary key. A secondary key is saved too.`
    : t`Requests are signed with the primary key. No secondary key is saved.`;
}
