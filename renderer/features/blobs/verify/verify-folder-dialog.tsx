// Asks which local folder is verified against a folder of a container, and how; then starts the job.
import { type ReactNode, useState } from 'react';
import type { PickedSource } from '@shared/ipc/contract';
import { StowageError } from '@shared/errors';
import type { LocalNames, VerifyMode } from '@shared/model/verify-report';
import { t } from '@shared/strings/t';
import { call } from '@renderer/bridge';
import { Button, Dialog, ErrorNotice, SegmentedControl, showToast } from '@renderer/ui';
import type { TransferLocation } from '../transfer/start-transfer';
import styles from './verify-folder-dialog.module.css';

export interface VerifyFolderDialogProps {
  readonly location: TransferLocation;
  readonly onClose: () => void;
}

const modeLabels: Readonly<Record<VerifyMode, string>> = {
  md5: t`Each file is read and hashed; for blobs the stored MD5 is used. No blobs are downloaded.`,
  length: t`Only existence and length are compared. No files are read.`,
};
const nameLabels: Readonly<Record<LocalNames, string>> = {
  decoded: t`Names that the disk cannot store are matched in the form in which a download writes them.`,
  plain: t`Names are compared as an upload sends them.`,
};

export function VerifyFolderDialog({ location, onClose }: VerifyFolderDialogProps) {
  const [folder, setFolder] = useState<PickedSource | null>(null);
  const [mode, setMode] = useState<VerifyMode>('md5');
  const [names, setNames] = useState<LocalNames>('decoded');
  const [error, setError] = useState<StowageError | null>(null);
  const { connectionId, container, prefix } = location;

  const pick = (): void => {
    call('dialogs.pick-verify-folder', {}).then(
      (picked) => {
        if (picked !== null) setFolder(picked);
      },
      (thrown: unknown) => setError(StowageError.from(thrown)),
    );
  };
  const start = (): void => {
    if (folder === null) return;
    const query = { connectionId, container, prefix, folderToken: folder.token, names, mode };
    call('transfers.verify-folder', query).then(
      () => {
        showToast({ tone: 'information', title: t`Verification of ${folder.name} is queued` });
        onClose();
      },
      (thrown: unknown) => setError(StowageError.from(thrown)),
    );
  };

  return (
    <Dialog
      title={t`Verify a local folder against ${container}/${prefix}`}
      isOpen
      onClose={onClose}
      size="small"
      footer={
        <>
          <Button onPress={onClose}>{t`Cancel`}</Button>
          <Button variant="primary" isDisabled={folder === null} onPress={start}>{t`Verify`}</Button>
        </>
      }
    >
      <div className={styles.choices}>
        <div className={styles.folder}>
          <Button onPress={pick} autoFocus>
            {folder === null ? t`Choose folder…` : t`Choose another folder…`}
          </Button>
          <span className={styles.name} title={folder?.name}>
            {folder?.name ?? t`Neither side is changed.`}
          </span>
        </div>
        <Choice title={t`Compare by`} text={modeLabels[mode]}>
          <SegmentedControl
            label={t`Compare by`}
            options={[
              { value: 'md5', label: 'MD5' },
              { value: 'length', label: t`Length` },
            ]}
            value={mode}
            onChange={setMode}
          />
        </Choice>
        <Choice title={t`Origin of the folder`} text={nameLabels[names]}>
          <SegmentedControl
            label={t`Origin of the folder`}
            options={[
              { value: 'decoded', label: t`Downloaded` },
              { value: 'plain', label: t`Uploaded` },
            ]}
            value={names}
            onChange={setNames}
          />
        </Choice>
      </div>
      {error ? <ErrorNotice error={error} /> : null}
    </Dialog>
  );
}

interface ChoiceProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

function Choice({ title, text, children }: ChoiceProps) {
  return (
    <div className={styles.choice}>
      <span className={styles.title}>{title}</span>
      {children}
      <p className={styles.text}>{text}</p>
    </div>
  );
}
