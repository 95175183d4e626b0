// What each kind of transfer is called, and which sign it has.
import { ArrowDown, ArrowRight, ArrowUp, Copy, ListChecks } from 'lucide-react';
import type { TransferJob } from '@shared/model/transfer';

export interface KindWords {
  readonly noun: string;
  /** Before the target: `survey.bin uploaded to photos/`. */
  readonly past: string;
  readonly icon: typeof ArrowUp;
}

export const kindWords: Readonly<Record<TransferJob['kind'], KindWords>> = {
  upload: { noun: 'Upload', past: 'uploaded to', icon: ArrowUp },
  download: { noun: 'Download', past: 'downloaded to', icon: ArrowDown },
  copy: { noun: 'Copy', past: 'copied to', icon: Copy },
  verify: { noun: 'Verification', past: 'verified against', icon: ListChecks },
  move: { noun: 'Move', past: 'moved to', icon: ArrowRight },
};
