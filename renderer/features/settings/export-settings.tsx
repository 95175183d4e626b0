// Asks what goes into the exported file, then where to.
import { useState } from 'react';
import { StowageError } from '@shared/errors';
import { shortestPassphrase } from '@shared/model/portable';
import { formatCount } from '@shared/units';
import { call, currentSettings } from '@renderer/bridge';
import { Button, Checkbox, Dialog, ErrorNotice, TextField, showToast } from '@renderer/ui';

export function ExportSettings({ onClose }: { readonly onClose: () => void }) {
  const [secrets, setSecrets] = useState<'left-out' | 'sealed'>('left-out');
  const [passphrase, setPassphrase] = useState('');
  const [again, setAgain] = useState('');
  const [error, setError] = useState<StowageError | null>(null);
  const problem =
    secrets === 'left-out'
      ? undefined
      : passphrase.length < shortestPassphrase
        ? `At least ${shortestPassphrase} characters.`
        : passphrase !== again
          ? 'Both must be the same.'
          : undefined;

  const exportAll = async (): Promise<void> => {
    setError(null);
    try {
      const target = await call('dialogs.pick-export-file', { suggestedName: 'stowage-settings.json' });
      if (target === null) return;
      const { sampleDataOffered: _here, ...settings } = currentSettings();
      const sealing = secrets === 'sealed' ? { passphrase } : {};
      const counts = await call('portable.export', { token: target.token, settings, ...sealing });
      showToast({
        tone: 'good',
        title: `Exported to ${target.name}`,
        text: `${formatCount(counts.connections)} connections, ${formatCount(counts.secrets)} secrets.`,
      });
      onClose();
    } catch (thrown) {
      setError(StowageError.from(thrown));
    }
  };

  return (
    <Dialog
      title="Export settings and connections"
      isOpen
      onClose={onClose}
      size="small"
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" isDisabled={problem !== undefined} onPress={() => void exportAll()}>
            Export…
          </Button>
        </>
      }
    >
      <p>Names, addresses and marks of the connections, and all settings. The embedded store is not part of it.</p>
      <Checkbox isSelected={secrets === 'sealed'} onChange={(isSealed) => setSecrets(isSealed ? 'sealed' : 'left-out')}>
        With keys and SAS, sealed by a passphrase
      </Checkbox>
      {secrets === 'sealed' && (
        <>
          <TextField label="Passphrase" type="password" value={passphrase} onChange={setPassphrase} autoFocus />
          <TextField
            label="Passphrase again"
            type="password"
            value={again}
            onChange={setAgain}
            description={problem ?? 'Without it the secrets in the file cannot be read, by anybody.'}
          />
        </>
      )}
      {error !== null && <ErrorNotice error={error} />}
    </Dialog>
  );
}
