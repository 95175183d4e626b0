// Exporting settings and connections to a file, and importing them.
import { useState } from 'react';
import type { PickedSource } from '@shared/ipc/contract';
import { t } from '@shared/strings/t';
import { call } from '@renderer/bridge';
import { useViewActions } from '@renderer/pane/view-actions';
import { Button, showFailure } from '@renderer/ui';
import { ExportSettings } from './export-settings';
import { ImportSettings } from './import-settings';
import { Row } from './page';

export function PortableRows() {
  const [prompt, setPrompt] = useState<'nothing' | 'export' | PickedSource>('nothing');
  const pick = (): void => {
    call('dialogs.pick-settings-file', {}).then(
      (picked) => picked !== null && setPrompt(picked),
      (thrown: unknown) => {
        showFailure(thrown);
      },
    );
  };
  useViewActions(() => [
    { id: 'export', label: t`Export settings and connections…`, of: t`Settings`, onAction: () => setPrompt('export') },
    { id: 'import', label: t`Import settings and connections…`, of: t`Settings`, onAction: pick },
  ]);
  return (
    <>
      <Row
        title={t`Export`}
        text={t`Saves settings and connections to a file; secrets only on request, encrypted with a passphrase.`}
      >
        <Button size="small" onPress={() => setPrompt('export')}>{t`Export…`}</Button>
      </Row>
      <Row
        title={t`Import`}
        text={t`Adds the connections in such a file and applies its settings. Nothing is removed.`}
      >
        <Button size="small" onPress={pick}>{t`Import…`}</Button>
      </Row>
      {prompt === 'export' && <ExportSettings onClose={() => setPrompt('nothing')} />}
      {typeof prompt === 'object' && <ImportSettings file={prompt} onClose={() => setPrompt('nothing')} />}
    </>
  );
}
