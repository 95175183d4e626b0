// Copy, cut, paste, duplicate, rename, new folder and commands for other tools in one container's tab. Menus, keys and
// the name dialog are in separate files.
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useStore } from 'zustand';
import type { OverwritePolicy } from '@shared/model/transfer';
import { t } from '@shared/strings/t';
import { startOnHub } from '@renderer/jobs/run-on';
import { type MenuEntry, showToast } from '@renderer/ui';
import { type ListingEntry, entryKey, keysOf } from '../listing/listing';
import type { ListingState } from '../listing/listing-state';
import { whatIsSelected } from '../listing/selection-text';
import { type TransferLocation, copyOrderOf } from '../transfer/start-transfer';
import type { TransferPrompts, TransferWish } from '../preflight/use-transfer-prompts';
import { NamePrompt, type NamedThing } from './name-prompt';
import { type Clip, blobClipboard } from './blob-clipboard';
import type { CopyActions, CopyDisabledReasons, Pasted } from './copy-actions';
import { copyMenuActions } from './copy-menu-actions';
import { isShared } from './shared-clipboard';
import { useCopyAs } from './use-copy-as';
import { useRealFolders } from './real-folders';
import { useCopyKeys } from './use-copy-keys';
import { call } from '@renderer/bridge';
import type { CopyKind } from '../preflight/wanted-transfer';
import { duplicateName } from './names';

interface CopyingPorts {
  readonly location: TransferLocation;
  /** Whether the tab is active. */
  readonly isActive: boolean;
  readonly connectionName: string;
  readonly state: ListingState;
  readonly selected: readonly ListingEntry[];
  readonly disabledReasons: CopyDisabledReasons;
  readonly overwrite: OverwritePolicy;
  /** `hierarchical`: folders are real, and renaming and moving them is one operation of the service. */
  readonly namespace: 'hierarchical' | 'flat';
  /** The contents of the container have changed. */
  readonly noteChange: () => void;
  readonly notifyContainer: (connectionId: string, container: string) => void;
  readonly prompts: TransferPrompts;
  /** Shows a failure where the user is looking. */
  readonly run: (work: Promise<unknown>) => void;
  readonly openFolder: (prefix: string) => void;
  /** A rename is about to begin, of one key to another. */
  readonly onRename: (from: string, to: string) => void;
  /** Returns the focus to the rows. */
  readonly focusRows: () => void;
}

export interface Copying {
  /** For the selection when the menu opens. */
  readonly actionsFor: (chosen: readonly ListingEntry[]) => readonly MenuEntry[];
  /** Null when there is nothing to paste, or not here. */
  readonly paste: (() => void) | null;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly element: ReactNode;
}

/** A name that is free in the listed part may still be taken. */
const besideItself: OverwritePolicy = 'rename';

export function useCopying(ports: CopyingPorts): Copying {
  const { location, state, selected, disabledReasons, overwrite, prompts, run } = ports;
  const { prefix } = state;
  // Including names that a filter hides.
  const listed = state.listing.entries;
  const clip = useStore(blobClipboard, (held) => held.clip);
  const [named, setNamed] = useState<NamedThing | null>(null);
  const canCopy = disabledReasons.copy === null;
  const copyAs = useCopyAs(location, ports.connectionName);

  const want = (wish: CopyStart, onStarted?: () => void, summary?: 'shown'): void => {
    if (wish.pasted.length === 0) return;
    const request = copyWish(wish);
    const start: TransferWish['start'] = async (options, hub) => {
      await request.start(options, hub);
      onStarted?.();
    };
    run(prompts.want({ ...request, ...(summary === undefined ? {} : { summaryRule: 'always' as const }), start }));
  };
  const real = useRealFolders(ports);
  const actions: CopyActions = {
    take: (kind, chosen) => {
      if (chosen.length === 0) return;
      const { connectionId, container } = location;
      blobClipboard.setState({ clip: { kind, connectionId, container, prefix, entries: chosen } });
      const what = whatIsSelected(chosen, prefix);
      showToast({
        tone: 'information',
        title: kind === 'copy' ? t`Copied ${what}` : t`Cut ${what}`,
        text: isShared({ entries: chosen }) ? t`Paste into a container.` : t`Paste into a container in this window.`,
      });
    },
    paste: (summary) => {
      if (clip === null || !canCopy) return;
      const policy = isHome(clip, location) ? besideItself : overwrite;
      const wish = {
        kind: clip.kind,
        from: clip,
        to: location,
        pasted: pasted(clip, location, listed),
        overwrite: policy,
      };
      // Blobs that were cut can be pasted once.
      const started = (): void => {
        if (clip.kind === 'move') blobClipboard.setState({ clip: null });
      };
      if (clip.kind !== 'move' || !real.canMove(clip)) return want(wish, started, summary);
      run(
        real
          .move(clip, wish.pasted, (rest) => want({ ...wish, pasted: rest }, started, summary))
          .then((isAll) => {
            if (isAll) started();
          }),
      );
    },
    duplicate: (chosen) => {
      if (chosen.length === 0) return;
      want({ kind: 'copy', from: location, to: location, pasted: duplicates(chosen, listed), overwrite: besideItself });
    },
    rename: (chosen) => {
      const [only] = chosen;
      if (only !== undefined && chosen.length === 1 && disabledReasons.rename === null)
        setNamed({ what: 'rename', entry: only });
    },
    addFolder: () => setNamed({ what: 'folder' }),
  };
  const onKeyDown = useCopyKeys({ isActive: ports.isActive, selected, clip, disabledReasons, actions });

  const nameOf = (name: string, kind: ListingEntry['kind']): string =>
    `${prefix}${name}${kind === 'folder' ? '/' : ''}`;
  const rename = (entry: ListingEntry, name: string): void => {
    const target = nameOf(name, entry.kind);
    // Before it begins: a small blob has its new name at once.
    ports.onRename(entryKey(entry), entryKey({ kind: entry.kind, name: target }));
    const one = [{ entry, target }];
    const byCopying = (): void =>
      want({ kind: 'rename', from: location, to: location, pasted: one, overwrite: 'never' });
    if (ports.namespace === 'flat') byCopying();
    else run(real.rename(one, byCopying));
  };
  const addFolder = (name: string): void => {
    const folder = nameOf(name, 'folder');
    if (ports.namespace === 'flat') ports.openFolder(folder);
    else run(real.create(folder).then(() => ports.openFolder(folder)));
  };
  return {
    actionsFor: (chosen) => [
      ...copyMenuActions({ chosen, clip, disabledReasons, actions }),
      'separator',
      ...copyAs(chosen),
    ],
    paste: clip !== null && canCopy ? () => actions.paste() : null,
    onKeyDown,
    element:
      named === null ? null : (
        <NamePrompt
          key={named.what}
          thing={named}
          prefix={prefix}
          isTaken={(name, kind) => keysOf(listed).indexOf(entryKey({ kind, name: nameOf(name, kind) })) !== -1}
          onRename={rename}
          namespace={ports.namespace}
          onAddFolder={addFolder}
          onClose={() => {
            setNamed(null);
            ports.focusRows();
          }}
        />
      ),
  };
}

// Starts copies and moves of listed blobs and folders, after the questions about them. The engine does the work and
// shows it like every transfer.

interface CopyStart {
  readonly kind: CopyKind;
  readonly from: Pick<TransferLocation, 'connectionId' | 'container'>;
  readonly to: TransferLocation;
  readonly pasted: readonly Pasted[];
  readonly overwrite: OverwritePolicy;
}

/** Its `start` rejects with a StowageError when the job could not be begun. */
function copyWish({ kind, from, to, pasted, overwrite }: CopyStart): TransferWish {
  const wish = {
    kind: kind === 'copy' ? ('copy' as const) : ('move' as const),
    from: { connectionId: from.connectionId, container: from.container },
    blobs: pasted.flatMap(({ entry, target }) => (entry.kind === 'blob' ? [{ name: entry.name, as: target }] : [])),
    prefixes: pasted.flatMap(({ entry, target }) =>
      entry.kind === 'folder' ? [{ prefix: entry.name, as: target }] : [],
    ),
  };
  return {
    what: { kind, to, wish },
    overwrite,
    start: async (options, hub) => {
      const copy = copyOrderOf(to, wish, options);
      if (hub === null) await call('transfers.copy', copy);
      else await startOnHub(hub, { kind: 'copy', copy });
    },
  };
}

/** Into the folder it came from, a copy gets another name and a move is nothing. */
export function pasted(clip: Clip, location: TransferLocation, listed: readonly ListingEntry[]): readonly Pasted[] {
  if (isHome(clip, location)) return clip.kind === 'move' ? [] : duplicates(clip.entries, listed);
  return clip.entries.map((entry) => ({ entry, target: location.prefix + entry.name.slice(clip.prefix.length) }));
}

/** Each under a free name beside itself. */
function duplicates(entries: readonly ListingEntry[], listed: readonly ListingEntry[]): readonly Pasted[] {
  const taken = new Set(listed.map(entryKey));
  return entries.map((entry) => {
    const target = duplicateName(entry.name, (name) => taken.has(entryKey({ ...entry, name })));
    taken.add(entryKey({ ...entry, name: target }));
    return { entry, target };
  });
}

/** Whether the folder is the one that the clip came from. */
function isHome(clip: Clip, { connectionId, container, prefix }: TransferLocation): boolean {
  return clip.connectionId === connectionId && clip.container === container && clip.prefix === prefix;
}
