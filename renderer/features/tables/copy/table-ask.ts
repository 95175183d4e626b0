// Which dialog about whole tables is open, if any: asked for by the navigator, the palette or a table's own tab.
import type { TableQuery } from '@shared/query/filter';
import { createStore } from 'zustand/vanilla';

export interface TableAsk {
  readonly ask: 'copy' | 'rename' | 'compare';
  readonly connectionId: string;
  readonly table: string;
  /** The rows that are meant; the whole table where it is left out. A renaming is always of the whole table. */
  readonly query?: TableQuery | undefined;
}

export const tableAsk = createStore<{ readonly open: TableAsk | null }>()(() => ({ open: null }));

export function askAboutTable(ask: TableAsk | null): void {
  tableAsk.setState({ open: ask });
}

/** All rows of a table, whole. */
export function wholeTable(table: string): TableQuery {
  return { table, partitionKey: { kind: 'any' }, rowKey: { kind: 'any' }, select: [], pageSize: 1000 };
}
