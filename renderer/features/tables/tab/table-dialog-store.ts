// Which dialog about a whole table is open, if any: requested by the navigator, the palette or the table's own tab.
import { createStore } from 'zustand/vanilla';
import type { RowsOfTable } from '../jobs/copy-draft';

/** A renaming is always of the whole table. */
export interface TableDialogRequest extends RowsOfTable {
  readonly request: 'copy' | 'rename' | 'compare';
}

export const tableDialog = createStore<{ readonly open: TableDialogRequest | null }>()(() => ({ open: null }));

export function openTableDialog(request: TableDialogRequest | null): void {
  tableDialog.setState({ open: request });
}
