// Who may read a container without a key or signature.
import { useState } from 'react';
import { type AccessLevel, type ContainerAccess, accessLevels } from '@shared/model/container-details';
import { t } from '@shared/strings/t';
import { call } from '@renderer/bridge';
import { SegmentedControl, useAction } from '@renderer/ui';
import type { ContainerAddress } from '../names/blob-address';
import { SaveDialog, orOutdated } from './save-dialog';
import styles from './dialogs.module.css';

export interface AccessDialogProps {
  readonly container: ContainerAddress;
  /** As it was read when the dialog opened, or since because of `onOutdated`. */
  readonly access: ContainerAccess;
  readonly onClose: () => void;
  /** The service has something else than `access`: reads it again, and the dialog stays. */
  readonly onOutdated: () => void;
  readonly onSaved: () => void;
}

export function AccessDialog({ container, access, onClose, onOutdated, onSaved }: AccessDialogProps) {
  const [level, setLevel] = useState(access.level);
  const { isRunning, error, run } = useAction(onSaved);
  const save = (): Promise<unknown> =>
    orOutdated(
      call('container-details.set-access', {
        ...container,
        ifMatch: access.etag,
        level,
        policies: [...access.policies],
      }),
      onOutdated,
    );
  const isOpening = level !== access.level && level !== 'none';
  return (
    <SaveDialog
      title={t`Public access to ${container.container}`}
      saveLabel={saveLabels[level]}
      tone={isOpening ? 'danger' : 'primary'}
      isReady={level !== access.level}
      isSaving={isRunning}
      error={error}
      onSave={() => run(save)}
      onClose={onClose}
    >
      <SegmentedControl
        label={t`Public access`}
        options={accessLevels.map((value) => ({ value, label: accessNames[value] }))}
        value={level}
        onChange={setLevel}
        width="fill"
      />
      <p className={styles.words}>{accessLabels[level]}</p>
      {level === 'none' ? null : (
        <p className={styles.words}>
          {t`The account can disallow public access for all containers. The service then denies this change.`}
        </p>
      )}
    </SaveDialog>
  );
}

export const accessNames: Readonly<Record<AccessLevel, string>> = {
  none: t`Private`,
  blob: t`Blobs`,
  container: t`Container (blobs and list)`,
};

export const accessLabels: Readonly<Record<AccessLevel, string>> = {
  none: t`Reading requires a key, a SAS or a role.`,
  blob: t`Anyone can read a blob whose name they know. Listing requires authorization.`,
  container: t`Anyone can list the container and read every blob in it.`,
};

const saveLabels: Readonly<Record<AccessLevel, string>> = {
  none: t`Make private`,
  blob: t`Allow public access to blobs`,
  container: t`Allow public access to container`,
};
