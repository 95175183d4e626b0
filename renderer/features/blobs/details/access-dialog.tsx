// Who may read a container without any key or signature.
import { useState } from 'react';
import { type AccessLevel, type ContainerAccess, accessLevels } from '@shared/model/container-details';
import { call } from '@renderer/bridge';
import { Button, Dialog, ErrorNotice, SegmentedControl } from '@renderer/ui';
import type { ContainerAddress } from './dialog-props';
import { useSaving } from './use-saving';
import styles from './dialogs.module.css';

export interface AccessDialogProps {
  readonly container: ContainerAddress;
  /** As it was read when the dialog opened. */
  readonly access: ContainerAccess;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

export function AccessDialog({ container, access, onClose, onSaved }: AccessDialogProps) {
  const [level, setLevel] = useState(access.level);
  const { isSaving, error, run } = useSaving(onSaved);
  const save = (): Promise<unknown> =>
    call('container-details.set-access', {
      ...container,
      ifMatch: access.etag,
      level,
      policies: [...access.policies],
    });
  const isOpening = level !== access.level && level !== 'none';
  return (
    <Dialog
      title={`Public access to ${container.container}`}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant={isOpening ? 'danger' : 'primary'}
            isDisabled={level === access.level}
            isPending={isSaving}
            onPress={() => void run(save)}
          >
            {saveLabels[level]}
          </Button>
        </>
      }
    >
      <SegmentedControl
        label="Public access"
        options={accessLevels.map((value) => ({ value, label: accessNames[value] }))}
        value={level}
        onChange={setLevel}
        width="fill"
      />
      <p className={styles.words}>{accessWords[level]}</p>
      {level === 'none' ? null : (
        <p className={styles.words}>
          An account can forbid public access to all of its containers. It is refused then, and nothing is changed.
        </p>
      )}
      {error === null ? null : <ErrorNotice error={error} />}
    </Dialog>
  );
}

export const accessNames: Readonly<Record<AccessLevel, string>> = {
  none: 'Nobody',
  blob: 'Blobs',
  container: 'Blobs and their list',
};

export const accessWords: Readonly<Record<AccessLevel, string>> = {
  none: 'Nothing is read without a key, a signature or a role.',
  blob: 'Anybody who knows the name of a blob reads it. The list stays closed.',
  container: 'Anybody lists the container and reads every blob in it.',
};

const saveLabels: Readonly<Record<AccessLevel, string>> = {
  none: 'Close to the public',
  blob: 'Open its blobs to everybody',
  container: 'Open it to everybody',
};
