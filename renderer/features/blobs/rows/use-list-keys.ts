// The keyboard in the list of blobs and folders, as in a file manager: moving, selecting, opening, deleting, and typing
// the beginning of a name.
import { type KeyboardEvent, useRef } from 'react';
import { leafName } from '../names/path';
import {
  type KeyList,
  type SelectMode,
  type Selection,
  movedIndex,
  nothingSelected,
  selectAll,
} from '../listing/selection';
import type { ListingEntry } from '../listing/listing';

export interface ListKeysParts {
  readonly rows: {
    readonly entries: readonly ListingEntry[];
    readonly selection: Selection;
    /** Names are shown below it. */
    readonly prefix: string;
  };
  readonly keys: KeyList;
  /** -1 where no row is. */
  readonly currentIndex: number;
  /** The distance of the page keys. */
  readonly pageRows: number;
  readonly choose: (index: number, mode: SelectMode) => void;
  readonly onSelect: (selection: Selection) => void;
  readonly onOpen: (entry: ListingEntry) => void;
  readonly onUp: () => void;
  readonly onDelete: () => void;
}

/** A character that is typed within this time continues the text before it. */
const typingPauseMs = 900;

export function useListKeys(parts: ListKeysParts): (event: KeyboardEvent) => void {
  const { rows, keys, currentIndex, pageRows, choose, onSelect, onOpen, onUp, onDelete } = parts;
  const { entries, selection, prefix } = rows;
  const typed = useRef({ text: '', atMs: 0 });

  /** Typing a name goes to the first entry that starts with it. */
  const jumpTo = (character: string): void => {
    const atMs = performance.now();
    const text = (atMs - typed.current.atMs < typingPauseMs ? typed.current.text : '') + character.toLowerCase();
    typed.current = { text, atMs };
    const index = entries.findIndex((entry) => leafName(entry.name, prefix).toLowerCase().startsWith(text));
    if (index >= 0) choose(index, 'only');
  };

  return (event) => {
    if (event.target !== event.currentTarget) return;
    const target = event.altKey ? null : movedIndex(event.key, currentIndex, entries.length, pageRows);
    const current = entries[currentIndex];
    if (target !== null) {
      choose(target, event.shiftKey ? 'range' : 'only');
    } else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
      onSelect(selectAll(selection, keys));
    } else if (event.key === 'Enter' && current) {
      onOpen(current);
    } else if (event.key === 'Backspace' || (event.key === 'ArrowUp' && event.altKey)) {
      onUp();
    } else if (event.key === 'Delete') {
      onDelete();
    } else if (event.key === ' ' && currentIndex >= 0) {
      choose(currentIndex, 'toggle');
    } else if (event.key === 'Escape' && selection.selected.size > 0) {
      onSelect({ ...nothingSelected, current: selection.current });
    } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      jumpTo(event.key);
    } else return;
    event.preventDefault();
  };
}
