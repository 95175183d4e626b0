// Asks what to include in the exported file, then where to save it.
import { useState } from 'react';
import { shortestPassphrase } from '@shared/model/portable';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { call, currentSettings } from '@renderer/bridge';
import { Button, Checkbox, Dialog, ErrorNotice, TextField, showToast, useAct } from '@renderer/ui';

export function ExportSettings({ onClose }: { readonly onClose: () => void }) {
  const [secrets, setSecrets] = useState<'left-out' | 'sealed'>('left-out');
  const [passphrase, setPassphrase] = useState('');
  const [again, setAgain] = useState('');
  const { isRunning, error, run } = useAct();
  const problem =
    secrets === 'left-out'
      ? undefined
      : passphrase.length < shortestPassphrase
        ? t`At least ${shortestPassphrase} characters.`
        : passphrase !== again
          ? t`Both must be the same.`
          : undefined;

  const exportAll = (): Promise<void> =>
    run(async () => {
      const target = await call('dialogs.pick-export-file', { suggestedName: 'stowage-settings.json' });
      if (target === null) return;
      const { sampleDataOffered: _here, ...settings } = currentSettings();
      const sealing = secrets === 'sealed' ? { passphrase } : {};
      const counts = await call('portable.export', { token: target.token, settings, ...sealing });
      showToast({
        tone: 'good',
        title: t`Exported to ${target.name}`,
        text: t`${counted(counts.connections, 'connection')}, ${counted(counts.secrets, 'secret')}.`,
      });
      onClose();
    });

  return (
    <Dialog
      title={t`Export settings and connections`}
      isOpen
      onClose={onClose}
      size="small"
      footer={
        <>
          <Button onPress={onClose}>{t`Cancel`}</Button>
          <Button
            variant="primary"
            isDisabled={problem !== undefined}
            isPending={isRunning}
            onPress={() => void exportAll()}
          >
            {t`Export…`}
          </Button>
        </>
      }
    >
      <p>{t`Names, addresses and marks of the connections, and all settings. The embedded store is not part of it.`}</p>
      <Checkbox isSelected={secrets === 'sealed'} onChange={(isSealed) => setSecrets(isSealed ? 'sealed' : 'left-out')}>
        {t`With keys and SAS, sealed by a passphrase`}
      </Checkbox>
      {secrets === 'sealed' && (
        <>
          <TextField label={t`Passphrase`} type="password" value={passphrase} onChange={setPassphrase} autoFocus />
          <TextField
            label={t`Passphrase again`}
            type="password"
            value={again}
            onChange={setAgain}
            description={problem ?? t`Without it the secrets in the file cannot be read, by anybody.`}
          />
        </>
      )}
      {error !== null && <ErrorNotice error={error} />}
    </Dialog>
  );
}
