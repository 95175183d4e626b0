// The columns of one table tab as a user arranged them: hidden, ordered, pinned, sized, and how values are displayed.
// Remembered for each table, and under a name to be applied to others; bounded in number, validated when read.
import { useCallback, useMemo, useState } from 'react';
import type { Entity } from '@shared/model/entity';
import type { SessionState } from './run-state';
import { type Display, display, formatCell, standardDisplay } from './value-format';
import {
  type GridColumn,
  allColumns,
  badgeText,
  cellValue,
  narrowestPx,
  visibleColumns,
  widestPx,
} from './grid-column';
import { z } from 'zod';
import { t } from '@shared/strings/t';
import { keepJson, readJson } from '@renderer/storage/saved';

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

const columnChoice = z.object({
  /** Ids of columns. */
  hidden: z.array(z.string()),
  /** In the order wanted; columns that are not named stay behind the one they usually follow. */
  order: z.array(z.string()),
  /** Its difference from the default: keys are pinned, others not. */
  pinned: z.array(z.tuple([z.string(), z.boolean()])),
  widths: z.array(z.tuple([z.string(), z.number()])),
  display,
});
export type ColumnChoice = z.infer<typeof columnChoice>;

export const noChoice: ColumnChoice = { hidden: [], order: [], pinned: [], widths: [], display: standardDisplay };

/** The columns as chosen: pinned ones first, each group in the order wanted. Hidden ones are still among them. */
export function arrangeColumns(columns: readonly GridColumn[], choice: ColumnChoice): readonly GridColumn[] {
  const pins = new Map(choice.pinned);
  const widths = new Map(choice.widths);
  const chosen = columns.map((column) => ({
    ...column,
    pinned: pins.get(column.id) ?? column.pinned,
    widthPx: widths.get(column.id) ?? column.widthPx,
  }));
  const ordered = inOrder(chosen, choice.order);
  return [...ordered.filter(({ pinned }) => pinned), ...ordered.filter(({ pinned }) => !pinned)];
}

/** `columnId` moved to just before `beforeId`, or to the end; all positions are then explicit. */
export function movedColumn(
  columns: readonly GridColumn[],
  columnId: string,
  beforeId: string | undefined,
): readonly string[] {
  const ids = columns.map(({ id }) => id).filter((id) => id !== columnId);
  const at = beforeId === undefined ? ids.length : ids.indexOf(beforeId);
  ids.splice(at < 0 ? ids.length : at, 0, columnId);
  return ids;
}

function inOrder(columns: readonly GridColumn[], order: readonly string[]): readonly GridColumn[] {
  if (order.length === 0) return columns;
  const byId = new Map(columns.map((column) => [column.id, column]));
  const ids = order.filter((id) => byId.has(id));
  columns.forEach(({ id }, index) => {
    if (ids.includes(id)) return;
    const before = columns[index - 1];
    ids.splice(before === undefined ? 0 : ids.indexOf(before.id) + 1, 0, id);
  });
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const storedTables = z.array(z.tuple([z.string(), columnChoice]));
const storedLayouts = z.array(z.object({ name: z.string(), choice: columnChoice }));
type NamedLayout = z.infer<typeof storedLayouts>[number];

const tablesKey = 'table-columns';
const layoutsKey = 'table-layouts';
/** The tables used last are remembered. */
const maxTables = 100;
const maxLayouts = 50;

/** The saved layout of a table, by a name of the connection and the table. */
export function readChoice(table: string): ColumnChoice {
  return readJson(tablesKey, storedTables)?.find(([name]) => name === table)?.[1] ?? noChoice;
}

export function rememberChoice(table: string, choice: ColumnChoice): void {
  const others = (readJson(tablesKey, storedTables) ?? []).filter(([name]) => name !== table);
  keepJson(tablesKey, [[table, choice], ...others].slice(0, maxTables));
}

/** Layouts in the order of their names, as users sort names. */
export function readLayouts(): readonly NamedLayout[] {
  return readJson(layoutsKey, storedLayouts) ?? [];
}

/** Replaces a layout of the same name; returns why it cannot be saved, if so. */
export function saveLayout(layout: NamedLayout): string | null {
  const others = readLayouts().filter(({ name }) => name !== layout.name);
  if (others.length >= maxLayouts) return t`The maximum of ${maxLayouts} layouts is reached. Delete one first.`;
  return writeLayouts([...others, layout]) === 'kept'
    ? null
    : t`There is no space to save the layout. Delete another one first.`;
}

export function renameLayout(name: string, newName: string): void {
  const remaining = readLayouts().filter((layout) => layout.name !== newName || name === newName);
  writeLayouts(remaining.map((layout) => (layout.name === name ? { ...layout, name: newName } : layout)));
}

export function deleteLayout(name: string): void {
  writeLayouts(readLayouts().filter((layout) => layout.name !== name));
}

function writeLayouts(layouts: readonly NamedLayout[]): 'kept' | 'no-room' {
  const sorted = [...layouts].sort((left, right) => left.name.localeCompare(right.name));
  return keepJson(layoutsKey, sorted);
}

const paddingPx = 22;
const headerExtraPx = 64;

/** Pixels for the cells of these rows and for the header, within the bounds of a column. */
function fittingWidth(column: GridColumn, rows: readonly Entity[], display: Display): number {
  const measure = textMeasure();
  let widest = measure(column.name, 'sans') + measure(badgeText(column.types), 'sans') + headerExtraPx;
  const isKey = column.source === 'partition-key' || column.source === 'row-key';
  for (const row of rows) {
    const value = cellValue(row, column);
    if (value === undefined) continue;
    const cell = formatCell(value, display);
    widest = Math.max(widest, measure(cell.text, isKey ? 'mono' : cell.face) + paddingPx);
  }
  return Math.round(Math.max(narrowestPx, Math.min(widestPx, widest)));
}

function textMeasure(): (text: string, face: 'sans' | 'mono') => number {
  const context = document.createElement('canvas').getContext('2d');
  const styles = getComputedStyle(document.documentElement);
  return (text, face) => {
    if (context === null) return text.length * 7;
    const family = styles.getPropertyValue(face === 'mono' ? '--font-mono' : '--font-interface');
    const size = styles.getPropertyValue(face === 'mono' ? '--size-small' : '--size-body');
    context.font = `${size} ${family}`;
    return context.measureText(text).width;
  };
}
