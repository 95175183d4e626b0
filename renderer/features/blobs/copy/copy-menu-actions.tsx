// Menu entries for copying, each with the reason if it is disabled.
import { ClipboardPaste, Copy, CopyPlus, FolderPlus, PenLine, Scissors } from 'lucide-react';
import { t } from '@shared/strings/t';
import type { MenuAction, MenuEntry } from '@renderer/ui';
import type { ListingEntry } from '../listing/listing';
import type { Clip } from './blob-clipboard';
import type { CopyActions, CopyDisabledReasons } from './copy-actions';

export interface CopyMenuInput {
  /** The entries that the menu is opened on. */
  readonly chosen: readonly ListingEntry[];
  /** What there is to paste. */
  readonly clip: Clip | null;
  readonly disabledReasons: CopyDisabledReasons;
  readonly actions: CopyActions;
}

export function copyMenuActions({ chosen, clip, disabledReasons, actions }: CopyMenuInput): readonly MenuEntry[] {
  const isAny = chosen.length > 0;
  return [
    guarded(
      { isPossible: isAny, disabledReason: disabledReasons.download },
      {
        id: 'copy-blobs',
        label: t`Copy`,
        icon: <Copy size={14} />,
        shortcut: 'Ctrl C',
        onAction: () => actions.take('copy', chosen),
      },
    ),
    guarded(
      { isPossible: isAny, disabledReason: disabledReasons.cut },
      {
        id: 'cut',
        label: t`Cut`,
        icon: <Scissors size={14} />,
        shortcut: 'Ctrl X',
        onAction: () => actions.take('move', chosen),
      },
    ),
    guarded(
      { isPossible: clip !== null, disabledReason: disabledReasons.copy },
      {
        id: 'paste',
        label: t`Paste`,
        icon: <ClipboardPaste size={14} />,
        shortcut: 'Ctrl V',
        onAction: () => actions.paste(),
      },
    ),
    guarded(
      { isPossible: clip !== null, disabledReason: disabledReasons.copy },
      {
        id: 'paste-with-options',
        label: t`Paste with options…`,
        icon: <ClipboardPaste size={14} />,
        onAction: () => actions.paste('shown'),
      },
    ),
    guarded(
      { isPossible: isAny, disabledReason: disabledReasons.duplicate },
      {
        id: 'duplicate',
        label: t`Duplicate`,
        icon: <CopyPlus size={14} />,
        onAction: () => actions.duplicate(chosen),
      },
    ),
    guarded(
      { isPossible: chosen.length === 1, disabledReason: disabledReasons.rename },
      {
        id: 'rename',
        label: t`Rename…`,
        icon: <PenLine size={14} />,
        shortcut: 'F2',
        onAction: () => actions.rename(chosen),
      },
    ),
    'separator',
    guarded(
      { isPossible: true, disabledReason: disabledReasons.copy },
      {
        id: 'folder',
        label: t`New folder…`,
        icon: <FolderPlus size={14} />,
        onAction: actions.addFolder,
      },
    ),
  ];
}

interface ActionState {
  /** Whether there is something to do it with. */
  readonly isPossible: boolean;
  readonly disabledReason: string | null;
}

function guarded({ isPossible, disabledReason }: ActionState, action: Omit<MenuAction, 'isDisabled'>): MenuAction {
  return {
    ...action,
    isDisabled: !isPossible || disabledReason !== null,
    ...(disabledReason === null ? {} : { description: disabledReason }),
  };
}
