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
          {t`An account can forbid public access to all of its containers. It is refused then, and nothing is changed.`}
        </p>
      )}
    </SaveDialog>
  );
}

export const accessNames: Readonly<Record<AccessLevel, string>> = {
  none: t`Nobody`,
  blob: t`Blobs`,
  container: t`Blobs and their list`,
};

export const accessLabels: Readonly<Record<AccessLevel, string>> = {
  none: t`Nothing is read without a key, a signature or a role.`,
  blob: t`Anybody who knows the name of a blob reads it. The list stays closed.`,
  container: t`Anybody lists the container and reads every blob in it.`,
};

const saveLabels: Readonly<Record<AccessLevel, string>> = {
  none: t`Close to the public`,
  blob: t`Open its blobs to everybody`,
  container: t`Open it to everybody`,
};
