// Shows what a chosen file holds, and takes over what a person wants of it.
import { useState } from 'react';
import { StowageError } from '@shared/errors';
import type { PickedSource } from '@shared/ipc/contract';
import type { PortableView } from '@shared/model/portable';
import { formatCount } from '@shared/units';
import { call, useCall, writeSettings } from '@renderer/bridge';
import { Button, Checkbox, Dialog, ErrorNotice, LoadingRows, TextField, showToast } from '@renderer/ui';
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
      title={`Import ${file.name}`}
      isOpen
      onClose={onClose}
      size="small"
      footer={<Button onPress={onClose}>Close</Button>}
    >
      {error === null ? (
        <LoadingRows label="Reading the file" rows={3} columns={[60]} />
      ) : (
        <ErrorNotice error={error} />
      )}
    </Dialog>
  );
}

function Found({ file, found, onClose }: ImportSettingsProps & { readonly found: PortableView }) {
  const [takesSettings, setTakesSettings] = useState(true);
  const [passphrase, setPassphrase] = useState('');
  const [error, setError] = useState<StowageError | null>(null);
  const count = found.connections.length;

  const importAll = async (): Promise<void> => {
    setError(null);
    try {
      const opening = found.secrets === 'sealed' && passphrase !== '' ? { passphrase } : {};
      const added = await call('portable.import', { token: file.token, ...opening });
      if (takesSettings) await writeSettings(found.settings);
      showToast({
        tone: 'good',
        title: `Imported ${file.name}`,
        text: `${formatCount(added.connections)} connections, ${formatCount(added.secrets)} secrets.`,
      });
      onClose();
    } catch (thrown) {
      setError(StowageError.from(thrown));
    }
  };

  return (
    <Dialog
      title={`Import ${file.name}`}
      isOpen
      onClose={onClose}
      size="small"
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" onPress={() => void importAll()}>
            Import
          </Button>
        </>
      }
    >
      <p>{count === 0 ? 'The file holds no connections.' : 'These connections are added; what is here stays:'}</p>
      {count > 0 && (
        <ul className={styles.list} aria-label="Connections in the file">
          {found.connections.map(({ name, accountName, state }) => (
            <li key={name}>
              <strong>{name}</strong> {accountName}
              {state === 'renamed' && <span className={styles.note}> · its name is taken here</span>}
            </li>
          ))}
        </ul>
      )}
      <Checkbox isSelected={takesSettings} onChange={setTakesSettings}>
        Take over the settings
      </Checkbox>
      {found.secrets === 'sealed' && (
        <TextField
          label="Passphrase"
          type="password"
          value={passphrase}
          onChange={setPassphrase}
          description="Opens the secrets. Left empty, each connection asks for its own later."
        />
      )}
      {error !== null && <ErrorNotice error={error} />}
    </Dialog>
  );
}
