// Adds a hub by its join file, which the user picks in a dialog of the system; the key in it is read by the engine only.
import { FileKey } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { PickedSource } from '@shared/ipc/contract';
import type { HubSummary } from '@shared/model/hub';
import { t } from '@shared/strings/t';
import { call, useCall } from '@renderer/bridge';
import { Button, Dialog, ErrorNotice, TextField, ToolbarSpace, useAction } from '@renderer/ui';
import styles from './add-hub.module.css';

export interface AddHubProps {
  /** Chooses another kind of connection. */
  readonly kinds: ReactNode;
  readonly onClose: () => void;
  readonly onAdded: (hub: HubSummary) => void;
}

type Chosen = { readonly kind: 'file'; readonly file: PickedSource } | { readonly kind: 'local' };

export function AddHub({ kinds, onClose, onAdded }: AddHubProps) {
  const { data: local } = useCall('hubs.local', {});
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [name, setName] = useState('');
  const [isMissing, setMissing] = useState(false);
  const { isRunning, error, run, forget } = useAction(onClose);
  const choose = (next: Chosen): void => {
    setChosen(next);
    setMissing(false);
    forget();
  };
  const pick = async (): Promise<void> => {
    const file = await call('dialogs.pick-join-file', {});
    if (file !== null) choose({ kind: 'file', file });
  };
  const add = (): void => {
    if (chosen === null) {
      setMissing(true);
      return;
    }
    const source =
      chosen.kind === 'file' ? ({ kind: 'file', token: chosen.file.token } as const) : ({ kind: 'local' } as const);
    void run(async () => onAdded(await call('hubs.add', { name, source })));
  };
  return (
    <Dialog
      title={t`Add a connection`}
      size="broad"
      isOpen
      onClose={onClose}
      footer={
        <>
          <ToolbarSpace />
          <Button onPress={onClose}>{t`Cancel`}</Button>
          <Button variant="primary" isPending={isRunning} onPress={add}>{t`Add hub`}</Button>
        </>
      }
    >
      {kinds}
      <p className={styles.quiet}>
        {t`A hub gives jobs to workers on many machines. It is started with “stowage hub”, which prints its join file.`}
      </p>
      <div className={styles.file}>
        <Button icon={<FileKey size={14} aria-hidden />} onPress={() => void pick()}>{t`Choose join file…`}</Button>
        {local?.isPresent === true ? (
          <Button onPress={() => choose({ kind: 'local' })}>{t`Use the hub of this computer`}</Button>
        ) : null}
      </div>
      <p className={isMissing ? styles.bad : styles.chosen} role="status">
        {chosen === null
          ? isMissing
            ? t`Choose the join file first.`
            : ''
          : chosen.kind === 'file'
            ? chosen.file.name
            : t`The hub of this computer`}
      </p>
      <TextField
        label={t`Name`}
        value={name}
        placeholder={t`The address of the hub`}
        onChange={setName}
        onSubmit={add}
      />
      <p className={styles.quiet}>
        {t`The key in the join file stays there: Stowage remembers only where the file is. With the file for viewing, nothing can be controlled.`}
      </p>
      {local?.canTry === true ? (
        <div className={styles.try}>
          <Button isPending={isRunning} onPress={() => void run(async () => onAdded(await call('hubs.try', {})))}>
            {t`Try with two workers here`}
          </Button>
          <p className={styles.quiet}>
            {t`Starts a hub and two workers on this computer, which upload sample files to a store of their own. All of it ends with the app, or when the hub is removed.`}
          </p>
        </div>
      ) : null}
      {error === null ? null : <ErrorNotice error={error} />}
    </Dialog>
  );
}
