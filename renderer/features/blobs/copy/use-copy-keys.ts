// The keys for copying: in a container's tab for the selection, and for pasting into the open folder wherever the focus
// is in the window.
import type { KeyboardEvent } from 'react';
import { t } from '@shared/strings/t';
import { useWindowKeys } from '@renderer/pane/view-actions';
import { showToast } from '@renderer/ui';
import type { ListingEntry } from '../listing/listing';
import type { Clip } from './blob-clipboard';
import type { CopyActions, CopyDisabledReasons } from './copy-actions';

export interface CopyKeysInput {
  /** Whether the tab is active. */
  readonly isActive: boolean;
  readonly selected: readonly ListingEntry[];
  /** What there is to paste. */
  readonly clip: Clip | null;
  readonly disabledReasons: CopyDisabledReasons;
  readonly actions: CopyActions;
}

/** @returns what the tab does with a key */
export function useCopyKeys(input: CopyKeysInput): (event: KeyboardEvent) => void {
  const { isActive, selected, clip, disabledReasons, actions } = input;

  // Also from the tree, which keeps the focus when a container is opened there: the open container is meant.
  useWindowKeys(isActive ? 'in-front' : 'behind', (event) => {
    // A key that is held down means one paste.
    if (!isWithControl(event) || event.key !== 'v' || event.repeat || event.defaultPrevented || clip === null) return;
    if (isElsewhere(event.target)) return;
    event.preventDefault();
    const why = isOnAnotherRow(event.target)
      ? t`Another row of the navigator has the focus. Open the container first.`
      : disabledReasons.copy;
    orReport(why, actions.paste, t`Nothing was pasted`);
  });

  return (event) => {
    // In a text field these keys belong to its text.
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
    if (selected.length === 0) return;
    if (isWithControl(event) && event.key === 'c' && hasNoText())
      orReport(disabledReasons.download, () => actions.take('copy', selected), t`Nothing was copied`);
    else if (isWithControl(event) && event.key === 'x')
      orReport(disabledReasons.cut, () => actions.take('move', selected));
    else if (event.key === 'F2') orReport(disabledReasons.rename, () => actions.rename(selected));
    else return;
    event.preventDefault();
  };
}

/** A key can be pressed although no disabled button is shown. */
function orReport(disabledReason: string | null, run: () => void, title = t`Nothing was changed`): void {
  if (disabledReason === null) run();
  else showToast({ tone: 'information', title, text: disabledReason });
}

type ControlKeys = Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

function isWithControl({ ctrlKey, metaKey, shiftKey, altKey }: ControlKeys): boolean {
  return (ctrlKey || metaKey) && !shiftKey && !altKey;
}

/** In a text field the key belongs to its text; an open dialog or menu has to be answered first. */
function isElsewhere(target: EventTarget | null): boolean {
  const those =
    'input, textarea, [contenteditable=true], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]';
  return target instanceof Element && target.closest(those) !== null;
}

/** A row of the tree that is not part of the open container: it is ambiguous which of the two is meant. */
function isOnAnotherRow(target: EventTarget | null): boolean {
  const row = target instanceof Element ? target.closest('[role=treeitem]') : null;
  return row !== null && row.ariaSelected !== 'true';
}

/** Selected text is what the user means to copy. */
function hasNoText(): boolean {
  return (getSelection()?.toString() ?? '') === '';
}
