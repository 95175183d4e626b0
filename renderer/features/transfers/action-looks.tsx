// What each action on a transfer is called and which sign it has: beside the row, where its label names the job for
// screen readers, and in a menu.
import {
  ArrowDown,
  ArrowUp,
  ArrowUpToLine,
  FolderOpen,
  Gauge,
  ListChecks,
  Pause,
  Play,
  RotateCcw,
  X,
  Zap,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { TransferJob } from '@shared/model/transfer';
import type { JobAction } from './job-actions';

export interface ActionLook {
  readonly label: string;
  readonly menuLabel: string;
  readonly icon: ReactNode;
}

export function actionLook(action: JobAction, { kind, title, failedCount }: TransferJob): ActionLook {
  switch (action) {
    case 'pause':
      return { label: `Pause ${title}`, menuLabel: 'Pause', icon: <Pause size={14} /> };
    case 'resume':
      return { label: `Resume ${title}`, menuLabel: 'Resume', icon: <Play size={14} /> };
    case 'pace':
      return { label: `Speed of ${title}`, menuLabel: 'Speed…', icon: <Gauge size={14} /> };
    case 'verify':
      return {
        label: `Verify ${title} against the container`,
        menuLabel: 'Verify against the container',
        icon: <ListChecks size={14} />,
      };
    case 'retry':
      if (kind === 'verify') {
        const label = failedCount > 0 ? 'Verify what was found again' : 'Verify again';
        return { label: `${label}: ${title}`, menuLabel: label, icon: retryIcon };
      }
      return failedCount > 0
        ? { label: `Try the failed files of ${title} again`, menuLabel: 'Try the failed files again', icon: retryIcon }
        : { label: `Try ${title} again`, menuLabel: 'Try again', icon: retryIcon };
    case 'start-now':
      return { label: `Start ${title} now`, menuLabel: 'Start now', icon: <Play size={14} /> };
    case 'try-now':
      return { label: `Try ${title} now`, menuLabel: 'Try now instead of waiting', icon: <Zap size={14} /> };
    case 'move-first':
      return { label: `Put ${title} first`, menuLabel: 'Put first', icon: <ArrowUpToLine size={14} /> };
    case 'move-up':
      return { label: `Move ${title} up`, menuLabel: 'Move up', icon: <ArrowUp size={14} /> };
    case 'move-down':
      return { label: `Move ${title} down`, menuLabel: 'Move down', icon: <ArrowDown size={14} /> };
    case 'reveal':
      return { label: `Show ${title} in its folder`, menuLabel: 'Show in its folder', icon: <FolderOpen size={14} /> };
    case 'cancel':
      return { label: `Cancel ${title}`, menuLabel: 'Cancel', icon: <X size={15} /> };
    case 'forget':
      return { label: `Take ${title} off the list`, menuLabel: 'Take off the list', icon: <X size={15} /> };
  }
}

const retryIcon = <RotateCcw size={14} />;
