// The actions on one file of a transfer in its current state, as a menu.
import { ArrowUpToLine, Blocks, Pause, Play, RotateCcw, X } from 'lucide-react';
import type { JobFile, TransferJob } from '@shared/model/transfer';
import { t } from '@shared/strings/t';
import { call } from '@renderer/bridge';
import type { MenuAction, MenuEntry } from '@renderer/ui';
import { reportFailure } from '../job-actions';

export interface FileActionsInput {
  readonly job: Pick<TransferJob, 'id' | 'kind' | 'state'>;
  readonly file: JobFile;
  readonly blocks: 'shown' | 'hidden';
  readonly onBlocks: () => void;
  /** The engine has done with the file what a person asked for. */
  readonly onChanged: () => void;
}

export function fileActions({ job, file, blocks, onBlocks, onChanged }: FileActionsInput): readonly MenuEntry[] {
  const request = { jobId: job.id, file: file.file };
  const perform = (work: () => Promise<unknown>) => (): void => void work().then(onChanged, reportFailure);
  const showBlocks: MenuAction = {
    id: 'blocks',
    label: blocks === 'shown' ? t`Hide the blocks` : t`Show the blocks`,
    icon: <Blocks size={14} />,
    onAction: onBlocks,
  };
  const retry: MenuAction = {
    id: 'retry',
    label: job.kind === 'verify' ? t`Verify again` : t`Try again`,
    icon: <RotateCcw size={14} />,
    onAction: perform(() => call('transfers.retry', { jobId: job.id, files: [file.file] })),
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
    label: t`Leave out`,
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
