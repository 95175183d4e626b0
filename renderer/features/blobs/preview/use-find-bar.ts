// The find bar of a preview: whether there is text to find in, whether the bar is open, and the key that opens it.
import { useState } from 'react';
import { useWindowKeys } from '@renderer/pane/view-actions';
import { isPaged } from './preview-state';
import type { BlobPreview } from './use-blob-preview';
import { type Find, useFind } from './use-find';

export interface FindBarState {
  readonly find: Find;
  /** Whether something is shown that can be searched. */
  readonly canFind: boolean;
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
}

/** @param pane whether the tab is the one on screen: only then it handles keys */
export function useFindBar({ blob, state, actions }: BlobPreview, pane: 'in-front' | 'behind'): FindBarState {
  const { status, view, kind } = state;
  const find = useFind(blob, state, actions);
  const [isWanted, setIsWanted] = useState(false);
  // A laid-out or tabular view is searched as plain text.
  const findsInText =
    status === 'ready' && (view === 'json' || view === 'table') && kind?.views.includes('text') === true;
  const canFind = isPaged(state) || findsInText;
  const open = (): void => {
    if (findsInText) actions.show('text');
    setIsWanted(true);
  };
  const close = (): void => {
    find.write('');
    setIsWanted(false);
  };
  // Wherever the keyboard is: what it was on may just have gone.
  useWindowKeys(pane, (event) => {
    // While it is being read the search waits for the first page.
    if (!(canFind || status === 'loading')) return;
    if (event.key.toLowerCase() !== 'f' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
    event.preventDefault();
    open();
  });
  return { find, canFind, isOpen: isWanted && isPaged(state), open, close };
}
