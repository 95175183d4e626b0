// `stowage tables`: list, create, delete.
import { StowageError, invalidInput } from '@shared/errors';
import { exitCodes } from '../exit-codes';
import type { CommandAction } from '../session';

export const listTables: CommandAction = async ({ engine, output, signal, connectionId }) => {
  const tables = await engine.calls['tables.list']({ connectionId: await connectionId() }, { signal });
  output.table(
    ['TABLE'],
    tables.map(({ name }) => [name]),
    tables,
  );
  return exitCodes.done;
};

export function createTable(table: string, options: { readonly ifNotExists?: boolean }): CommandAction {
  return async ({ engine, output, signal, connectionId }) => {
    try {
      await engine.calls['tables.create']({ connectionId: await connectionId(), table }, { signal });
    } catch (thrown) {
      if (options.ifNotExists !== true || StowageError.from(thrown).code !== 'conflict.exists') throw thrown;
      output.record({ created: null, exists: table }, `Table ${table} already exists.`);
      return exitCodes.done;
    }
    output.record({ created: table }, `Created table ${table}.`);
    return exitCodes.done;
  };
}

export function deleteTable(table: string, confirmed: boolean | undefined): CommandAction {
  return async ({ engine, output, signal, connectionId }) => {
    requireYes(`table ${table}`, confirmed);
    await engine.calls['tables.delete']({ connectionId: await connectionId(), table }, { signal });
    output.record({ deleted: table }, `Deleted table ${table}.`);
    return exitCodes.done;
  };
}

/** Deleting requires --yes, and prints what would be lost. */
export function requireYes(what: string, confirmed: boolean | undefined): void {
  if (!confirmed) throw invalidInput('--yes', `deleting ${what} cannot be undone.`, 'Add --yes to confirm.');
}
