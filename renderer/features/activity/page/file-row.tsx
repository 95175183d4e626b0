// One file of a transfer: source and target, progress, why it failed or was skipped, and the actions on it.
import { ArrowUpToLine, Blocks, Ellipsis, Pause, Play, RotateCcw, X } from 'lucide-react';
import type { MouseEvent } from 'react';
import { recordedSentence } from '@shared/error-text';
import type { JobFile, TransferJob } from '@shared/model/transfer';
import { t } from '@shared/strings/t';
import { formatBytes } from '@shared/units';
import { visibleLine } from '@shared/visible-text';
import { call } from '@renderer/bridge';
import {
  type MenuAction,
  type MenuEntry,
  IconButton,
  MenuButton,
  ProgressBar,
  Truncate,
  TruncatePath,
  classNames,
  failureTitle,
} from '@renderer/ui';
import { bytesOf } from '../transfer-text';
import { reportFailure } from '@renderer/jobs/table-job-actions';
import styles from './files-view.module.css';

interface FileRowProps {
  readonly job: TransferJob;
  readonly file: JobFile;
  /** Whether the requests of the last run are there to be shown. */
  readonly blocks: 'held' | 'forgotten';
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  /** The engine has completed the user's action on the file. */
  readonly onChanged: () => void;
  readonly onMenu: (event: MouseEvent, label: string, entries: readonly MenuEntry[]) => void;
}

const movingLabels: Readonly<Record<'waiting' | 'moving' | 'retrying' | 'paused', string>> = {
  waiting: t`waiting`,
  moving: t`in progress`,
  retrying: t`retrying`,
  paused: t`paused`,
};

export function FileRow({ job, file, blocks, isChosen, onChoose, onChanged, onMenu }: FileRowProps) {
  const { id: jobId, kind } = job;
  const { state } = file;
  const bytes = file.bytes ?? 0;
  const hasFailed = state === 'failed';
  const showsBlocks = state === 'done' && blocks === 'held';
  const isSettled = state === 'done' || state === 'skipped';
  // The blob's name is the short one that all files of a job have their differences in.
  const [blob, other] = kind === 'download' ? [file.source, file.target] : [file.target, file.source];
  const shown = isChosen ? 'shown' : 'hidden';
  const entries = fileActions({ job, file, blocks: shown, onBlocks: onChoose, onChanged });
  const hasActions = !isSettled || showsBlocks;
  const targetPath = pathBeside(other, blob);
  const below = hasFailed ? reasonOfFile(file) : file.message !== '' ? file.message : targetPath;
  return (
    <div
      onContextMenu={hasActions ? (event) => onMenu(event, t`Actions for ${blob}`, entries) : undefined}
      aria-current={isChosen ? 'true' : undefined}
      className={classNames(
        styles.fileRow,
        !hasFailed && !isSettled && styles.movingRow,
        hasFailed && styles.endedRow,
        isSettled && (showsBlocks ? styles.doneRow : styles.settledRow),
        isChosen && styles.fileChosen,
      )}
    >
      <div className={styles.fileNames}>
        <TruncatePath>{visibleLine(blob)}</TruncatePath>
        {below === '' ? null : below === targetPath ? (
          <TruncatePath className={styles.fileTarget ?? ''}>{visibleLine(targetPath)}</TruncatePath>
        ) : (
          <Truncate
            className={classNames(styles.fileTarget, hasFailed && styles.bad)}
            {...(hasFailed ? { text: visibleLine(recordedSentence(file)) } : {})}
          >
            {visibleLine(below)}
          </Truncate>
        )}
      </div>
      {hasFailed || isSettled ? (
        <span className={styles.fileAmount}>{file.bytes === null ? '' : formatBytes(file.bytes)}</span>
      ) : (
        <>
          <div className={styles.fileProgress}>
            <ProgressBar label={t`Progress of ${blob}`} fraction={bytes === 0 ? 0 : file.bytesDone / bytes} />
          </div>
          <span className={styles.fileAmount}>{bytesOf(file.bytesDone, bytes)}</span>
          <span className={styles.fileState}>{movingLabels[state]}</span>
        </>
      )}
      {hasActions ? (
        <span className={styles.fileActions}>
          <IconButton
            size="small"
            label={isChosen ? t`Hide blocks of ${blob}` : t`Show blocks of ${blob}`}
            icon={<Blocks size={14} />}
            onPress={onChoose}
          />
          {isSettled ? null : hasFailed ? (
            <IconButton
              size="small"
              label={kind === 'verify' ? t`Verify ${blob} again` : t`Retry ${blob}`}
              icon={<RotateCcw size={14} />}
              onPress={() => void call('jobs.retry', { jobId, files: [file.file] }).then(onChanged, reportFailure)}
            />
          ) : (
            <IconButton
              size="small"
              label={t`Skip ${blob}`}
              icon={<X size={14} />}
              onPress={() =>
                void call('transfers.cancel-file', { jobId, file: file.file }).then(onChanged, reportFailure)
              }
            />
          )}
          {isSettled ? null : (
            <MenuButton label={t`Actions for ${blob}`} entries={entries} placement="bottom end">
              <IconButton size="small" label={t`More actions for ${blob}`} icon={<Ellipsis size={15} />} />
            </MenuButton>
          )}
        </span>
      ) : null}
    </div>
  );
}

/** The other path of a file without the part in common with its name above; a copy usually has nothing else. */
function pathBeside(other: string, name: string): string {
  if (other === name) return '';
  return other.replaceAll('\\', '/').endsWith(`/${name}`) ? other.slice(0, -name.length) : other;
}

/** The result of a verification has its own text; the message of a failure is for logs. */
function reasonOfFile({ code, message, context }: JobFile): string {
  return code.startsWith('verify.') ? message : failureTitle(code, context);
}

interface FileActionsInput {
  readonly job: Pick<TransferJob, 'id' | 'kind' | 'state'>;
  readonly file: JobFile;
  readonly blocks: 'shown' | 'hidden';
  readonly onBlocks: () => void;
  /** The engine has completed the user's action on the file. */
  readonly onChanged: () => void;
}

function fileActions({ job, file, blocks, onBlocks, onChanged }: FileActionsInput): readonly MenuEntry[] {
  const request = { jobId: job.id, file: file.file };
  const perform = (work: () => Promise<unknown>) => (): void => void work().then(onChanged, reportFailure);
  const showBlocks: MenuAction = {
    id: 'blocks',
    label: blocks === 'shown' ? t`Hide blocks` : t`Show blocks`,
    icon: <Blocks size={14} />,
    onAction: onBlocks,
  };
  const retry: MenuAction = {
    id: 'retry',
    label: job.kind === 'verify' ? t`Verify again` : t`Try again`,
    icon: <RotateCcw size={14} />,
    onAction: perform(() => call('jobs.retry', { jobId: job.id, files: [file.file] })),
  };
  const pause: MenuAction = {
    id: 'pause',
    label: t`Pause`,
    icon: <Pause size={14} />,
    onAction: perform(() => call('transfers.pause-file', request)),
  };
  const resume: MenuAction = {
    id: 'resume',
    label: t`Resume`,
    icon: <Play size={14} />,
    onAction: perform(() => call('transfers.resume-file', request)),
  };
  const startNow: MenuAction = {
    id: 'start-now',
    label: t`Start now`,
    icon: <ArrowUpToLine size={14} />,
    onAction: perform(() => call('transfers.start-file-now', request)),
  };
  const leaveOut: MenuAction = {
    id: 'leave-out',
    label: t`Skip`,
    icon: <X size={14} />,
    onAction: perform(() => call('transfers.cancel-file', request)),
  };
  switch (file.state) {
    case 'done':
    case 'skipped':
      return [showBlocks];
    case 'failed':
      return [retry, showBlocks];
    case 'paused':
      return [resume, showBlocks, 'separator', leaveOut];
    case 'moving':
    case 'retrying':
      return [pause, showBlocks, 'separator', leaveOut];
    case 'waiting':
      // What does not move has no next file.
      return [...(isMoving(job) ? [startNow] : []), pause, showBlocks, 'separator', leaveOut];
  }
}

const isMoving = ({ state }: FileActionsInput['job']): boolean => state === 'running' || state === 'planning';
