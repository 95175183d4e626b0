// One file of a transfer that is not done: its places, how far it is or why it failed, and what can be done about it.
import { Blocks, RotateCcw, X } from 'lucide-react';
import type { JobFile, TransferJob } from '@shared/model/transfer';
import { formatBytes } from '@shared/units';
import { call } from '@renderer/bridge';
import { IconButton, ProgressBar, Truncate, classNames } from '@renderer/ui';
import { bytesOf } from '../job-text';
import { sayFailure } from '../job-actions';
import styles from './transfer-page.module.css';

export interface FileRowProps {
  readonly jobId: string;
  readonly kind: TransferJob['kind'];
  readonly file: JobFile;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

const stateWords: Readonly<Record<Exclude<JobFile['state'], 'failed'>, string>> = {
  waiting: 'waiting',
  moving: 'moving',
  retrying: 'trying again',
};

export function FileRow({ jobId, kind, file, isChosen, onChoose }: FileRowProps) {
  const { state } = file;
  const hasFailed = state === 'failed';
  // The blob's name is the short one that all files of a job have their differences in.
  const [blob, local] = kind === 'download' ? [file.source, file.target] : [file.target, file.source];
  return (
    <div className={classNames(styles.fileRow, hasFailed && styles.failedRow, isChosen && styles.fileChosen)}>
      <div className={styles.fileNames}>
        <Truncate className={styles.fileSource ?? ''}>{blob}</Truncate>
        <Truncate className={classNames(styles.fileTarget, hasFailed && styles.bad)}>
          {hasFailed ? file.message : local}
        </Truncate>
      </div>
      {state === 'failed' ? (
        <span className={styles.fileAmount}>{formatBytes(file.bytes)}</span>
      ) : (
        <>
          <div className={styles.fileProgress}>
            <ProgressBar label={`Progress of ${blob}`} fraction={file.bytes === 0 ? 0 : file.bytesDone / file.bytes} />
          </div>
          <span className={styles.fileAmount}>{bytesOf(file.bytesDone, file.bytes)}</span>
          <span className={styles.fileState}>{stateWords[state]}</span>
        </>
      )}
      <span className={styles.fileActions}>
        <IconButton
          size="small"
          label={isChosen ? `Hide the blocks of ${blob}` : `Show the blocks of ${blob}`}
          icon={<Blocks size={14} />}
          onPress={onChoose}
        />
        {hasFailed ? (
          <IconButton
            size="small"
            label={kind === 'verify' ? `Verify ${blob} again` : `Try ${blob} again`}
            icon={<RotateCcw size={14} />}
            onPress={() => void call('transfers.retry', { jobId, files: [file.file] }).catch(sayFailure)}
          />
        ) : (
          <IconButton
            size="small"
            label={`Leave out ${blob}`}
            icon={<X size={14} />}
            onPress={() => void call('transfers.cancel-file', { jobId, file: file.file }).catch(sayFailure)}
          />
        )}
      </span>
    </div>
  );
}
