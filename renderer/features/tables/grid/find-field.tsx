// Find in the loaded rows: a button that opens a field, the number of matches, and going from one to the next.
import { counted } from '@shared/strings/counted';
import { plural, t } from '@shared/strings/t';
import { useWindowKeys } from '@renderer/pane/view-actions';
import { IconButton, TextField, VisuallyHidden } from '@renderer/ui';
import { formatCount } from '@shared/units';
import { ArrowDown, ArrowUp, Search, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Find, FindState } from './find';
import styles from './rows-tools.module.css';
import type { Cell, Selection } from './selection';

export interface FindFieldProps {
  readonly find: Find;
  readonly selection: Selection | undefined;
  /** Ctrl F opens the field only where the tab is on screen. */
  readonly isActive: boolean;
  readonly onGo: (cell: Cell) => void;
  /** The keyboard goes back to the rows. */
  readonly onLeave: () => void;
}

export function FindField({ find, selection, isActive, onGo, onLeave }: FindFieldProps) {
  const [isOpen, setOpen] = useState(false);
  const state = useStore(find.store);
  const input = useRef<HTMLInputElement>(null);
  const early = useRef<'next' | 'previous'>(undefined);

  useWindowKeys(isActive ? 'in-front' : 'behind', (event) => {
    const isFind =
      (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'f';
    if (!isFind || event.defaultPrevented) return;
    event.preventDefault();
    setOpen(true);
    input.current?.select();
  });

  const close = (): void => {
    find.search('');
    setOpen(false);
    onLeave();
  };
  const step = (direction: 'next' | 'previous'): void => {
    const cell = find.step(direction, selection?.active);
    // Enter right after the last letter is ahead of the search: it is answered with the first match.
    early.current = cell === undefined && find.store.getState().status === 'searching' ? direction : undefined;
    if (cell !== undefined) onGo(cell);
  };
  const answerEarly = useEffectEvent(() => {
    if (early.current !== undefined) step(early.current);
  });
  useEffect(() => answerEarly(), [state.matches, state.status]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') step(event.shiftKey ? 'previous' : 'next');
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  if (!isOpen) {
    return (
      <IconButton
        label={t`Search loaded rows`}
        shortcut="Ctrl F"
        size="small"
        icon={<Search size={14} aria-hidden />}
        onPress={() => setOpen(true)}
      />
    );
  }
  return (
    <div role="search" aria-label={t`Search loaded rows`} className={styles.find}>
      <TextField
        label={t`Search loaded rows`}
        labelPosition="hidden"
        size="small"
        placeholder={t`Search loaded rows`}
        value={state.text}
        onChange={(text) => {
          early.current = undefined;
          find.search(text);
        }}
        onKeyDown={onKeyDown}
        inputRef={input}
        autoFocus
        className={styles.findField ?? ''}
        before={<Search size={14} aria-hidden />}
      />
      <span className={styles.count}>{findText(state)}</span>
      <VisuallyHidden>
        <span role="status">{state.status === 'idle' ? findText(state) : ''}</span>
      </VisuallyHidden>
      <IconButton
        label={t`Previous match`}
        shortcut="Shift Enter"
        size="small"
        isDisabled={state.matches === 0}
        icon={<ArrowUp size={14} aria-hidden />}
        onPress={() => step('previous')}
      />
      <IconButton
        label={t`Next match`}
        shortcut="Enter"
        size="small"
        isDisabled={state.matches === 0}
        icon={<ArrowDown size={14} aria-hidden />}
        onPress={() => step('next')}
      />
      <IconButton
        label={t`Close search`}
        shortcut="Esc"
        size="small"
        icon={<X size={14} aria-hidden />}
        onPress={close}
      />
    </div>
  );
}

/** How many there are, and in what: never more than was searched. */
function findText({ text, status, matches, isCut, searchedRows, current }: FindState): string {
  if (text === '') return '';
  const rows = plural(
    searchedRows,
  )`in ${formatCount(searchedRows)} loaded row | in ${formatCount(searchedRows)} loaded rows`;
  const count = isCut ? t`the first ${formatCount(matches)} matches` : counted(matches, 'match');
  const position = current === 0 ? count : t`${formatCount(current)} of ${count}`;
  return status === 'searching' ? t`${position} ${rows} so far` : `${position} ${rows}`;
}
