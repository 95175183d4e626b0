// Staged edits are saved change by change, are restored, and are reported when they cannot be saved.
import { StowageError } from '@shared/errors';
import type { CallInput, CallOutput } from '@shared/ipc/contract';
import type { StagedEdit } from '@shared/model/edit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deletionOf, entityOf } from '../fixtures/edits';
import { discardStaged, stagedTables, stagingOf } from './staged-tables';
import { deleteRows, discard, insertEntity } from './staging';
import { type ReturnedEdits, type StagingKeeper, startStagingKeeper } from './staging-keeper';

/** As the engine keeps it, by table. */
let disk: Map<string, Map<string, StagedEdit>>;
let requested: CallInput<'staged.keep'>[];
let failure: StowageError | null;
let returned: readonly ReturnedEdits[];
let failures: number;
/** Stagings live as long as the page: each test uses a different table. */
let table = '';
let tables = 0;

beforeEach(() => {
  disk = new Map();
  requested = [];
  failure = null;
  returned = [];
  failures = 0;
  table = `Ships${(tables += 1)}`;
});

const started: StagingKeeper[] = [];
afterEach(() => {
  started.splice(0).forEach((keeper) => keeper.dispose());
  stagedTables().forEach(discardStaged);
});

function start(): StagingKeeper {
  const keeper = startStagingKeeper({
    window: 'main',
    read: (): Promise<CallOutput<'staged.read'>> =>
      failure === null
        ? Promise.resolve(
            [...disk].map(([name, edits]) => ({ connectionId: 'c', table: name, edits: [...edits.values()] })),
          )
        : Promise.reject(failure),
    keep: (input) => {
      if (failure !== null) return Promise.reject(failure);
      requested.push(input);
      const edits = disk.get(input.table) ?? new Map<string, StagedEdit>();
      for (const id of input.gone) edits.delete(id);
      for (const edit of input.edits) edits.set(edit.id, edit);
      disk.set(input.table, edits);
      return Promise.resolve({});
    },
    onReturned: (all) => (returned = all),
    onFailure: () => (failures += 1),
  });
  started.push(keeper);
  return keeper;
}
const staging = () => stagingOf({ connectionId: 'c', table });
const idsOnDisk = (): readonly string[] => [...(disk.get(table)?.keys() ?? [])];
const ship = (rowKey: string) => ({ read: entityOf(rowKey, []), readColumns: 'all' as const });
const idOf = (rowKey: string): string => JSON.stringify(['Quay', rowKey]);

describe('staging keeper', () => {
  it('writes each change to disk once', async () => {
    const keeper = start();
    staging().stage((before) => deleteRows(before, [ship('Ada'), ship('Bea')]));
    expect(await keeper.settled()).toBe('kept');
    expect(idsOnDisk()).toEqual([idOf('Ada'), idOf('Bea')]);
    staging().stage((before) => discard(before, idOf('Ada')));
    await keeper.settled();
    expect(requested.at(-1)).toMatchObject({ window: 'main', gone: [idOf('Ada')], edits: [] });
    await keeper.settled();
    expect(requested).toHaveLength(2);
  });

  it('restores edits, but never over newer ones of the same entity', async () => {
    disk.set(
      table,
      new Map<string, StagedEdit>([
        [
          'insert-1',
          {
            kind: 'insert',
            id: 'insert-1',
            mode: 'insert',
            entity: { partitionKey: 'Quay', rowKey: 'Old', properties: [] },
          },
        ],
        [idOf('Ada'), { ...deletionOf(entityOf('Ada', [])), id: idOf('Ada') }],
      ]),
    );
    staging().stage((before) => insertEntity(before, { partitionKey: 'Quay', rowKey: 'New', properties: [] }).staging);
    const keeper = start();
    await keeper.settled();
    const { staging: now, returned: marked } = staging().store.getState();
    expect(now.edits.map(({ id }) => id)).toEqual(['insert-1', 'insert-2', idOf('Ada')]);
    expect(now.edits.flatMap((edit) => (edit.kind === 'insert' ? [edit.entity.rowKey] : []))).toEqual(['New', 'Old']);
    expect(insertEntity(now, { partitionKey: '', rowKey: '', properties: [] }).id).toBe('insert-3');
    expect(marked.has(idOf('Ada'))).toBe(true);
    expect(returned).toEqual([{ connectionId: 'c', table, count: 2 }]);
    await keeper.settled();
    expect([...idsOnDisk()].sort()).toEqual([idOf('Ada'), 'insert-1', 'insert-2'].sort());
  });

  it('reports a failed write once, and writes again as soon as possible', async () => {
    failure = new StowageError('local.disk-full', 'The disk is full.');
    const keeper = start();
    staging().stage((before) => deleteRows(before, [ship('Ada')]));
    expect(await keeper.settled()).toBe('unkept');
    staging().stage((before) => deleteRows(before, [ship('Bea')]));
    expect(await keeper.settled()).toBe('unkept');
    expect([failures, idsOnDisk()]).toEqual([1, []]);
    failure = null;
    keeper.tryAgain();
    expect(await keeper.settled()).toBe('kept');
    expect(idsOnDisk()).toEqual([idOf('Ada'), idOf('Bea')]);
  });

  it('writes many edits in parts', async () => {
    const keeper = start();
    const rows = Array.from({ length: 250 }, (_, index) => ship(`B${index}`));
    staging().stage((before) => deleteRows(before, rows));
    await keeper.settled();
    expect(requested.map(({ edits }) => edits.length)).toEqual([100, 100, 50]);
    expect(idsOnDisk()).toHaveLength(250);
  });
});
