// The name and icon of each kind of job, and the group that the activity list filters by.
import {
  ArrowDown,
  ArrowRight,
  ArrowUp,
  Copy,
  CopyPlus,
  Diff,
  Eraser,
  FileDown,
  FileUp,
  ListChecks,
  PencilLine,
  TextCursorInput,
  Trash2,
  Undo2,
} from 'lucide-react';
import type { Job } from '@shared/model/job';
import { t } from '@shared/strings/t';

export const kindGroups = ['transfer', 'import', 'export', 'change', 'table-copy'] as const;
export type KindGroup = (typeof kindGroups)[number];

interface KindLabels {
  readonly noun: string;
  readonly icon: typeof ArrowUp;
  readonly group: KindGroup;
}

export const kindLabels: Readonly<Record<Job['kind'], KindLabels>> = {
  upload: { noun: t`Upload`, icon: ArrowUp, group: 'transfer' },
  download: { noun: t`Download`, icon: ArrowDown, group: 'transfer' },
  copy: { noun: t`Copy`, icon: Copy, group: 'transfer' },
  verify: { noun: t`Verification`, icon: ListChecks, group: 'transfer' },
  move: { noun: t`Move`, icon: ArrowRight, group: 'transfer' },
  import: { noun: t`Import`, icon: FileUp, group: 'import' },
  export: { noun: t`Export`, icon: FileDown, group: 'export' },
  update: { noun: t`Bulk update`, icon: PencilLine, group: 'change' },
  delete: { noun: t`Bulk delete`, icon: Trash2, group: 'change' },
  clear: { noun: t`Clear table`, icon: Eraser, group: 'change' },
  restore: { noun: t`Undo`, icon: Undo2, group: 'change' },
  'table-copy': { noun: t`Copy`, icon: CopyPlus, group: 'table-copy' },
  rename: { noun: t`Rename`, icon: TextCursorInput, group: 'table-copy' },
  'apply-diff': { noun: t`Apply differences`, icon: Diff, group: 'table-copy' },
};
