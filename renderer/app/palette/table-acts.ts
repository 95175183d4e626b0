// What the palette can do with the table in front; actions that write say why they are disabled while the connection is
// locked.
import type { ConnectionSummary } from '@shared/model/connection';
import { t } from '@shared/strings/t';
import { type TableAsk, type TableVerb, askAboutTable, askOfTable, stagedTables } from '@renderer/features/tables';
import { shortcutOf } from '@renderer/keys/keys';
import { tableRefusals } from '@renderer/pane/table-refusals';
import { type PaletteEntry, action } from './palette-entry';

interface TableInFront {
  readonly connectionId: string;
  readonly table: string;
}

/** Nothing for a table whose connection is gone. */
export function tableActs(front: TableInFront, connections: readonly ConnectionSummary[]): readonly PaletteEntry[] {
  const connection = connections.find(({ id }) => id === front.connectionId);
  if (connection === undefined) return [];
  const { connectionId, table } = front;
  const verb = (verb: TableVerb) => (): void => askOfTable(connectionId, table, verb);
  const ask = (kind: TableAsk['ask']) => (): void => askAboutTable({ ask: kind, connectionId, table });
  const refusals = tableRefusals(connection);
  // These three look first, and write on their last page.
  const looksOnly = (why: string | null) => (why === null ? {} : { place: why });
  const isStaged = stagedTables().some((each) => each.connectionId === connectionId && each.table === table);
  return [
    action('export', t`Export ${table}…`, 'export', verb('export'), shortcutOf('export')),
    {
      ...action('insert-entity', t`Insert an entity into ${table}`, 'insert', verb('insert'), shortcutOf('insert')),
      ...refused(refusals.insert),
    },
    {
      ...action('bulk-edit', t`Bulk edit rows of ${table}…`, 'review', verb('bulk-edit')),
      ...looksOnly(refusals.remove === null ? null : refusals.edit),
    },
    { ...action('clear-table', t`Clear ${table}…`, 'review', verb('clear-table')), ...looksOnly(refusals.remove) },
    {
      ...action('restore-file', t`Restore ${table} from an undo file…`, 'undo', verb('restore-file')),
      ...looksOnly(refusals.all),
    },
    ...(isStaged
      ? [action('review', t`Review the changes to ${table}`, 'review', verb('review'), shortcutOf('review'))]
      : []),
    action('copy-table', t`Copy ${table} to…`, 'copy', ask('copy')),
    action('compare-table', t`Compare ${table} with…`, 'compare', ask('compare')),
    { ...action('rename-table', t`Rename ${table}…`, 'rename', ask('rename')), ...refused(refusals.rename) },
  ];
}

const refused = (refusal: string | null): Pick<PaletteEntry, 'refusal'> => (refusal === null ? {} : { refusal });
