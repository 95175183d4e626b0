import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { StagedEdit } from '@shared/model/edit';
import type { Entity } from '@shared/model/entity';
import { fullDisk } from '../../../testing/full-disk';
import { row } from '../fixtures/table-bench';
import { apply, delicate, filled, first, meanwhile, removal, set, update } from './fixtures/edit-actions';
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

describe('on the wire', () => {
  it('a merge sends the changed property and nothing else', async () => {
    const read = await first(bench, 'Merged');
    const { outcomes } = await apply(bench, 'Merged', [update(read, [set('Note', 'after')])]);
    const [sent, ...more] = bench.writes();
    expect(sent).toMatchObject({ method: 'PATCH', ifMatch: read.etag, body: '{"Note":"after"}' });
    expect(more).toEqual([]);
    const stored = await bench.stored('Merged', 'R');
    expect(outcomes[0]).toMatchObject({ kind: 'applied', etag: stored?.etag, readBack: false });
    expect(stored?.properties.filter(({ name }) => name !== 'Note')).toEqual(
      read.properties.filter(({ name }) => name !== 'Note'),
    );
  });

  it('an edit over any version is one request when nothing but the indexes is to be read before', async () => {
    const read = await first(bench, 'AtOnce');
    const edit = update(read, [set('Note', 'after')], { condition: 'any' });
    const start = bench.proxy.requests.length;
    const input = {
      connectionId,
      table: 'AtOnce',
      edits: [edit],
      grouping: 'each' as const,
      before: 'unread' as const,
    };
    const { outcomes } = await bench.edits.calls['edits.apply'](input, context);
    expect(outcomes).toMatchObject([{ kind: 'applied' }]);
    const [indexes, ...sent] = bench.proxy.requests.slice(start);
    expect(indexes?.query.get('$filter')).toContain('stowage-index');
    expect(sent.map(({ method }) => method)).toEqual(['PATCH']);
  });

  it('taking a property away sends every other with the bytes it was read with', async () => {
    const read = await first(bench, 'Removed');
    await apply(bench, 'Removed', [update(read, [{ kind: 'remove', name: 'Note' }])]);
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
    const stored = await first(bench, table);
    // Also sends values that the emulator would not store: the test checks the requests.
    const names = ['etag', 'timestamp', 'odata.x', '__proto__', 'constructor'];
    const read = { ...stored, properties: names.map((name) => prop(name, `of ${name}`)) };
    await apply(bench, table, [update(read, [set('Note', 'after')], { mode })]);
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
      bench,
      'Reviewed',
      ['A', 'B', 'C'].map((key) => row('P', key, delicate)),
    );
    for (const grouping of ['each', 'batches', 'transaction'] as const) {
      const now = await Promise.all(rows.map(({ rowKey }) => bench.stored('Reviewed', rowKey)));
      const edits = now.map((read) => update(read ?? expect.unreachable(), [set('Note', grouping)]));
      const input = { connectionId, table: 'Reviewed', edits, grouping };
      const review = await bench.edits.calls['edits.review'](input, context);
      expect((await apply(bench, 'Reviewed', edits, grouping)).outcomes.map(({ kind }) => kind)).toEqual(
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

  it('an insert at an existing key, an upsert and an overwrite on request', async () => {
    const read = await first(bench, 'Modes');
    const entity = { partitionKey: 'P', rowKey: 'R', properties: [prop('Note', 'other'), prop('New', 'x')] };
    const [rejected] = (await apply(bench, 'Modes', [{ kind: 'insert', id: 'i', mode: 'insert', entity }])).outcomes;
    expect(rejected).toMatchObject({ kind: 'conflict', conflict: { reason: 'exists', theirs: { etag: read.etag } } });
    bench.writes();
    await apply(bench, 'Modes', [{ kind: 'insert', id: 'i', mode: 'insert-or-merge', entity }]);
    await apply(bench, 'Modes', [update(read, [set('Note', 'blind')], { condition: 'any' })]);
    await apply(bench, 'Modes', [
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
    const read = await first(bench, 'Refused');
    const { violations, outcomes } = await apply(bench, 'Refused', [
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
      ['R', '“1st”'],
      ['R', 'Long'],
      ['new', 'PartitionKey'],
      ['new', 'RowKey'],
      ['R2', 'ETag'],
    ]);
    for (const { problem, fix } of violations)
      expect([problem, fix]).toEqual([expect.stringMatching(/\.$/), expect.stringMatching(/\.$/)]);
  });
});

describe('a disk that is full', () => {
  it('hides no written edit, and fails those not sent yet', async () => {
    const rows = await filled(bench, 'Full', [row('P', 'A', [prop('Note', '1')]), row('P', 'B', [prop('Note', '1')])]);
    const [a, b] = rows as [Entity, Entity];
    let disk = await fullDisk(1);
    const { outcomes } = await apply(bench, 'Full', [update(a, [set('Note', '2')])]);
    disk.mockRestore();
    expect(outcomes).toMatchObject([{ kind: 'applied', etag: (await bench.stored('Full', 'A'))?.etag }]);
    expect(await bench.undoable('Full')).toMatchObject([{ state: 'uncertain', after: { rowKey: 'A' } }]);

    disk = await fullDisk(1);
    const to = { partitionKey: 'Q', rowKey: 'B' };
    const read = { read: b, readColumns: 'all', condition: 'as-read' } as const;
    const moved: StagedEdit = { ...read, kind: 'change-keys', id: 'B', changes: [], to };
    const { outcomes: second } = await apply(bench, 'Full', [moved]);
    disk.mockRestore();
    expect(second).toMatchObject([{ kind: 'failed', editId: 'B' }]);
    expect([await bench.stored('Full', 'B'), await bench.stored('Full', 'B', 'Q')]).toEqual([b, null]);
  });
});

describe('a conflict', () => {
  it('shows mine, theirs and as read, and is resolved with the new ETag', async () => {
    const read = await first(bench, 'Clash');
    await meanwhile(bench, 'Clash', read, [set('Note', 'theirs'), set('Fresh', 'theirs')]);
    const mine = update(read, [set('Note', 'mine'), set('etag', 'mine 2')]);
    const [outcome] = (await apply(bench, 'Clash', [mine])).outcomes;
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
    const rows = await filled(bench, 'Gone', [row('P', 'A', [prop('Note', '1')]), row('P', 'B', [prop('Note', '1')])]);
    const [a, b] = rows as [Entity, Entity];
    await meanwhile(bench, 'Gone', b, [set('Note', '2')]);
    await bench
      .restarted()
      .calls['edits.apply']({ connectionId, table: 'Gone', edits: [removal(a)], grouping: 'each' }, context);
    const { outcomes } = await apply(bench, 'Gone', [update(a, [set('Note', 'mine')]), removal(b)]);
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
    const read = await first(bench, 'Partly');
    await meanwhile(bench, 'Partly', read, [set('Note', 'theirs')]);
    const part = { ...read, properties: [prop('Note', 'before')] };
    const { outcomes } = await apply(bench, 'Partly', [update(part, [set('Note', 'mine')], { readColumns: 'some' })]);
    expect(outcomes).toMatchObject([
      { kind: 'conflict', conflict: { properties: [{ name: 'Note', changedBy: 'both' }] } },
    ]);
    expect(bench.writes()).toEqual([]);
  });
});

describe('a transaction', () => {
  it('changes everything or names the row at fault and changes nothing', async () => {
    const rows = await filled(
      bench,
      'Atomic',
      ['A', 'B', 'C'].map((key) => row('P', key, [prop('Note', 'before')])),
    );
    const [a, b, c] = rows as [Entity, Entity, Entity];
    await meanwhile(bench, 'Atomic', b, [set('Note', 'theirs')]);
    const edits = [update(a, [set('Note', 'mine')]), update(b, [set('Note', 'mine')]), removal(c)];
    const { outcomes } = await apply(bench, 'Atomic', edits, 'transaction');
    expect(outcomes).toMatchObject([
      { kind: 'not-written', culprit: 'B' },
      { kind: 'conflict', editId: 'B' },
      { kind: 'not-written', culprit: 'B' },
    ]);
    expect(await bench.stored('Atomic', 'A')).toEqual(a);
    expect(await bench.stored('Atomic', 'C')).toEqual(c);
  });

  it('is rejected beyond its limits, each of them named', async () => {
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
      bench,
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
      bench,
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
