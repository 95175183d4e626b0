// The name and icon of each action on a transfer: in its row, where the label includes the job for screen readers, and
// in a menu.
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
  X,
  Zap,
} from 'lucide-react';
import type { ReactElement } from 'react';
import type { TransferJob } from '@shared/model/transfer';
import { t } from '@shared/strings/t';
import type { JobAction } from './job-actions';

export interface ActionAppearance {
  readonly label: string;
  readonly menuLabel: string;
  readonly icon: ReactElement;
}

export function actionAppearance(action: JobAction, { kind, title, failedCount }: TransferJob): ActionAppearance {
  switch (action) {
    case 'pause':
      return { label: t`Pause ${title}`, menuLabel: t`Pause`, icon: <Pause size={14} /> };
    case 'resume':
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
    case 'retry':
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
