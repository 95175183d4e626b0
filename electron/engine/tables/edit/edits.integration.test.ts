import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CallInput, CallOutput } from '@shared/ipc/contract';
import type { PropertyChange, StagedEdit } from '@shared/model/edit';
import type { Entity, Property } from '@shared/model/entity';
import { row } from '../fixtures/table-bench';
import { type EditBench, prop, startEditBench, value } from './fixtures/edit-bench';

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

/** Every form that loses something elsewhere. The emulator itself forgets `__proto__`; review.test.ts has that one. */
const delicate: readonly Property[] = [
  { name: 'Whole', value: value('Edm.Double', '200.0') },
  { name: 'Odd', value: value('Edm.Double', 'NaN') },
  { name: 'Endless', value: value('Edm.Double', '-Infinity') },
  { name: 'Big', value: value('Edm.Int64', '9007199254740993') },
  { name: 'At', value: value('Edm.DateTime', '2024-05-01T08:30:00.1234567Z') },
  { name: 'Bytes', value: value('Edm.Binary', '/+8AAQ==') },
  { name: 'Id', value: value('Edm.Guid', '1f0e8c4a-0b57-4f0e-9c0e-2d3a4b5c6d7e') },
  { name: 'Flag', value: { type: 'Edm.Boolean', value: false } },
  { name: 'Count', value: value('Edm.Int32', '5') },
  prop('etag', 'mine'),
  prop('timestamp', 'mine too'),
  prop('Note', 'before'),
];

async function filled(table: string, rows: readonly Entity[] = [row('P', 'R', delicate)]): Promise<Entity[]> {
  await bench.fill(table, rows);
  const stored = await Promise.all(rows.map(({ rowKey, partitionKey }) => bench.stored(table, rowKey, partitionKey)));
  return stored.map((entity) => entity ?? expect.unreachable('The row was not written.'));
}
const first = async (table: string): Promise<Entity> => (await filled(table))[0] ?? expect.unreachable();

function update(read: Entity, changes: readonly PropertyChange[], more: Partial<StagedEdit> = {}): StagedEdit {
  const base = {
    kind: 'update',
    id: read.rowKey,
    read,
    readColumns: 'all',
    condition: 'as-read',
    mode: 'merge',
  } as const;
  return { ...base, changes: [...changes], ...more } as StagedEdit;
}
const set = (name: string, text: string): PropertyChange => ({ kind: 'set', ...prop(name, text) });
const removal = (read: Entity): StagedEdit => ({
  kind: 'delete',
  id: read.rowKey,
  read,
  readColumns: 'all',
  condition: 'as-read',
});

function apply(
  table: string,
  edits: readonly StagedEdit[],
  grouping: CallInput<'edits.apply'>['grouping'] = 'each',
): Promise<CallOutput<'edits.apply'>> {
  return Promise.resolve(
    bench.edits.calls['edits.apply']({ connectionId, table, edits: [...edits], grouping }, context),
  );
}
/** Somebody else writes, past the recorder. */
async function meanwhile(table: string, read: Entity, changes: readonly PropertyChange[]): Promise<void> {
  const input = { connectionId, table, edits: [update(read, changes)], grouping: 'each' as const };
  const { outcomes } = await bench.restarted().calls['edits.apply'](input, context);
  expect(outcomes[0]?.kind).toBe('applied');
}

describe('on the wire', () => {
  it('a merge sends the changed property and nothing else', async () => {
    const read = await first('Merged');
    const { outcomes } = await apply('Merged', [update(read, [set('Note', 'after')])]);
    const [sent, ...more] = bench.writes();
    expect(sent).toMatchObject({ method: 'PATCH', ifMatch: read.etag, body: '{"Note":"after"}' });
    expect(more).toEqual([]);
    const stored = await bench.stored('Merged', 'R');
    expect(outcomes[0]).toMatchObject({ kind: 'applied', etag: stored?.etag, readBack: false });
    expect(stored?.properties.filter(({ name }) => name !== 'Note')).toEqual(
      read.properties.filter(({ name }) => name !== 'Note'),
    );
  });

  it('taking a property away sends every other with the bytes it was read with', async () => {
    const read = await first('Removed');
    await apply('Removed', [update(read, [{ kind: 'remove', name: 'Note' }])]);
    expect(bench.writes()).toEqual([
      {
        method: 'PUT',
        path: expect.stringContaining("/Removed(PartitionKey='P',RowKey='R')") as string,
        ifMatch: read.etag,
        body:
          '{"Whole@odata.type":"Edm.Double","Whole":200.0,"Odd@odata.type":"Edm.Double","Odd":"NaN",' +
          '"Endless@odata.type":"Edm.Double","Endless":"-Infinity","Big@odata.type":"Edm.Int64","Big":"9007199254740993",' +
          '"At@odata.type":"Edm.DateTime","At":"2024-05-01T08:30:00.1234567Z","Bytes@odata.type":"Edm.Binary",' +
          '"Bytes":"/+8AAQ==","Id@odata.type":"Edm.Guid","Id":"1f0e8c4a-0b57-4f0e-9c0e-2d3a4b5c6d7e","Flag":false,' +
          '"Count":5,"etag":"mine","timestamp":"mine too"}',
      },
    ]);
    expect((await bench.stored('Removed', 'R'))?.properties).toEqual(read.properties.slice(0, -1));
  });

  it.each(['merge', 'replace'] as const)('hostile names pass as any other: %s', async (mode) => {
    const table = `Hostile${mode}`;
    const stored = await first(table);
    // What the emulator would not keep is sent all the same: the wire is what is proved here.
    const names = ['etag', 'timestamp', 'odata.x', '__proto__', 'constructor'];
    const read = { ...stored, properties: names.map((name) => prop(name, `of ${name}`)) };
    await apply(table, [update(read, [set('Note', 'after')], { mode })]);
    const [sent, ...more] = bench.writes();
    expect(sent).toMatchObject({ method: mode === 'merge' ? 'PATCH' : 'PUT', ifMatch: stored.etag });
    expect(sent?.body).toBe(
      mode === 'merge'
        ? '{"Note":"after"}'
        : '{"etag":"of etag","timestamp":"of timestamp","odata.x":"of odata.x","__proto__":"of __proto__",' +
            '"constructor":"of constructor","Note":"after"}',
    );
    expect(more).toEqual([]);
  });

  it('is exactly what the review shows, each, in batches and as a transaction', async () => {
    const rows = await filled(
      'Reviewed',
      ['A', 'B', 'C'].map((key) => row('P', key, delicate)),
    );
    for (const grouping of ['each', 'batches', 'transaction'] as const) {
      const now = await Promise.all(rows.map(({ rowKey }) => bench.stored('Reviewed', rowKey)));
      const edits = now.map((read) => update(read ?? expect.unreachable(), [set('Note', grouping)]));
      const input = { connectionId, table: 'Reviewed', edits, grouping };
      const review = await bench.edits.calls['edits.review'](input, context);
      expect((await apply('Reviewed', edits, grouping)).outcomes.map(({ kind }) => kind)).toEqual(
        edits.map(() => 'applied'),
      );
      const sent = bench.writes();
      expect(sent).toHaveLength(review.requests);
      const bytes = sent.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);
      expect(bytes).toBe(review.bytes);
      for (const step of review.steps) {
        for (const request of step.kind === 'single' ? [step.request] : step.kind === 'move' ? [] : step.requests) {
          expect(sent.some(({ body }) => body.includes(request.body ?? '')) && request.body).toContain(grouping);
          expect(request.ifMatch).toMatch(/^W\//);
        }
      }
    }
  });

  it('an insert into a taken place, an upsert and an overwrite on demand', async () => {
    const read = await first('Modes');
    const entity = { partitionKey: 'P', rowKey: 'R', properties: [prop('Note', 'other'), prop('New', 'x')] };
    const [refused] = (await apply('Modes', [{ kind: 'insert', id: 'i', mode: 'insert', entity }])).outcomes;
    expect(refused).toMatchObject({ kind: 'conflict', conflict: { reason: 'exists', theirs: { etag: read.etag } } });
    bench.writes();
    await apply('Modes', [{ kind: 'insert', id: 'i', mode: 'insert-or-merge', entity }]);
    await apply('Modes', [update(read, [set('Note', 'blind')], { condition: 'any' })]);
    await apply('Modes', [
      { kind: 'insert', id: 'i', mode: 'insert-or-replace', entity: { ...entity, properties: [] } },
    ]);
    expect(bench.writes().map(({ method, ifMatch, body }) => [method, ifMatch, body])).toEqual([
      ['PATCH', undefined, '{"Note":"other","New":"x"}'],
      ['PATCH', '*', '{"Note":"blind"}'],
      ['PUT', undefined, '{}'],
    ]);
    expect((await bench.stored('Modes', 'R'))?.properties).toEqual([]);
  });

  it('nothing at all when something is wrong, and everything wrong is listed at once', async () => {
    const read = await first('Refused');
    const { violations, outcomes } = await apply('Refused', [
      update(read, [
        set('1st', 'x'),
        set('Long', 'x'.repeat(32_769)),
        { kind: 'set', name: 'Count', value: value('Edm.Int32', '2147483648') },
      ]),
      {
        kind: 'insert',
        id: 'new',
        mode: 'insert',
        entity: { partitionKey: 'a/b', rowKey: 'x'.repeat(513), properties: [] },
      },
      removal({ ...read, rowKey: 'R2', etag: '' }),
    ]);
    expect([outcomes, bench.writes()]).toEqual([[], []]);
    expect(violations.map(({ editId, field }) => [editId, field])).toEqual([
      ['R', 'Count'],
      ['R', '"1st"'],
      ['R', 'Long'],
      ['new', 'PartitionKey'],
      ['new', 'RowKey'],
      ['R2', 'ETag'],
    ]);
    for (const { problem, fix } of violations)
      expect([problem, fix]).toEqual([expect.stringMatching(/\.$/), expect.stringMatching(/\.$/)]);
  });
});

describe('a conflict', () => {
  it('shows mine, theirs and as read, and is resolved with the new ETag', async () => {
    const read = await first('Clash');
    await meanwhile('Clash', read, [set('Note', 'theirs'), set('Fresh', 'theirs')]);
    const mine = update(read, [set('Note', 'mine'), set('etag', 'mine 2')]);
    const [outcome] = (await apply('Clash', [mine])).outcomes;
    if (outcome?.kind !== 'conflict') throw new Error(`The outcome was ${outcome?.kind}.`);
    const { theirs, properties, reason } = outcome.conflict;
    expect(reason).toBe('changed');
    expect(properties.filter(({ changedBy }) => changedBy !== 'nobody')).toEqual([
      {
        name: 'etag',
        mine: value('Edm.String', 'mine 2'),
        theirs: value('Edm.String', 'mine'),
        asRead: value('Edm.String', 'mine'),
        changedBy: 'mine',
      },
      {
        name: 'Note',
        mine: value('Edm.String', 'mine'),
        theirs: value('Edm.String', 'theirs'),
        asRead: value('Edm.String', 'before'),
        changedBy: 'both',
      },
      { name: 'Fresh', mine: null, theirs: value('Edm.String', 'theirs'), asRead: null, changedBy: 'theirs' },
    ]);
    bench.writes();
    const picks = [{ name: 'Note', take: 'as-read' as const }];
    const retried = await bench.edits.calls['edits.retry'](
      { connectionId, table: 'Clash', edit: mine, theirs, picks },
      context,
    );
    expect(retried.outcomes[0]?.kind).toBe('applied');
    expect(bench.writes()).toMatchObject([
      { method: 'PATCH', ifMatch: theirs?.etag, body: '{"etag":"mine 2","Note":"before"}' },
    ]);
  });

  it('with a deletion, either way round', async () => {
    const rows = await filled('Gone', [row('P', 'A', [prop('Note', '1')]), row('P', 'B', [prop('Note', '1')])]);
    const [a, b] = rows as [Entity, Entity];
    await meanwhile('Gone', b, [set('Note', '2')]);
    await bench
      .restarted()
      .calls['edits.apply']({ connectionId, table: 'Gone', edits: [removal(a)], grouping: 'each' }, context);
    const { outcomes } = await apply('Gone', [update(a, [set('Note', 'mine')]), removal(b)]);
    expect(outcomes).toMatchObject([
      { kind: 'conflict', conflict: { reason: 'deleted', theirs: null } },
      { kind: 'conflict', conflict: { reason: 'changed', theirs: { properties: [prop('Note', '2')] } } },
    ]);
    const again = await bench.edits.calls['edits.retry'](
      { connectionId, table: 'Gone', edit: update(a, [set('Note', 'mine')]), theirs: null, picks: [] },
      context,
    );
    expect(again.outcomes[0]?.kind).toBe('applied');
    expect((await bench.stored('Gone', 'A'))?.properties).toEqual([prop('Note', 'mine')]);
  });

  it('is seen without a request where the row was read in part', async () => {
    const read = await first('Partly');
    await meanwhile('Partly', read, [set('Note', 'theirs')]);
    const part = { ...read, properties: [prop('Note', 'before')] };
    const { outcomes } = await apply('Partly', [update(part, [set('Note', 'mine')], { readColumns: 'some' })]);
    expect(outcomes).toMatchObject([
      { kind: 'conflict', conflict: { properties: [{ name: 'Note', changedBy: 'both' }] } },
    ]);
    expect(bench.writes()).toEqual([]);
  });
});

describe('a lost reply', () => {
  const entity = { partitionKey: 'P', rowKey: 'R', properties: [...delicate] };

  it.each(['drop-reply', 'answer-after'] as const)('of an insert is no error: %s', async (kind) => {
    const table = `Lost${kind.slice(0, 4)}`;
    await bench.fill(table, []);
    const fault = kind === 'drop-reply' ? ({ kind } as const) : ({ kind, status: 500 } as const);
    const lost = bench.proxy.inject({ fault, when: ({ method }) => method === 'POST' });
    const { outcomes } = await apply(table, [{ kind: 'insert', id: 'i', mode: 'insert', entity }]);
    const stored = await bench.stored(table, 'R');
    expect(lost.hits()).toBe(1);
    expect(outcomes).toMatchObject([{ kind: 'applied', readBack: true, etag: stored?.etag }]);
    expect(stored?.properties).toEqual(delicate);
    expect(bench.writes()).toHaveLength(1);
  });

  it('of an update, a replace and a delete is none either', async () => {
    const read = await first('LostMore');
    const lost = bench.proxy.inject({
      fault: { kind: 'drop-reply' },
      when: ({ method }) => method !== 'GET',
      times: 3,
    });
    const merged = await apply('LostMore', [update(read, [set('Note', 'after')])]);
    const second = (await bench.stored('LostMore', 'R')) ?? expect.unreachable();
    const replaced = await apply('LostMore', [update(second, [{ kind: 'remove', name: 'Odd' }])]);
    const third = (await bench.stored('LostMore', 'R')) ?? expect.unreachable();
    const deleted = await apply('LostMore', [removal(third)]);
    expect([merged, replaced, deleted].map(({ outcomes }) => outcomes[0])).toMatchObject([
      { kind: 'applied', readBack: true, etag: second.etag },
      { kind: 'applied', readBack: true, etag: third.etag },
      { kind: 'applied', readBack: true, etag: null },
    ]);
    expect([lost.hits(), bench.writes().length, await bench.stored('LostMore', 'R')]).toEqual([3, 3, null]);
  });

  it('that hid a conflict stays one', async () => {
    const read = await first('LostClash');
    await meanwhile('LostClash', read, [set('Note', 'theirs')]);
    bench.proxy.inject({ fault: { kind: 'drop-reply' }, when: ({ method }) => method === 'PATCH' });
    const { outcomes } = await apply('LostClash', [update(read, [set('Note', 'mine')])]);
    expect(outcomes).toMatchObject([
      {
        kind: 'conflict',
        conflict: { theirs: { properties: expect.arrayContaining([prop('Note', 'theirs')]) as Property[] } },
      },
    ]);
    expect(bench.writes()).toHaveLength(2);
  });

  it('of which nothing can be found out is said to be open, and stays in the list of undo', async () => {
    const read = await first('Open');
    const refusal = { 'x-ms-request-id': 'x', 'x-ms-error-code': 'OutOfRangeInput' };
    bench.proxy.inject({ fault: { kind: 'drop-reply' }, when: ({ method }) => method === 'PATCH' });
    bench.proxy.inject({
      fault: { kind: 'answer', status: 400, headers: refusal },
      when: ({ method }) => method === 'GET',
    });
    const { outcomes } = await apply('Open', [update(read, [set('Note', 'after')])]);
    expect(outcomes).toMatchObject([{ kind: 'failed', error: { code: 'network.reset' } }]);
    const [entry] = await bench.undoable('Open');
    expect(entry).toMatchObject({ state: 'uncertain', before: { etag: read.etag } });
    const { restored } = await bench.edits.calls['undo.restore'](
      { connectionId: bench.direct.descriptor.connectionId, ids: [entry?.id ?? ''] },
      context,
    );
    expect([restored, (await bench.stored('Open', 'R'))?.properties.at(-1)]).toEqual([
      [entry?.id],
      prop('Note', 'before'),
    ]);
  });

  it('of a row that is cut when it is read back is read again', async () => {
    const read = await first('CutRead');
    bench.proxy.inject({ fault: { kind: 'drop-reply' }, when: ({ method }) => method === 'PATCH' });
    const cut = bench.proxy.inject({
      fault: { kind: 'cut-body', bytes: 60 },
      when: ({ method }) => method === 'GET',
      times: 2,
    });
    const { outcomes } = await apply('CutRead', [update(read, [set('Note', 'after')])]);
    expect([cut.hits(), outcomes[0]?.kind]).toEqual([2, 'applied']);
    const whole = bench.proxy.inject({
      fault: { kind: 'cut-body', bytes: 60 },
      when: ({ method }) => method === 'GET',
      times: 9,
    });
    const keys = { partitionKey: 'P', rowKey: 'R' };
    await expect(
      bench.edits.calls['entities.get']({ connectionId, table: 'CutRead', keys }, context),
    ).rejects.toMatchObject({ code: 'network.truncated' });
    whole.remove();
  });

  it('before the service acted is sent again, once', async () => {
    const read = await first('Unsent');
    bench.proxy.inject({ fault: { kind: 'reset-upload', afterBytes: 3 }, when: ({ method }) => method === 'PATCH' });
    const { outcomes } = await apply('Unsent', [update(read, [set('Note', 'after')])]);
    expect(outcomes).toMatchObject([{ kind: 'applied', readBack: false }]);
    expect(bench.writes()).toHaveLength(2);
  });

  it('of a transaction is cleared up for all its rows', async () => {
    const rows = await filled(
      'LostBatch',
      ['A', 'B', 'C'].map((key) => row('P', key, delicate)),
    );
    bench.proxy.inject({ fault: { kind: 'drop-reply' }, when: ({ path }) => path.endsWith('$batch') });
    const [a, b, c] = rows as [Entity, Entity, Entity];
    const { outcomes } = await apply(
      'LostBatch',
      [update(a, [set('Note', 'x')]), removal(b), update(c, [{ kind: 'rename', name: 'Note', to: 'Remark' }])],
      'transaction',
    );
    expect(outcomes).toMatchObject(outcomes.map(() => ({ kind: 'applied', readBack: true })));
    expect(await bench.stored('LostBatch', 'B')).toBeNull();
    expect((await bench.stored('LostBatch', 'C'))?.properties.at(-1)).toEqual(prop('Remark', 'before'));
    expect(bench.writes()).toHaveLength(1);
  });
});

describe('a transaction', () => {
  it('changes everything or names the row at fault and changes nothing', async () => {
    const rows = await filled(
      'Atomic',
      ['A', 'B', 'C'].map((key) => row('P', key, [prop('Note', 'before')])),
    );
    const [a, b, c] = rows as [Entity, Entity, Entity];
    await meanwhile('Atomic', b, [set('Note', 'theirs')]);
    const edits = [update(a, [set('Note', 'mine')]), update(b, [set('Note', 'mine')]), removal(c)];
    const { outcomes } = await apply('Atomic', edits, 'transaction');
    expect(outcomes).toMatchObject([
      { kind: 'not-written', culprit: 'B' },
      { kind: 'conflict', editId: 'B' },
      { kind: 'not-written', culprit: 'B' },
    ]);
    expect(await bench.stored('Atomic', 'A')).toEqual(a);
    expect(await bench.stored('Atomic', 'C')).toEqual(c);
  });

  it('is refused over its limits, each of them named', async () => {
    await bench.fill('Limits', []);
    const insert = (index: number): StagedEdit => ({
      kind: 'insert',
      id: String(index),
      mode: 'insert',
      entity: {
        partitionKey: index < 100 ? 'P' : 'Q',
        rowKey: String(index),
        properties: Array.from({ length: 2 }, (_, at) => prop(`A${at}`, 'x'.repeat(30_000))),
      },
    });
    const { violations } = await apply(
      'Limits',
      Array.from({ length: 101 }, (_, index) => insert(index)),
      'transaction',
    );
    expect(violations.map(({ editId, field, value: shown }) => [editId, field, shown])).toEqual([
      [null, 'PartitionKey', '2'],
      [null, 'operations', '101'],
      [null, 'bytes', expect.stringMatching(/^6\d{6}$/)],
    ]);
    const { outcomes } = await apply(
      'Limits',
      Array.from({ length: 101 }, (_, index) => insert(index)),
      'batches',
    );
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['applied']));
    expect(bench.writes().map(({ method, path }) => [method, path.split('/').at(-1)])).toEqual(
      expect.arrayContaining([
        ['POST', '$batch'],
        ['POST', 'Limits'],
      ]),
    );
  });
});
