import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CallOutput } from '@shared/ipc/contract';
import type { EntityKeys, PropertyChange, StagedEdit } from '@shared/model/edit';
import type { Entity } from '@shared/model/entity';
import { writeEntities } from '../batch-write';
import { row } from '../fixtures/table-bench';
import { type EditBench, prop, startEditBench, value } from './fixtures/edit-bench';
import type { TableEdits } from './index';

let bench: EditBench;
beforeAll(async () => {
  bench = await startEditBench();
});
afterAll(() => bench.dispose());
afterEach(() => {
  bench.proxy.clearFaults();
  bench.writes();
});

const context = { signal: new AbortController().signal };
const connectionId = 'local';
const properties = [{ name: 'Big', value: value('Edm.Int64', '9007199254740993') }, prop('Note', 'kept')];
const isDelete = ({ method }: { readonly method: string }): boolean => method === 'DELETE';
const rejection = {
  kind: 'answer',
  status: 400,
  headers: { 'x-ms-request-id': 'x', 'x-ms-error-code': 'OutOfRangeInput' },
} as const;

async function filled(table: string): Promise<Entity> {
  await bench.fill(table, [row('P', 'R', properties)]);
  return (await bench.stored(table, 'R')) ?? expect.unreachable();
}
function rekey(read: Entity, to: EntityKeys, changes: readonly PropertyChange[] = []): StagedEdit {
  return { kind: 'change-keys', id: 'move', read, readColumns: 'all', condition: 'as-read', to, changes: [...changes] };
}
async function apply(
  table: string,
  edit: StagedEdit,
  engine: TableEdits = bench.edits,
): Promise<CallOutput<'edits.apply'>['outcomes'][number]> {
  const { outcomes, violations } = await engine.calls['edits.apply'](
    { connectionId, table, edits: [edit], grouping: 'each' },
    context,
  );
  expect(violations).toEqual([]);
  return outcomes[0] ?? expect.unreachable();
}
async function deleteRow(table: string, read: Entity): Promise<void> {
  await apply(table, { kind: 'delete', id: 'd', read, readColumns: 'all', condition: 'as-read' }, bench.restarted());
}
const elsewhere = { partitionKey: 'Q', rowKey: 'R' };
const movesOf = async (engine: TableEdits): Promise<CallOutput<'edits.moves'>> =>
  engine.calls['edits.moves']({}, context);
/** Which of both keys hold the unchanged entity. */
async function places(table: string): Promise<string[]> {
  const both = await Promise.all([bench.stored(table, 'R', 'P'), bench.stored(table, 'R', 'Q')]);
  return both.flatMap((entity) => (entity === null ? [] : [entity.partitionKey]));
}
/** A move that stopped between insert and delete; answers its id. */
async function interrupted(table: string): Promise<string> {
  const read = await filled(table);
  bench.proxy.inject({ fault: rejection, when: isDelete });
  const outcome = await apply(table, rekey(read, elsewhere));
  if (outcome.kind !== 'failed' || outcome.moveId === undefined) throw new Error(`The outcome was ${outcome.kind}.`);
  expect(await places(table)).toEqual(['P', 'Q']);
  return outcome.moveId;
}

describe('other keys', () => {
  it('in the same partition are one transaction', async () => {
    const read = await filled('Within');
    const outcome = await apply(
      'Within',
      rekey(read, { partitionKey: 'P', rowKey: 'S' }, [{ kind: 'set', ...prop('Note', 'new') }]),
    );
    const stored = await bench.stored('Within', 'S');
    expect(outcome).toMatchObject({ kind: 'applied', etag: stored?.etag });
    expect(bench.writes().map(({ path }) => path)).toEqual([expect.stringMatching(/\$batch$/)]);
    expect(stored?.properties).toEqual([properties[0], prop('Note', 'new')]);
    expect(await bench.stored('Within', 'R')).toBeNull();
  });

  it('in another are an insert, a lookup and a delete', async () => {
    const read = await filled('Across');
    const before = bench.proxy.requests.length;
    expect(await apply('Across', rekey(read, elsewhere))).toMatchObject({ kind: 'applied' });
    const [indexes, ...sent] = bench.proxy.requests.slice(before);
    expect(indexes?.query.get('$filter')).toContain('stowage-index');
    expect(sent.map(({ method }) => method)).toEqual(['POST', 'GET', 'DELETE']);
    expect(bench.writes().at(-1)?.ifMatch).toBe(read.etag);
    expect((await bench.stored('Across', 'R', 'Q'))?.properties).toEqual(properties);
    expect(await places('Across')).toEqual(['Q']);
    expect(await movesOf(bench.edits)).toEqual([]);
  });

  it('are right also when every reply is lost', async () => {
    const read = await filled('AllLost');
    const lost = bench.proxy.inject({
      fault: { kind: 'drop-reply' },
      when: ({ method }) => method !== 'GET',
      times: 2,
    });
    expect(await apply('AllLost', rekey(read, elsewhere))).toMatchObject({ kind: 'applied', readBack: true });
    expect([lost.hits(), await places('AllLost')]).toEqual([2, ['Q']]);
  });

  it('that are taken change nothing', async () => {
    const read = await filled('Taken');
    await bench.restarted().calls['edits.apply'](
      {
        connectionId,
        table: 'Taken',
        edits: [{ kind: 'insert', id: 'i', mode: 'insert', entity: { ...elsewhere, properties: [] } }],
        grouping: 'each',
      },
      context,
    );
    expect(await apply('Taken', rekey(read, elsewhere))).toMatchObject({
      kind: 'failed',
      error: { code: 'conflict.exists' },
    });
    expect((await bench.stored('Taken', 'R', 'Q'))?.properties).toEqual([]);
    expect(await bench.stored('Taken', 'R')).toEqual(read);
    expect(await movesOf(bench.edits)).toEqual([]);
  });

  it('are abandoned when another client changed the entity: the copy is removed', async () => {
    const read = await filled('Touched');
    const touch: StagedEdit = {
      kind: 'update',
      id: 'u',
      read,
      readColumns: 'all',
      condition: 'as-read',
      mode: 'merge',
      changes: [{ kind: 'set', ...prop('Note', 'theirs') }],
    };
    await apply('Touched', touch, bench.restarted());
    expect(await apply('Touched', rekey(read, elsewhere))).toMatchObject({
      kind: 'conflict',
      conflict: { reason: 'changed' },
    });
    expect(await places('Touched')).toEqual(['P']);
    expect(await movesOf(bench.edits)).toEqual([]);
  });

  it('delete only the version that was found, also when any version may be overwritten', async () => {
    const read = await filled('AnyVersion');
    const theirs = [prop('Note', 'theirs')];
    const act = (): Promise<unknown> =>
      writeEntities(bench.direct, 'AnyVersion', [row('P', 'R', theirs)], { mode: 'upsert-replace' });
    bench.proxy.inject({ fault: { kind: 'meanwhile', act }, when: isDelete });
    const edit = { ...rekey(read, elsewhere), condition: 'any' as const };
    expect(await apply('AnyVersion', edit)).toMatchObject({ kind: 'conflict', conflict: { reason: 'changed' } });
    expect((await bench.stored('AnyVersion', 'R'))?.properties).toEqual(theirs);
    expect([await places('AnyVersion'), await movesOf(bench.edits)]).toEqual([['P'], []]);
  });
});

/** Another client stores a row at the old key while the move reads it. */
function takenMeanwhile(table: string): void {
  bench.proxy.inject({
    fault: {
      kind: 'meanwhile',
      act: () =>
        writeEntities(bench.direct, table, [row('P', 'R', [prop('Note', 'theirs')])], { mode: 'upsert-replace' }),
    },
    when: ({ method, path }) => method === 'GET' && path.includes("PartitionKey='P'"),
  });
}

describe('the copy is the last one', () => {
  it('when the response to the delete is lost and another client takes the old keys: both rows remain', async () => {
    const read = await filled('KeysTaken');
    bench.proxy.inject({ fault: { kind: 'drop-reply' }, when: isDelete });
    takenMeanwhile('KeysTaken');
    const outcome = await apply('KeysTaken', rekey(read, elsewhere));
    expect(outcome).toMatchObject({ kind: 'failed', moveId: expect.any(String) as string });
    expect((await bench.stored('KeysTaken', 'R', 'Q'))?.properties).toEqual(properties);
    expect((await bench.stored('KeysTaken', 'R'))?.properties).toEqual([prop('Note', 'theirs')]);
    const [move] = await movesOf(bench.edits);
    for (const how of ['finish', 'undo'] as const) {
      await expect(
        bench.edits.calls['edits.settle-move']({ moveId: move?.moveId ?? '', how }, context),
      ).rejects.toMatchObject({ code: 'conflict.etag-changed' });
    }
    expect(await places('KeysTaken')).toEqual(['P', 'Q']);
    const theirs = (await bench.stored('KeysTaken', 'R')) ?? expect.unreachable();
    await apply('KeysTaken', { kind: 'delete', id: 'd', read: theirs, readColumns: 'all', condition: 'as-read' });
    await bench.edits.calls['edits.settle-move']({ moveId: move?.moveId ?? '', how: 'finish' }, context);
    expect([await places('KeysTaken'), await movesOf(bench.edits)]).toEqual([['Q'], []]);
  });

  it('when another client deletes the old row: it remains until the user decides', async () => {
    const read = await filled('Vanished');
    bench.proxy.inject({
      fault: { kind: 'meanwhile', act: () => deleteRow('Vanished', read) },
      when: isDelete,
    });
    const outcome = await apply('Vanished', rekey(read, elsewhere));
    expect(outcome).toMatchObject({ kind: 'failed', moveId: expect.any(String) as string });
    expect(await places('Vanished')).toEqual(['Q']);
    const [move] = await movesOf(bench.edits);
    await bench.edits.calls['edits.settle-move']({ moveId: move?.moveId ?? '', how: 'undo' }, context);
    expect([await places('Vanished'), await movesOf(bench.edits)]).toEqual([['P'], []]);
  });
});

describe('an interrupted move', () => {
  it.each([
    ['finish', ['Q']],
    ['undo', ['P']],
  ] as const)('is listed and can be brought to an end: %s', async (how, left) => {
    const table = `Half${how}`;
    const moveId = await interrupted(table);
    expect(await movesOf(bench.edits)).toMatchObject([
      {
        moveId,
        connectionId: expect.any(String) as string,
        table,
        from: { partitionKey: 'P' },
        to: elsewhere,
        state: 'inserted',
      },
    ]);
    await bench.edits.calls['edits.settle-move']({ moveId, how }, context);
    expect(await places(table)).toEqual(left);
    expect((await bench.stored(table, 'R', left[0]))?.properties).toEqual(properties);
    expect(await movesOf(bench.edits)).toEqual([]);
    await expect(bench.edits.calls['edits.settle-move']({ moveId, how }, context)).rejects.toMatchObject({
      code: 'not-found.resource',
    });
  });

  it('does not overwrite another client’s changes when it is settled', async () => {
    const moveId = await interrupted('HalfTouched');
    const copy = (await bench.stored('HalfTouched', 'R', 'Q')) ?? expect.unreachable();
    const touch: StagedEdit = {
      kind: 'update',
      id: 'u',
      read: copy,
      readColumns: 'all',
      condition: 'as-read',
      mode: 'merge',
      changes: [{ kind: 'set', ...prop('Note', 'theirs') }],
    };
    await apply('HalfTouched', touch);
    for (const how of ['finish', 'undo'] as const) {
      await expect(bench.edits.calls['edits.settle-move']({ moveId, how }, context)).rejects.toMatchObject({
        code: 'conflict.etag-changed',
      });
    }
    expect(await places('HalfTouched')).toEqual(['P', 'Q']);
    expect(await movesOf(bench.edits)).toMatchObject([{ moveId }]);
    const undone = { ...((await bench.stored('HalfTouched', 'R', 'Q')) ?? expect.unreachable()) };
    await apply('HalfTouched', { kind: 'delete', id: 'd', read: undone, readColumns: 'all', condition: 'as-read' });
    await bench.edits.calls['edits.settle-move']({ moveId, how: 'finish' }, context);
    expect(await places('HalfTouched')).toEqual(['Q']);
  });

  it.each([
    ['POST', 'planned'],
    ['DELETE', 'inserted'],
  ] as const)('is found by the next start when the process ended at its %s', async (method, state) => {
    const table = `Killed${method}`;
    const read = await filled(table);
    const hang = bench.proxy.inject({ fault: { kind: 'hang' }, when: (request) => request.method === method });
    const stop = new AbortController();
    const running = bench.edits.calls['edits.apply'](
      { connectionId, table, edits: [rekey(read, elsewhere)], grouping: 'each' },
      { signal: stop.signal },
    );
    while (hang.hits() === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(await movesOf(bench.edits)).toEqual([]);
    // What a killed process leaves is its files at that moment; its lock names a process that is no more.
    const left = await mkdtemp(join(tmpdir(), 'stowage-killed-'));
    await cp(bench.stateDir, left, { recursive: true, filter: (path) => !path.endsWith('.lock') });
    try {
      const next = bench.startedOn(left);
      const [move, ...others] = await movesOf(next);
      expect([move?.state, move?.table, others]).toEqual([state, table, []]);
      await next.calls['edits.settle-move']({ moveId: move?.moveId ?? '', how: 'finish' }, context);
      expect(await places(table)).toEqual(['Q']);
      expect((await bench.stored(table, 'R', 'Q'))?.properties).toEqual(properties);
      const [change] = await bench.undoable(table, next);
      expect(change).toMatchObject({ state: 'applied', before: { partitionKey: 'P' }, after: { partitionKey: 'Q' } });
    } finally {
      stop.abort();
      await running;
      for (const { moveId } of await movesOf(bench.edits)) {
        await bench.edits.calls['edits.settle-move']({ moveId, how: 'finish' }, context);
      }
      await rm(left, { recursive: true, force: true });
    }
  });
});
