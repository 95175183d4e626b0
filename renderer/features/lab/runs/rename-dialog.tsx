// Gives a saved run another name.
import { useState } from 'react';
import { StowageError } from '@shared/errors';
import type { RunHead } from '@shared/lab/run';
import { call } from '@renderer/bridge';
import { Button, Dialog, ErrorNotice, TextField } from '@renderer/ui';

export interface RenameDialogProps {
  readonly run: RunHead;
  readonly onClose: () => void;
  readonly onRenamed: () => void;
}

export function RenameDialog({ run, onClose, onRenamed }: RenameDialogProps) {
  const [name, setName] = useState(run.name);
  const [error, setError] = useState<StowageError | null>(null);
  const isReady = name.trim() !== '' && name.trim().length <= 120;
  const rename = async (): Promise<void> => {
    if (!isReady) return;
    try {
      await call('lab.rename-run', { runId: run.id, name: name.trim() });
      onRenamed();
    } catch (thrown) {
      setError(StowageError.from(thrown));
    }
  };
  return (
    <Dialog
      title={`Rename ${run.name}`}
      isOpen
      onClose={onClose}
      size="small"
      footer={
        <>
          <Button onPress={onClose}>Keep the name</Button>
          <Button variant="primary" isDisabled={!isReady} onPress={() => void rename()}>
            Rename
          </Button>
        </>
      }
    >
      <TextField label="Name" value={name} onChange={setName} autoFocus onSubmit={() => void rename()} />
      {error ? <ErrorNotice error={error} /> : null}
    </Dialog>
  );
}
