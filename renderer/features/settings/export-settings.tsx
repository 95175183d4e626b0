// Asks what to include in the exported file, then where to save it.
import { useState } from 'react';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { call, currentSettings } from '@renderer/bridge';
import { Button, Checkbox, Dialog, ErrorNotice, showToast, useAction } from '@renderer/ui';

export function ExportSettings({ onClose }: { readonly onClose: () => void }) {
  const [secrets, setSecrets] = useState<'left-out' | 'sealed'>('left-out');
  const { isRunning, error, run } = useAction();

  const exportAll = (): Promise<void> =>
    run(async () => {
      const target = await call('dialogs.pick-export-file', {
        suggestedName: 'stowage-settings.json',
        pickedFor: 'export-settings',
      });
      if (target === null) return;
      const { sampleDataOffered: _here, ...settings } = currentSettings();
      const counts = await call('portable.export', { token: target.token, settings, secrets });
      showToast({
        tone: 'good',
        title: t`Exported to ${target.name}`,
        text: [
          t`${counted(counts.connections, 'connection')}, ${counted(counts.secrets, 'secret')}.`,
          counts.leftOut === 0
            ? ''
            : t`Left out: ${counted(counts.leftOut, 'connection')} that sign in. Add them again on the other computer.`,
        ]
          .filter((part) => part !== '')
          .join(' '),
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
          <Button variant="primary" isPending={isRunning} onPress={() => void exportAll()}>{t`Export…`}</Button>
        </>
      }
    >
      <p>{t`Names, addresses and markings of connections, and all settings. The local store is not included.`}</p>
      <p>{t`Connections that sign in are left out: they have no secret, and their identity belongs to this computer.`}</p>
      <Checkbox isSelected={secrets === 'sealed'} onChange={(isSealed) => setSecrets(isSealed ? 'sealed' : 'left-out')}>
        {t`Include keys and SAS, encrypted with a passphrase`}
      </Checkbox>
      {secrets === 'sealed' && <p>{t`Stowage asks for the passphrase in a separate window.`}</p>}
      {error !== null && <ErrorNotice error={error} />}
    </Dialog>
  );
}
