// Shows the contents of a chosen file, and imports what the user selects.
import { useState } from 'react';
import type { PickedSource } from '@shared/ipc/contract';
import type { PortableView } from '@shared/model/portable';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { call, useCall, writeSettings } from '@renderer/bridge';
import { Button, Checkbox, Dialog, ErrorNotice, LoadingRows, showToast, useAction } from '@renderer/ui';
import styles from './portable.module.css';

export interface ImportSettingsProps {
  readonly file: PickedSource;
  readonly onClose: () => void;
}

export function ImportSettings({ file, onClose }: ImportSettingsProps) {
  const { data, error } = useCall('portable.look', { token: file.token });
  if (data !== undefined) return <Found file={file} found={data} onClose={onClose} />;
  return (
    <Dialog
      title={t`Import ${file.name}`}
      isOpen
      onClose={onClose}
      size="small"
      footer={<Button onPress={onClose}>{t`Close`}</Button>}
    >
      {error === null ? (
        <LoadingRows label={t`Reading the file`} rows={3} columns={[60]} />
      ) : (
        <ErrorNotice error={error} />
      )}
    </Dialog>
  );
}

function Found({ file, found, onClose }: ImportSettingsProps & { readonly found: PortableView }) {
  const [takesSettings, setTakesSettings] = useState(true);
  const { isRunning, error, run } = useAction(onClose);
  const count = found.connections.length;

  const importAll = (): Promise<void> =>
    run(async () => {
      const added = await call('portable.import', { token: file.token });
      if (takesSettings) await writeSettings(found.settings);
      showToast({
        tone: 'good',
        title: t`Imported ${file.name}`,
        text: t`${counted(added.connections, 'connection')}, ${counted(added.secrets, 'secret')}.`,
      });
    });

  return (
    <Dialog
      title={t`Import ${file.name}`}
      isOpen
      onClose={onClose}
      size="small"
      footer={
        <>
          <Button onPress={onClose}>{t`Cancel`}</Button>
          <Button variant="primary" isPending={isRunning} onPress={() => void importAll()}>{t`Import`}</Button>
        </>
      }
    >
      <p>
        {count === 0 ? t`The file contains no connections.` : t`These connections will be added; existing ones stay:`}
      </p>
      {count > 0 && (
        <ul className={styles.list} aria-label={t`Connections in the file`}>
          {found.connections.map(({ name, accountName, hosts, state }) => (
            <li key={name}>
              <strong>{name}</strong> {accountName} <span className={styles.note}>{hosts.join(', ')}</span>
              {state === 'renamed' && <span className={styles.note}> {t`· name already in use`}</span>}
            </li>
          ))}
        </ul>
      )}
      <Checkbox isSelected={takesSettings} onChange={setTakesSettings}>{t`Import settings`}</Checkbox>
      {found.secrets === 'sealed' && (
        <p>{t`The file contains secrets. Stowage asks for their passphrase in a separate window.`}</p>
      )}
      {error !== null && <ErrorNotice error={error} />}
    </Dialog>
  );
}
