// What a copy reports of the service while its rows are in flight and no page of them is settled.
import { expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import type { EdmValue, Entity } from '@shared/model/entity';
import { createFakeClock } from '../../../testing/clock';
import type { Account, ServiceRequest } from '../../azure/account';
import { JobProgress, newJobView } from '../jobs/job-progress';
import { RowWriter, sentBytes } from './row-writer';
import fc from 'fast-check';
import { MiB } from '@shared/units';
import { type PlannedOperation, batchLimits, batchOperation, BatchPlanner, renderBatch } from '../batch';

/**
 * A service that accepts each batch at once, never responds, has lost the table, or has rows that no lookup finds; what
 * a job reports while the rows are written to it.
 */
function writing({
  answers,
  rowsPerSecond,
}: {
  readonly answers: 'at once' | 'never' | 'no table' | 'taken unseen';
  readonly rowsPerSecond: number;
}) {
  const clock = createFakeClock();
  const location = { connectionId: 'c', table: 'Target', title: 'From → Target', source: 'From', target: 'Target' };
  const view = newJobView({ id: 'a', kind: 'table-copy', ...location, createdAtMs: 0 });
  const progress = new JobProgress(view, clock, () => undefined);
  progress.begin('running');
  const send = ({ body, method }: ServiceRequest): Promise<unknown> => {
    if (answers === 'taken unseen') {
      return Promise.resolve(method === 'GET' ? { status: 404, headers: {}, body: '' } : takenUnseen);
    }
    if (answers === 'no table') return Promise.reject(new StowageError('not-found.table', 'It was deleted.'));
    if (answers === 'never') return new Promise(() => undefined);
    const rows = String(body).split('HTTP/1.1').length - 1;
    const taken = 'Content-Type: application/http\r\n\r\nHTTP/1.1 204 No Content\r\nETag: e\r\n\r\n\r\n';
    return Promise.resolve({ status: 202, headers: {}, body: `--changesetresponse_1\r\n${taken}`.repeat(rows) });
  };
  const account = { send, descriptor: { accountName: 'a', endpoints: { table: 'http://a' } } } as unknown as Account;
  const writer = new RowWriter({
    account,
    table: 'Target',
    rule: 'insert',
    rowsPerSecond,
    clock,
    signal: new AbortController().signal,
    whileAllowed: () => Promise.resolve(),
    onPace: () => undefined,
    onThrottled: () => undefined,
    onAnswer: () => progress.answered(),
    indexes: 'copied',
    onHoldBack: (ms) => progress.holdsBack(ms),
  });
  /** The messages within the given number of seconds, once each. */
  const notesAfter = async (seconds: number): Promise<readonly string[]> => {
    const notes = new Set<string>();
    for (let second = 0; second < seconds; second += 1) {
      await clock.advance(1_000);
      notes.add(progress.view().note);
    }
    return [...notes];
  };
  return { writer, notesAfter };
}

const because = '{"odata.error":{"code":"EntityAlreadyExists","message":{"lang":"en-US","value":"0:It is there."}}}';
const conflict = `HTTP/1.1 409 Conflict\r\nContent-Type: application/json\r\n\r\n${because}\r\n`;
const takenUnseen = {
  status: 202,
  headers: {},
  body: `--batchresponse_1\r\n\r\n--changesetresponse_1\r\nContent-Type: application/http\r\n\r\n${conflict}--changesetresponse_1--\r\n`,
};

const rowsOver = (partitions: number, rows: number): readonly Entity[] =>
  Array.from({ length: rows }, (_, index) => ({
    partitionKey: `p${index % partitions}`,
    rowKey: String(index),
    timestamp: '',
    etag: '',
    properties: [],
  }));

it('is nothing while each batch is answered, however long a page takes', async () => {
  const { writer, notesAfter } = writing({ answers: 'at once', rowsPerSecond: 20 });
  const written = writer.write(rowsOver(400, 400), () => false);
  expect(await notesAfter(19)).toEqual(['']);
  await notesAfter(2);
  expect(await written).toMatchObject({ written: 400, batches: 400 });
});

it('is empty while the configured rate allows no batch', async () => {
  const { writer, notesAfter } = writing({ answers: 'at once', rowsPerSecond: 5 });
  const written = writer.write(rowsOver(1, 300), () => false);
  expect(await notesAfter(39)).toEqual(['']);
  await notesAfter(30);
  expect(await written).toMatchObject({ written: 300 });
});

it('is for how long there is no answer where there is none', async () => {
  const { writer, notesAfter } = writing({ answers: 'never', rowsPerSecond: 20 });
  void writer.write(rowsOver(400, 400), () => false);
  expect((await notesAfter(30)).at(-1)).toMatch(/^no response for \d+ s$/u);
});

it('ends with the failure of a batch while others wait for slots, and sends no more', async () => {
  const { writer, notesAfter } = writing({ answers: 'no table', rowsPerSecond: 20 });
  const written = expect(writer.write(rowsOver(400, 400), () => false)).rejects.toMatchObject({
    code: 'not-found.table',
  });
  // An unhandled failure ends the process.
  await notesAfter(2);
  await written;
});

it('rejects rows that exist for each insert but for no lookup, as in a store that folds the case of keys', async () => {
  const { writer, notesAfter } = writing({ answers: 'taken unseen', rowsPerSecond: 20 });
  const written = writer.write(rowsOver(1, 2), () => false);
  await notesAfter(2);
  expect(await written).toMatchObject({
    written: 0,
    kept: [],
    rejected: [{ rowKey: '0', error: { code: 'conflict.exists' } }, { rowKey: '1' }],
  });
});

/** Texts that are longer in a request than in the store. */
const longer = ['漢', '\u0001', '"', '\u2028', '🙂', "'", 'ü', 'a'];
const texts = fc.tuple(fc.constantFrom(...longer), fc.nat({ max: 300 })).map(([one, times]) => one.repeat(times));
const values = fc.oneof(
  texts.map((value): EdmValue => ({ type: 'Edm.String', value })),
  fc
    .nat({ max: 300 })
    .map((size): EdmValue => ({ type: 'Edm.Binary', value: Buffer.alloc(size, 7).toString('base64') })),
  fc.constantFrom<EdmValue>(
    { type: 'Edm.Boolean', value: false },
    { type: 'Edm.Int64', value: '-9223372036854775808' },
    { type: 'Edm.Double', value: '-2.2250738585072014E-308' },
    { type: 'Edm.Guid', value: '1f0e8c4a-0b57-4f0e-9c0e-2d3a4b5c6d7e' },
    { type: 'Edm.DateTime', value: '9999-12-31T23:59:59.9999999Z' },
  ),
);
const keys = fc.string({ unit: fc.constantFrom('a', '漢', "'", '🙂', ' '), maxLength: 256 });
const rows = fc
  .record({ partitionKey: fc.constant("漢'".repeat(256)), rowKey: keys, values: fc.array(values, { maxLength: 8 }) })
  .map(({ values: found, ...key }): Entity => ({
    ...key,
    timestamp: '',
    etag: '',
    properties: found.map((value, at) => ({ name: `Größe${at}`, value })),
  }));
const modes = ['insert', 'upsert-merge', 'upsert-replace'] as const;
const endpoint = `https://${'a'.repeat(24)}.table.core.windows.net`;
const table = 't'.repeat(63);

it('is never less than the bytes sent, and little more for short keys', () => {
  fc.assert(
    fc.property(rows, fc.constantFrom(...modes), (entity, mode) => {
      const { bytes } = batchOperation({ endpoint, service: 'storage' }, table, mode, entity);
      expect(sentBytes(entity)).toBeGreaterThanOrEqual(bytes);
      const ofKeys = 12 * (entity.partitionKey.length + entity.rowKey.length);
      expect(sentBytes(entity) - bytes).toBeLessThan(600 + ofKeys + 100 * entity.properties.length);
    }),
  );
});

it.each(longer)('limits transactions of rows full of %j to what the service accepts', (one) => {
  const planner = new BatchPlanner<PlannedOperation & { readonly entity: Entity }>(batchLimits);
  const value: EdmValue = { type: 'Edm.String', value: one.repeat(32_000 / one.length) };
  const properties = [0, 1].map((at) => ({ name: `V${at}`, value }));
  const planned = Array.from({ length: 100 }, (_, at) => {
    const key = { partitionKey: 'p', rowKey: String(at) };
    const entity: Entity = { ...key, timestamp: '', etag: '', properties };
    return planner.add({ ...key, entity, bytes: sentBytes(entity) });
  }).flat();
  for (const batch of [...planned, ...planner.flush()]) {
    const operations = batch.map(({ entity }) =>
      batchOperation({ endpoint, service: 'storage' }, table, 'insert', entity),
    );
    expect(renderBatch(operations).body.length).toBeLessThanOrEqual(4 * MiB);
  }
});
