// Single entities: answers the calls of the contract that read, change and restore them.
import { resolveConflict } from '@shared/edit/conflict';
import { reviewEdits } from '@shared/edit/review';
import { undoLineOf } from '@shared/edit/undo-line';
import type { CallHandlers } from '@shared/ipc/contract';
import type { tableEditCalls } from '@shared/ipc/contract/table-edit';
import { checkKey, checkTableName } from '@shared/query/key-rules';
import { type Account, type AccountSource, partTargetOf } from '../../azure/account';
import type { Clock } from '../../ports';
import { readEntity } from '../ambiguous-writes';
import { type ApplyPorts, applyEdits } from './apply';
import { StowageError } from '@shared/errors';
import type { StagedEdit } from '@shared/model/edit';
import { t } from '@shared/strings/t';
import { KnownIndexes } from '../indexes/index-definitions';
import { type IndexedEdits, withIndexes } from './indexed-edits';
import { settleMove } from './move';
import { openMoveJournal } from './move-journal';
import { restoreChanges } from './restore';
import { openUndoFiles } from './undo-file';
import type { EditTarget } from './write-request';

export interface TableEdits {
  /** For other rooms that change entities: their changes can be undone in the same way. */
  readonly ports: ApplyPorts;
  readonly calls: Pick<CallHandlers<'engine'>, keyof typeof tableEditCalls>;
}

export interface TableEditsOptions {
  readonly accounts: AccountSource;
  readonly clock: Clock;
  /** Undo records and the journals of moves live below it. */
  readonly stateDir: string;
}

export function createTableEdits({ accounts, clock, stateDir }: TableEditsOptions): TableEdits {
  const indexes = new KnownIndexes();
  const ports = { undo: openUndoFiles(stateDir), moves: openMoveJournal(stateDir), indexes };
  const targetOn =
    (account: Account, signal: AbortSignal) =>
    (table: string): EditTarget => {
      checkTableName(table);
      return { account, table, clock, signal };
    };
  const writingTo = async (connectionId: string, table: string, signal: AbortSignal): Promise<EditTarget> =>
    targetOn(await accounts.openForWriting(connectionId), signal)(table);

  return {
    ports,
    calls: {
      'entities.get': async ({ connectionId, table, keys }, { signal }) => {
        checkTableName(table);
        checkKey('PartitionKey', keys.partitionKey);
        checkKey('RowKey', keys.rowKey);
        return { entity: await readEntity({ account: await accounts.open(connectionId), table, signal }, keys) };
      },
      'edits.review': async ({ connectionId, table, edits, grouping }, { signal }) => {
        const target = targetOn(await accounts.open(connectionId), signal)(table);
        const about = { ...partTargetOf(target.account.descriptor), table, grouping };
        const plain = reviewEdits({ ...about, edits });
        if (plain.violations.length > 0) return plain;
        const indexed = await indexedEdits(target, edits, indexes);
        return indexed === null ? plain : reviewEdits({ ...about, ...indexed });
      },
      'edits.apply': async ({ connectionId, table, edits, grouping, applyId, before }, { signal }) =>
        applyEdits(await writingTo(connectionId, table, signal), { edits, grouping, applyId, before }, ports),
      'edits.retry': async ({ connectionId, table, edit, theirs, picks }, { signal }) => {
        const edits = [resolveConflict(edit, theirs, picks)];
        return applyEdits(await writingTo(connectionId, table, signal), { edits, grouping: 'each' }, ports);
      },
      'edits.moves': async () =>
        (await ports.moves.interrupted()).map(({ id, connectionId, table, before, to, state, atMs }) => {
          const from = { partitionKey: before.partitionKey, rowKey: before.rowKey };
          return { moveId: id, connectionId, table, from, to, state, atMs };
        }),
      'edits.settle-move': async ({ moveId, how }, { signal }) => {
        const { move, state: journaled } = await ports.moves.take(moveId);
        try {
          const target = await writingTo(journaled.connectionId, journaled.table, signal);
          await indexes.rejectIndexed(target, t`completing a move`);
          const etag = await settleMove(target, journaled, how);
          const state = how === 'finish' ? 'applied' : 'failed';
          await ports.undo.settle(journaled.connectionId, [{ id: journaled.undoId, state, etag }]);
        } catch (thrown) {
          await move.abandon();
          throw thrown;
        }
        await move.close();
        return {};
      },
      'undo.list': async ({ connectionId, table, after, limit }) => {
        const undoable = (await ports.undo.read(connectionId))
          .filter((entry) => table === undefined || entry.table === table)
          .reverse();
        const from = after === undefined ? 0 : undoable.findIndex(({ id }) => id === after) + 1;
        const page = after !== undefined && from === 0 ? [] : undoable.slice(from, from + limit);
        return {
          lines: page.map(undoLineOf),
          total: undoable.length,
          more: page.length > 0 && from + limit < undoable.length,
        };
      },
      'undo.entries': async ({ connectionId, ids }) => {
        const wanted = new Set(ids);
        return (await ports.undo.read(connectionId))
          .filter(({ id }) => wanted.has(id))
          .map(({ restoredEtag: _, ...entry }) => entry);
      },
      'undo.size': ({ connectionId }) => ports.undo.size(connectionId),
      'undo.restore': async ({ connectionId, ids, applyId }, { signal }) => {
        const targetOf = targetOn(await accounts.openForWriting(connectionId), signal);
        return restoreChanges({ connectionId, ids, applyId }, targetOf, ports);
      },
      'undo.forget': async ({ connectionId }) => {
        await ports.undo.forget(connectionId);
        return {};
      },
    },
  };
}

/**
 * Null for a table without indexes, as far as can be read: without a connection, the review shows the edits alone, and
 * applying them fails for the same reason.
 * @throws StowageError `conflict.indexed`
 */
async function indexedEdits(
  target: EditTarget,
  edits: readonly StagedEdit[],
  known: KnownIndexes,
): Promise<IndexedEdits | null> {
  try {
    const definitions = await known.maintained(target);
    return definitions.length === 0 ? null : await withIndexes(target, edits, definitions);
  } catch (thrown) {
    const failure = StowageError.from(thrown);
    if (failure.kind === 'network' || failure.kind === 'throttled') return null;
    throw failure;
  }
}
