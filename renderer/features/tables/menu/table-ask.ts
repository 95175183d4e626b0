// Which dialog about a whole table is open, if any: requested by the navigator, the palette or the table's own tab.
import { createStore } from 'zustand/vanilla';
import type { RowsOfTable } from '../copy/rows-of-table';

/** A renaming is always of the whole table. */
export interface TableAsk extends RowsOfTable {
  readonly ask: 'copy' | 'rename' | 'compare';
}

export const tableAsk = createStore<{ readonly open: TableAsk | null }>()(() => ({ open: null }));

export function askAboutTable(ask: TableAsk | null): void {
  tableAsk.setState({ open: ask });
}
