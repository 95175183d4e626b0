// Gives a saved run another name.
import { useState } from 'react';
import type { RunHead } from '@shared/lab/run';
import { t } from '@shared/strings/t';
import { call } from '@renderer/bridge';
import { Button, Dialog, ErrorNotice, TextField, useAction } from '@renderer/ui';

export interface RenameDialogProps {
  readonly run: RunHead;
  readonly onClose: () => void;
  readonly onRenamed: () => void;
}

export function RenameDialog({ run, onClose, onRenamed }: RenameDialogProps) {
  const [name, setName] = useState(run.name);
  const { isRunning, error, run: submit } = useAction(onRenamed);
  const isReady = name.trim() !== '' && name.trim().length <= 120;
  const rename = async (): Promise<void> => {
    if (!isReady) return;
    await submit(() => call('lab.rename-run', { runId: run.id, name: name.trim() }));
  };
  return (
    <Dialog
      title={t`Rename ${run.name}`}
      isOpen
      onClose={onClose}
      size="small"
      footer={
        <>
          <Button onPress={onClose}>{t`Cancel`}</Button>
          <Button
            variant="primary"
            isDisabled={!isReady}
            isPending={isRunning}
            onPress={() => void rename()}
          >{t`Rename`}</Button>
        </>
      }
    >
      <TextField label={t`Name`} value={name} onChange={setName} autoFocus onSubmit={() => void rename()} />
      {error ? <ErrorNotice error={error} /> : null}
    </Dialog>
  );
}
