// The name and icon of each kind of transfer.
import { ArrowDown, ArrowRight, ArrowUp, Copy, ListChecks } from 'lucide-react';
import type { TransferJob } from '@shared/model/transfer';
import { t } from '@shared/strings/t';

export interface KindLabels {
  readonly noun: string;
  /** Before the target: `survey.bin uploaded to photos/`. */
  readonly past: string;
  readonly icon: typeof ArrowUp;
}

export const kindLabels: Readonly<Record<TransferJob['kind'], KindLabels>> = {
  upload: { noun: t`Upload`, past: t`uploaded to`, icon: ArrowUp },
  download: { noun: t`Download`, past: t`downloaded to`, icon: ArrowDown },
  copy: { noun: t`Copy`, past: t`copied to`, icon: Copy },
  verify: { noun: t`Verification`, past: t`verified against`, icon: ListChecks },
  move: { noun: t`Move`, past: t`moved to`, icon: ArrowRight },
};
