// A person's choices for the columns of a table and the display of values: remembered for each table, and under a name
// to be applied to others. Stored as JSON in the window's own storage, bounded in number, validated when read.
import { z } from 'zod';
import { t } from '@shared/strings/t';
import { keepJson, readJson } from '@renderer/storage/saved';
import { display, standardDisplay } from './display';
import type { GridColumn } from './grid-column';

const columnChoice = z.object({
  /** Ids of columns. */
  hidden: z.array(z.string()),
  /** In the order wanted; columns that are not named stay behind the one they usually follow. */
  order: z.array(z.string()),
  /** Where it differs from what is usual: keys are pinned, others not. */
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

/** `columnId` moved to just before `beforeId`, or to the end; all places are then chosen ones. */
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
export type NamedLayout = z.infer<typeof storedLayouts>[number];

const tablesKey = 'table-columns';
const layoutsKey = 'table-layouts';
/** The tables used last are remembered. */
const maxTables = 100;
const maxLayouts = 50;

/** What was chosen for a table, by a name of the connection and the table. */
export function readChoice(table: string): ColumnChoice {
  return readJson(tablesKey, storedTables)?.find(([name]) => name === table)?.[1] ?? noChoice;
}

export function rememberChoice(table: string, choice: ColumnChoice): void {
  const others = (readJson(tablesKey, storedTables) ?? []).filter(([name]) => name !== table);
  keepJson(tablesKey, [[table, choice], ...others].slice(0, maxTables));
}

/** Layouts by name, as a person reads names. */
export function readLayouts(): readonly NamedLayout[] {
  return readJson(layoutsKey, storedLayouts) ?? [];
}

/** Replaces a layout of the same name; says why it cannot be kept, if so. */
export function saveLayout(layout: NamedLayout): string | null {
  const others = readLayouts().filter(({ name }) => name !== layout.name);
  if (others.length >= maxLayouts) return t`There are ${maxLayouts} layouts already. Delete one first.`;
  return writeLayouts([...others, layout]) === 'kept'
    ? null
    : t`There is no room to keep it. Delete another layout first.`;
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
