// Copy, cut, paste, duplicate, rename, new folder and commands for other tools in one container: menu entries, keys and
// dialogs for its tab.
import { ClipboardPaste, Copy, CopyPlus, FolderPlus, PenLine, Scissors } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useStore } from 'zustand';
import type { OverwritePolicy, TransferOptions } from '@shared/model/transfer';
import { t } from '@shared/strings/t';
import { useWindowKeys } from '@renderer/pane/pane-keys';
import { type MenuAction, type MenuEntry, showToast } from '@renderer/ui';
import { type ListingEntry, entryKey, keysOf } from '../listing';
import type { ListingState } from '../listing-store';
import { leafName } from '../path';
import type { PlaceRefusals } from '../place-refusals';
import { whatIsSelected } from '../selection-words';
import type { TransferPlace } from '../start-transfer';
import type { TransferAsks } from '../survey/use-transfer-asks';
import { spokenName } from '../visible-name';
import { type Clip, blobClipboard } from './blob-clipboard';
import styles from './copy.module.css';
import { NameDialog } from './name-dialog';
import { stemOf } from './names';
import { duplicates, pasted } from './paste';
import { type CopyStart, copyWish } from './start-copy';
import { useCopyAs } from './use-copy-as';

export interface CopyingPorts {
  readonly place: TransferPlace;
  /** Whether the tab is the one in front. */
  readonly isActive: boolean;
  readonly connectionName: string;
  readonly state: ListingState;
  readonly selected: readonly ListingEntry[];
  readonly refusals: Pick<PlaceRefusals, 'copy' | 'cut' | 'download' | 'duplicate' | 'rename'>;
  readonly overwrite: OverwritePolicy;
  readonly asks: TransferAsks;
  /** Says a failure where the person is looking. */
  readonly run: (work: Promise<unknown>) => void;
  readonly openFolder: (prefix: string) => void;
  /** A rename is about to begin, of one key to another. */
  readonly onRename: (from: string, to: string) => void;
  /** Gives the keyboard back to the rows. */
  readonly focusRows: () => void;
}

export interface Copying {
  /** For what is selected when the menu opens. */
  readonly entriesFor: (chosen: readonly ListingEntry[]) => readonly MenuEntry[];
  /** Null when there is nothing to paste, or not here. */
  readonly paste: (() => void) | null;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly element: ReactNode;
}

type Asked = { readonly what: 'rename'; readonly entry: ListingEntry } | { readonly what: 'folder' };

export function useCopying(ports: CopyingPorts): Copying {
  const { place, state, selected, refusals, overwrite, asks, run } = ports;
  const { prefix, entries: listed } = state;
  const clip = useStore(blobClipboard, (held) => held.clip);
  const [asked, setAsked] = useState<Asked | null>(null);
  const canCopy = refusals.copy === null;
  const copyAs = useCopyAs(place, ports.connectionName);

  const take = (kind: Clip['kind'], chosen: readonly ListingEntry[]): void => {
    if (chosen.length === 0) return;
    const { connectionId, container } = place;
    blobClipboard.setState({ clip: { kind, connectionId, container, prefix, entries: chosen } });
    const what = whatIsSelected(chosen, prefix);
    showToast({
      tone: 'information',
      title: `${kind === 'copy' ? t`Copied` : t`Cut`} ${what}`,
      text: t`Paste it into a container.`,
    });
  };
  const want = (wish: CopyStart, onStarted?: () => void): void => {
    if (wish.pasted.length === 0) return;
    const asked = copyWish(wish);
    const start = async (options: TransferOptions): Promise<void> => {
      await asked.start(options);
      onStarted?.();
    };
    run(asks.want({ ...asked, start }));
  };
  const paste = (): void => {
    if (clip === null || !canCopy) return;
    const wish = { kind: clip.kind, from: clip, to: place, pasted: pasted(clip, place, listed), overwrite };
    // What was cut is pasted once.
    want(wish, () => {
      if (clip.kind === 'move') blobClipboard.setState({ clip: null });
    });
  };
  const duplicate = (chosen: readonly ListingEntry[]): void => {
    if (chosen.length === 0) return;
    want({ kind: 'copy', from: place, to: place, pasted: duplicates(chosen, listed), overwrite: 'never' });
  };
  const rename = (entry: ListingEntry, name: string): void => {
    const target = `${prefix}${name}${entry.kind === 'folder' ? '/' : ''}`;
    // Before it begins: a small blob has its new name at once.
    ports.onRename(entryKey(entry), entryKey({ kind: entry.kind, name: target }));
    want({ kind: 'rename', from: place, to: place, pasted: [{ entry, target }], overwrite: 'never' });
  };
  const askName = (chosen: readonly ListingEntry[]): void => {
    const [only] = chosen;
    if (only !== undefined && chosen.length === 1 && refusals.rename === null)
      setAsked({ what: 'rename', entry: only });
  };
  const close = (): void => {
    setAsked(null);
    ports.focusRows();
  };

  const guarded = (
    action: Omit<MenuAction, 'isDisabled'>,
    isPossible: boolean,
    refusal: string | null,
  ): MenuAction => ({
    ...action,
    isDisabled: !isPossible || refusal !== null,
    ...(refusal === null ? {} : { description: refusal }),
  });
  const entriesFor = (chosen: readonly ListingEntry[]): readonly MenuEntry[] => [
    guarded(
      {
        id: 'copy-blobs',
        label: t`Copy`,
        icon: <Copy size={14} />,
        shortcut: 'Ctrl C',
        onAction: () => take('copy', chosen),
      },
      chosen.length > 0,
      refusals.download,
    ),
    guarded(
      {
        id: 'cut',
        label: t`Cut`,
        icon: <Scissors size={14} />,
        shortcut: 'Ctrl X',
        onAction: () => take('move', chosen),
      },
      chosen.length > 0,
      refusals.cut,
    ),
    guarded(
      { id: 'paste', label: t`Paste`, icon: <ClipboardPaste size={14} />, shortcut: 'Ctrl V', onAction: paste },
      clip !== null,
      refusals.copy,
    ),
    guarded(
      { id: 'duplicate', label: t`Duplicate`, icon: <CopyPlus size={14} />, onAction: () => duplicate(chosen) },
      chosen.length > 0,
      refusals.duplicate,
    ),
    guarded(
      { id: 'rename', label: t`Rename…`, icon: <PenLine size={14} />, shortcut: 'F2', onAction: () => askName(chosen) },
      chosen.length === 1,
      refusals.rename,
    ),
    'separator',
    guarded(
      {
        id: 'folder',
        label: t`New folder…`,
        icon: <FolderPlus size={14} />,
        onAction: () => setAsked({ what: 'folder' }),
      },
      true,
      refusals.copy,
    ),
    'separator',
    ...copyAs(chosen),
  ];

  /** A key is pressed where nothing is greyed. */
  const orSay = (refusal: string | null, act: () => void, title = t`Nothing was changed`): void => {
    if (refusal === null) act();
    else showToast({ tone: 'information', title, text: refusal });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // In a field these keys are about its text.
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
    const withControl = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
    if (withControl && event.key === 'c' && selected.length > 0 && hasNoText())
      orSay(refusals.download, () => take('copy', selected), t`Nothing was copied`);
    else if (withControl && event.key === 'x' && selected.length > 0) orSay(refusals.cut, () => take('move', selected));
    else if (event.key === 'F2' && selected.length > 0) orSay(refusals.rename, () => askName(selected));
    else return;
    event.preventDefault();
  };

  // Also from the tree, where the focus is when a container was just opened there: what is open is what is meant.
  useWindowKeys(ports.isActive ? 'in-front' : 'behind', (event) => {
    const withControl = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
    // A key that is held down means one paste.
    if (!withControl || event.key !== 'v' || event.repeat || event.defaultPrevented || clip === null) return;
    if (isElsewhere(event.target)) return;
    event.preventDefault();
    const why = isOnAnotherRow(event.target)
      ? t`The keyboard is on another row of the tree. Open the container that is meant first.`
      : refusals.copy;
    if (why === null) paste();
    else showToast({ tone: 'information', title: t`Nothing was pasted`, text: why });
  });

  const isTaken = (name: string, kind: ListingEntry['kind']): boolean =>
    keysOf(listed).indexOf(entryKey({ kind, name: `${prefix}${name}${kind === 'folder' ? '/' : ''}` })) !== -1;
  const element =
    asked === null ? null : asked.what === 'rename' ? (
      <NameDialog
        title={t`Rename ${spokenName(leafName(asked.entry.name, prefix))}`}
        label={t`New name`}
        initial={leafName(asked.entry.name, prefix)}
        selectedLength={stemOf(asked.entry.name.slice(prefix.length)).length}
        confirmLabel={t`Rename`}
        isTaken={(name) => isTaken(name, asked.entry.kind)}
        onClose={close}
        onConfirm={(name) => rename(asked.entry, name)}
      >
        <p className={styles.note}>
          {t`The service has no rename: ${asked.entry.kind === 'folder' ? t`each blob in it` : t`the blob`} is copied to the new name, verified, and then deleted under the old one. A name that exists is not replaced.`}
        </p>
      </NameDialog>
    ) : (
      <NameDialog
        title={t`New folder`}
        label={t`Name`}
        initial=""
        selectedLength={0}
        confirmLabel={t`Open it`}
        isTaken={(name) => isTaken(name, 'folder')}
        onClose={close}
        onConfirm={(name) => ports.openFolder(`${prefix}${name}/`)}
      >
        <p className={styles.note}>
          {t`A folder exists only by the blobs in it. This one opens now and stays once something is uploaded or pasted into it.`}
        </p>
      </NameDialog>
    );

  return {
    entriesFor,
    paste: clip !== null && canCopy ? paste : null,
    onKeyDown,
    element,
  };
}

/** In a field the key is about its text; a dialog or a menu is to be answered first. */
function isElsewhere(target: EventTarget | null): boolean {
  const those =
    'input, textarea, [contenteditable=true], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]';
  return target instanceof Element && target.closest(those) !== null;
}

/** A row of the tree that is not of what is open: nobody can tell which of the two is meant. */
function isOnAnotherRow(target: EventTarget | null): boolean {
  const row = target instanceof Element ? target.closest('[role=treeitem]') : null;
  return row !== null && row.ariaSelected !== 'true';
}

/** Marked text is what a person means to copy. */
function hasNoText(): boolean {
  return (getSelection()?.toString() ?? '') === '';
}
