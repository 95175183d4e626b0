// The name and icon of each action on a job: as a button, where the label includes the job for screen readers, and in a
// menu.
import {
  ArrowDown,
  ArrowDownToLine,
  ArrowUp,
  ArrowUpToLine,
  Ban,
  FolderOpen,
  Gauge,
  ListChecks,
  Pause,
  Play,
  RotateCcw,
  Save,
  Trash2,
  Undo2,
  X,
  Zap,
} from 'lucide-react';
import type { ReactElement } from 'react';
import { isTransfer } from '@shared/jobs/kinds';
import type { Job } from '@shared/model/job';
import { t } from '@shared/strings/t';
import type { TableJobAction } from './table-job-actions';

export type TransferAction =
  | 'pause'
  | 'resume'
  | 'retry'
  | 'start-now'
  | 'try-now'
  | 'move-first'
  | 'move-up'
  | 'move-down'
  | 'move-last'
  | 'reveal'
  | 'verify'
  | 'pace'
  | 'cancel'
  | 'forget';
export type JobAction = TransferAction | TableJobAction;

export interface ActionAppearance {
  readonly label: string;
  readonly menuLabel: string;
  readonly icon: ReactElement;
}

export function actionAppearance(action: JobAction, job: Job): ActionAppearance {
  const { kind, title } = job;
  const failedCount = isTransfer(job) ? job.failedCount : 0;
  switch (action) {
    case 'pause':
      return { label: t`Pause ${title}`, menuLabel: t`Pause`, icon: <Pause size={14} /> };
    case 'resume':
      if (job.state === 'failed') return { label: t`Try again: ${title}`, menuLabel: t`Try again`, icon: retryIcon };
      return { label: t`Resume ${title}`, menuLabel: t`Resume`, icon: <Play size={14} /> };
    case 'pace':
      return { label: t`Speed of ${title}`, menuLabel: t`Speed…`, icon: <Gauge size={14} /> };
    case 'verify':
      if (kind === 'copy') {
        const label = t`Verify ${title} against its source`;
        return { label, menuLabel: t`Verify against source`, icon: <ListChecks size={14} /> };
      }
      return {
        label: t`Verify ${title} against the container`,
        menuLabel: t`Verify against container`,
        icon: <ListChecks size={14} />,
      };
    case 'confirm':
      return { label: t`Delete ${job.source}…`, menuLabel: t`Delete ${job.source}…`, icon: <Trash2 size={14} /> };
    case 'undo':
      return { label: t`Undo ${title}`, menuLabel: t`Undo`, icon: <Undo2 size={14} /> };
    case 'save-undo':
      return { label: t`Save undo file… ${title}`, menuLabel: t`Save undo file…`, icon: <Save size={14} /> };
    case 'save-rejected':
      return {
        label: t`Save all rejected rows… ${title}`,
        menuLabel: t`Save all rejected rows…`,
        icon: <Save size={14} />,
      };
    case 'retry':
      if (!isTransfer(job)) {
        return {
          label: t`Read again and retry: ${title}`,
          menuLabel: t`Read again and retry`,
          icon: retryIcon,
        };
      }
      if (kind === 'verify') {
        const label = failedCount > 0 ? t`Verify found files again` : t`Verify again`;
        return { label: `${label}: ${title}`, menuLabel: label, icon: retryIcon };
      }
      return failedCount > 0
        ? {
            label: t`Retry the failed files of ${title}`,
            menuLabel: t`Retry failed files`,
            icon: retryIcon,
          }
        : { label: t`Retry ${title}`, menuLabel: t`Try again`, icon: retryIcon };
    case 'start-now':
      return { label: t`Start ${title} now`, menuLabel: t`Start now`, icon: <Play size={14} /> };
    case 'try-now':
      return { label: t`Retry ${title} now`, menuLabel: t`Retry now`, icon: <Zap size={14} /> };
    case 'move-first':
      return { label: t`Move ${title} to top`, menuLabel: t`Move to top`, icon: <ArrowUpToLine size={14} /> };
    case 'move-up':
      return { label: t`Move ${title} up`, menuLabel: t`Move up`, icon: <ArrowUp size={14} /> };
    case 'move-down':
      return { label: t`Move ${title} down`, menuLabel: t`Move down`, icon: <ArrowDown size={14} /> };
    case 'move-last':
      return { label: t`Move ${title} to bottom`, menuLabel: t`Move to bottom`, icon: <ArrowDownToLine size={14} /> };
    case 'reveal':
      return {
        label: t`Show ${title} in folder`,
        menuLabel: t`Show in folder`,
        icon: <FolderOpen size={14} />,
      };
    case 'cancel':
      return { label: t`Cancel ${title}`, menuLabel: t`Cancel`, icon: <Ban size={14} /> };
    case 'forget':
      return { label: t`Remove ${title} from the list`, menuLabel: t`Remove from list`, icon: <X size={15} /> };
  }
}

const retryIcon = <RotateCcw size={14} />;
