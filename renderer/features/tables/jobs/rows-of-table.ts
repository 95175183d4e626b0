// Rows of one table that are to be copied to another one, or compared with it.
import type { TableQuery } from '@shared/model/table-query';

export interface RowsOfTable {
  readonly connectionId: string;
  readonly table: string;
  /** The rows that are meant; the whole table where it is left out. */
  readonly query?: TableQuery | undefined;
}
