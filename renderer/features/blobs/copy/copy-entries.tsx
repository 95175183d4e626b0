// Menu entries for copying, each with the reason if it is disabled.
import { ClipboardPaste, Copy, CopyPlus, FolderPlus, PenLine, Scissors } from 'lucide-react';
import { t } from '@shared/strings/t';
import type { MenuAction, MenuEntry } from '@renderer/ui';
import type { ListingEntry } from '../listing/listing';
import type { Clip } from './blob-clipboard';
import type { CopyActs, CopyRefusals } from './copy-acts';

export interface CopyEntriesInput {
  /** The entries that the menu is opened on. */
  readonly chosen: readonly ListingEntry[];
  /** What there is to paste. */
  readonly clip: Clip | null;
  readonly refusals: CopyRefusals;
  readonly acts: CopyActs;
}

export function copyEntries({ chosen, clip, refusals, acts }: CopyEntriesInput): readonly MenuEntry[] {
  const isAny = chosen.length > 0;
  return [
    guarded(
      { isPossible: isAny, refusal: refusals.download },
      {
        id: 'copy-blobs',
        label: t`Copy`,
        icon: <Copy size={14} />,
        shortcut: 'Ctrl C',
        onAction: () => acts.take('copy', chosen),
      },
    ),
    guarded(
      { isPossible: isAny, refusal: refusals.cut },
      {
        id: 'cut',
        label: t`Cut`,
        icon: <Scissors size={14} />,
        shortcut: 'Ctrl X',
        onAction: () => acts.take('move', chosen),
      },
    ),
    guarded(
      { isPossible: clip !== null, refusal: refusals.copy },
      {
        id: 'paste',
        label: t`Paste`,
        icon: <ClipboardPaste size={14} />,
        shortcut: 'Ctrl V',
        onAction: acts.paste,
      },
    ),
    guarded(
      { isPossible: isAny, refusal: refusals.duplicate },
      {
        id: 'duplicate',
        label: t`Duplicate`,
        icon: <CopyPlus size={14} />,
        onAction: () => acts.duplicate(chosen),
      },
    ),
    guarded(
      { isPossible: chosen.length === 1, refusal: refusals.rename },
      {
        id: 'rename',
        label: t`Rename…`,
        icon: <PenLine size={14} />,
        shortcut: 'F2',
        onAction: () => acts.rename(chosen),
      },
    ),
    'separator',
    guarded(
      { isPossible: true, refusal: refusals.copy },
      {
        id: 'folder',
        label: t`New folder…`,
        icon: <FolderPlus size={14} />,
        onAction: acts.addFolder,
      },
    ),
  ];
}

interface Offer {
  /** Whether there is something to do it with. */
  readonly isPossible: boolean;
  readonly refusal: string | null;
}

function guarded({ isPossible, refusal }: Offer, action: Omit<MenuAction, 'isDisabled'>): MenuAction {
  return {
    ...action,
    isDisabled: !isPossible || refusal !== null,
    ...(refusal === null ? {} : { description: refusal }),
  };
}
