// The palette's actions for the active table; actions that write show why they are disabled while the connection is
// locked.
import type { ConnectionSummary } from '@shared/model/connection';
import { t } from '@shared/strings/t';
import {
  type TableDialogRequest,
  type TableVerb,
  openTableDialog,
  requestTableAction,
  stagedTables,
} from '@renderer/features/tables';
import { shortcutOf } from '@renderer/keys/keys';
import { tableDisabledReasons } from '@renderer/pane/table-disabled-reasons';
import { type PaletteEntry, action } from './palette-entry';

interface TableInFront {
  readonly connectionId: string;
  readonly table: string;
}

/** Nothing for a table whose connection is gone. */
export function tableActions(front: TableInFront, connections: readonly ConnectionSummary[]): readonly PaletteEntry[] {
  const connection = connections.find(({ id }) => id === front.connectionId);
  if (connection === undefined) return [];
  const { connectionId, table } = front;
  const runVerb = (runVerb: TableVerb) => (): void => requestTableAction(connectionId, table, runVerb);
  const dialogEntry = (kind: TableDialogRequest['request']) => (): void =>
    openTableDialog({ request: kind, connectionId, table });
  const disabledReasons = tableDisabledReasons(connection, table);
  // These three only read at first, and write on their last page.
  const disabledInView = (why: string | null) => (why === null ? {} : { context: why });
  const isStaged = stagedTables().some((each) => each.connectionId === connectionId && each.table === table);
  return [
    action('export', t`Export ${table}…`, 'export', runVerb('export'), shortcutOf('export')),
    {
      ...action('insert-entity', t`Insert an entity into ${table}`, 'insert', runVerb('insert'), shortcutOf('insert')),
      ...disabledIf(disabledReasons.insert),
    },
    {
      ...action('bulk-edit', t`Bulk edit rows of ${table}…`, 'review', runVerb('bulk-edit')),
      ...disabledInView(disabledReasons.remove === null ? null : disabledReasons.edit),
    },
    {
      ...action('clear-table', t`Clear ${table}…`, 'review', runVerb('clear-table')),
      ...disabledInView(disabledReasons.remove),
    },
    {
      ...action('restore-file', t`Restore ${table} from an undo file…`, 'undo', runVerb('restore-file')),
      ...disabledInView(disabledReasons.all),
    },
    ...(isStaged
      ? [action('review', t`Review changes to ${table}`, 'review', runVerb('review'), shortcutOf('review'))]
      : []),
    action('copy-table', t`Copy ${table} to…`, 'copy', dialogEntry('copy')),
    action('compare-table', t`Compare ${table} with…`, 'compare', dialogEntry('compare')),
    {
      ...action('rename-table', t`Rename ${table}…`, 'rename', dialogEntry('rename')),
      ...disabledIf(disabledReasons.rename),
    },
  ];
}

const disabledIf = (disabledReason: string | null): Pick<PaletteEntry, 'disabledReason'> =>
  disabledReason === null ? {} : { disabledReason };
