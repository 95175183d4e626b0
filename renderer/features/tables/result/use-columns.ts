// The columns of one table tab: those found in the rows, and what the person chose and the window remembers.
import { useCallback, useMemo, useState } from 'react';
import type { Entity } from '@shared/model/entity';
import type { SessionState } from './session-state';
import { type ColumnChoice, arrangeColumns, movedColumn, readChoice, rememberChoice } from './column-choice';
import type { Display } from './display';
import { fittingWidth } from './fit-column';
import { type GridColumn, allColumns, visibleColumns } from './grid-column';

export interface Columns {
  readonly all: readonly GridColumn[];
  readonly shown: readonly GridColumn[];
  readonly hidden: ReadonlySet<string>;
  /** Property names to ask the service for; empty for all. */
  readonly select: readonly string[];
  readonly fetching: 'all' | 'shown';
  readonly choice: ColumnChoice;
  readonly setHidden: (hidden: ReadonlySet<string>) => void;
  readonly setFetching: (fetching: 'all' | 'shown') => void;
  readonly setDisplay: (display: Display) => void;
  /** Takes over a whole choice, as a named layout is one. */
  readonly choose: (choice: ColumnChoice) => void;
  readonly resize: (columnId: string, widthPx: number) => void;
  /** Puts a column before another one, or last. */
  readonly move: (columnId: string, beforeId: string | undefined) => void;
  readonly pin: (columnId: string, pinned: 'pinned' | 'loose') => void;
  /** Makes a column as wide as its texts in these rows. */
  readonly fit: (columnId: string, rows: readonly Entity[]) => void;
}

/** `scope` names the table for the window's memory. */
export function useColumns(
  { columns, keyCharacters }: Pick<SessionState, 'columns' | 'keyCharacters'>,
  scope: string,
): Columns {
  const [choice, setChoice] = useState(() => readChoice(scope));
  const [fetching, setFetching] = useState<'all' | 'shown'>('all');
  const choose = useCallback(
    (next: ColumnChoice) => {
      rememberChoice(scope, next);
      setChoice(next);
    },
    [scope],
  );
  const known = useMemo(() => allColumns(columns, keyCharacters), [columns, keyCharacters]);
  const all = useMemo(() => arrangeColumns(known, choice), [known, choice]);
  const hidden = useMemo(() => new Set(choice.hidden), [choice.hidden]);
  const shown = useMemo(() => visibleColumns(all, hidden), [all, hidden]);
  const select = useMemo(
    () => (fetching === 'all' || hidden.size === 0 ? [] : shown.map(({ name }) => name)),
    [fetching, hidden, shown],
  );
  const resize = useCallback(
    (columnId: string, widthPx: number) =>
      choose({ ...choice, widths: [...choice.widths.filter(([id]) => id !== columnId), [columnId, widthPx]] }),
    [choice, choose],
  );
  const move = useCallback(
    (columnId: string, beforeId: string | undefined) =>
      choose({ ...choice, order: [...movedColumn(all, columnId, beforeId)] }),
    [all, choice, choose],
  );
  const pin = useCallback(
    (columnId: string, pinned: 'pinned' | 'loose') =>
      choose({
        ...choice,
        pinned: [...choice.pinned.filter(([id]) => id !== columnId), [columnId, pinned === 'pinned']],
      }),
    [choice, choose],
  );
  const setHidden = useCallback(
    (next: ReadonlySet<string>) => choose({ ...choice, hidden: [...next] }),
    [choice, choose],
  );
  const setDisplay = useCallback((display: Display) => choose({ ...choice, display }), [choice, choose]);
  const fit = useCallback(
    (columnId: string, rows: readonly Entity[]) => {
      const column = all.find(({ id }) => id === columnId);
      if (column !== undefined) resize(columnId, fittingWidth(column, rows, choice.display));
    },
    [all, choice.display, resize],
  );
  return {
    all,
    shown,
    hidden,
    select,
    fetching,
    choice,
    setHidden,
    setFetching,
    setDisplay,
    choose,
    resize,
    move,
    pin,
    fit,
  };
}
