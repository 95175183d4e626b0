// Entity group transactions as they are grouped, rendered and answered.
import { describe, expect, it } from 'vitest';
import { entityPath } from '@shared/edit/entity-path';
import type { Entity } from '@shared/model/entity';
import {
  type PlannedOperation,
  allWritten,
  batchOperation,
  BatchPlanner,
  parseBatchAnswer,
  renderBatch,
} from './batch';
import fc from 'fast-check';
import { KiB, MiB } from '@shared/units';

const endpoint = 'http://127.0.0.1:10002/account';
const entity: Entity = {
  partitionKey: "o'n/ä",
  rowKey: 'a b%',
  timestamp: '',
  etag: '',
  properties: [{ name: 'A', value: { type: 'Edm.String', value: 'x\u2028y' } }],
};

describe('a batch on the wire', () => {
  it('is one change set whose parts the plan has measured', () => {
    const operations = (['insert', 'upsert-merge', 'upsert-replace'] as const).map((mode) =>
      batchOperation({ endpoint, service: 'storage' }, 'Movies', mode, entity),
    );
    const { contentType, body } = renderBatch(operations);
    const text = body.toString('utf8');
    expect(contentType).toMatch(/^multipart\/mixed; boundary=batch_[\w-]+$/);
    expect(text.match(/^(?:POST|PATCH|PUT) .*$/gm)).toEqual([
      `POST ${endpoint}/Movies HTTP/1.1`,
      `PATCH ${endpoint}/Movies(PartitionKey='o%27%27n%2F%C3%A4',RowKey='a%20b%25') HTTP/1.1`,
      `PUT ${endpoint}/Movies(PartitionKey='o%27%27n%2F%C3%A4',RowKey='a%20b%25') HTTP/1.1`,
    ]);
    expect(text).toContain('"A":"x\\u2028y"');
    expect(text.endsWith('--\r\n')).toBe(true);
    const measured = operations.reduce((sum, { bytes }) => sum + bytes, 0);
    expect(body.length).toBeLessThanOrEqual(measured + 4096);
  });

  it('never counts fewer bytes than a part takes', () => {
    const one = batchOperation({ endpoint, service: 'storage' }, 'Movies', 'insert', entity);
    const size = (count: number): number => renderBatch(Array.from({ length: count }, () => one)).body.length;
    expect(size(2) - size(1)).toBeLessThanOrEqual(one.bytes);
  });

  it('names entities by path', () => {
    expect(entityPath('T', { partitionKey: '', rowKey: "'" })).toBe("/T(PartitionKey='',RowKey='%27%27')");
  });
});

const done = (etag: string): string =>
  `--changesetresponse_1\r\nContent-Type: application/http\r\n\r\nHTTP/1.1 204 No Content\r\nETag: ${etag}\r\n\r\n\r\n`;
const failed = (status: string, json: string): string =>
  `--batchresponse_1\r\n\r\n--changesetresponse_1\r\nContent-Type: application/http\r\n\r\nHTTP/1.1 ${status}\r\nContent-Type: application/json\r\n\r\n${json}\r\n--changesetresponse_1--\r\n`;
const because = (code: string, value: string): string =>
  `{"odata.error":{"code":"${code}","message":{"lang":"en-US","value":"${value}"}}}`;

describe('the answer to a batch', () => {
  it('is everything done, with the ETags', () => {
    expect(parseBatchAnswer(done('W/"1"') + done('W/"2"'), 2)).toEqual({ kind: 'done', etags: ['W/"1"', 'W/"2"'] });
  });

  it.each([
    ['409 Conflict', 'EntityAlreadyExists', '12:The specified entity already exists.\\nRequestId:1', 12],
    ['400 Bad Request', 'PropertyValueTooLarge', '0:The property value is too large.', 0],
    ['400 Bad Request', 'InvalidInput', '99:The last one is wrong.', 99],
    ['400 Bad Request', 'InvalidInput', 'The row 5: 7 is wrong.', null],
    ['404 Not Found', 'TableNotFound', 'The table specified does not exist.', null],
  ])('is nothing done: %s %s', (status, code, message, index) => {
    const answer = parseBatchAnswer(failed(status, because(code, message)), 100);
    expect(answer).toMatchObject({ kind: 'failed', status: Number.parseInt(status, 10), serviceCode: code, index });
    if (answer.kind === 'failed') expect(answer.serviceMessage).toMatch(/^The .+\.$/);
  });

  it('has its ETags whatever the case of the header, and none where there is none', () => {
    const lower = done('W/"1"').replace('ETag:', 'etag:');
    const none = done('').replace('ETag: \r\n', '');
    expect(parseBatchAnswer(lower + none, 2)).toEqual({ kind: 'done', etags: ['W/"1"', ''] });
  });

  it('is a failure even if it follows successful operations', () => {
    const body = done('W/"1"') + failed('409 Conflict', because('EntityAlreadyExists', '1:The second exists.'));
    expect(parseBatchAnswer(body, 2)).toMatchObject({ kind: 'failed', index: 1 });
    expect(allWritten(Buffer.from(body), 2)).toBe(false);
  });

  it.each<[string, number, boolean]>([
    ['', 0, true],
    ['', 1, false],
    [done('1'), 1, true],
    [done('1'), 2, false],
    [done('1') + done('2'), 2, true],
    [done('1').repeat(100), 100, true],
    [done('1').repeat(99), 100, false],
    [failed('400 Bad Request', because('InvalidInput', '0:No.')), 1, false],
    ['\nHTTP/1.1 204 No Content', 1, true],
    ['HTTP/1.1 204 No Content', 1, false],
  ])('%j to %i operations has written all: %s', (body, sent, all) => {
    expect(allWritten(Buffer.from(body), sent)).toBe(all);
  });

  it.each(['', done('W/"1"'), 'garbage'])('is rejected when operations have no result: %j', (body) => {
    expect(() => parseBatchAnswer(body, 2)).toThrow(expect.objectContaining({ code: 'network.truncated' }));
  });
});

const limits = { operations: 5, bytes: 100, waiting: 12 };
const operation = fc.record({
  partitionKey: fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F'),
  rowKey: fc.constantFrom('1', '2', '3', '4', '5', '6', '7', '8'),
  // Small ones fill batches and what may wait, large ones the bytes.
  bytes: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 100 })),
});

const keyOf = ({ partitionKey, rowKey }: PlannedOperation): string => `${partitionKey}/${rowKey}`;

describe('the plan of batches', () => {
  it('respects every rule, loses nothing, and preserves the order of operations on one row', () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 80 }), (operations) => {
        const planner = new BatchPlanner<PlannedOperation>(limits);
        const batches: (readonly PlannedOperation[])[] = [];
        let added = 0;
        for (const next of operations) {
          batches.push(...planner.add(next));
          added += 1;
          const waiting = added - batches.flat().length;
          expect(waiting).toBeLessThanOrEqual(limits.waiting);
          expect(planner.isEmpty).toBe(waiting === 0);
        }
        batches.push(...planner.flush());
        for (const batch of batches) {
          expect(batch.length).toBeGreaterThan(0);
          expect(batch.length).toBeLessThanOrEqual(limits.operations);
          expect(new Set(batch.map(({ partitionKey }) => partitionKey)).size).toBe(1);
          expect(new Set(batch.map(({ rowKey }) => rowKey)).size).toBe(batch.length);
          const bytes = batch.reduce((sum, { bytes: of }) => sum + of, 0);
          expect(bytes).toBeLessThanOrEqual(limits.bytes);
        }
        const byRow = (all: readonly PlannedOperation[]): Map<string, PlannedOperation[]> => {
          const rows = new Map<string, PlannedOperation[]>();
          for (const one of all) rows.set(keyOf(one), [...(rows.get(keyOf(one)) ?? []), one]);
          return rows;
        };
        expect(byRow(batches.flat())).toEqual(byRow(operations));
        expect(planner.flush()).toEqual([]);
      }),
    );
  });

  it('fills batches to the brim where one partition is written', () => {
    const planner = new BatchPlanner<PlannedOperation>();
    const batches = Array.from({ length: 250 }, (_, index) =>
      planner.add({ partitionKey: 'P', rowKey: String(index), bytes: 10 }),
    ).flat();
    expect([...batches, ...planner.flush()].map((batch) => batch.length)).toEqual([100, 100, 50]);
    const heavy = new BatchPlanner<PlannedOperation>(limits);
    const add = (rowKey: string, bytes: number): number[] =>
      heavy.add({ partitionKey: 'P', rowKey, bytes }).map((batch) => batch.length);
    expect([add('1', 60), add('2', 40), add('3', 1)]).toEqual([[], [], [2]]);
  });

  it('fit into a request of the service, which takes four MiB', () => {
    const planner = new BatchPlanner<PlannedOperation>();
    const bytes = 63 * KiB;
    const add = (index: number) => planner.add({ partitionKey: 'P', rowKey: String(index), bytes });
    const batches = [...Array.from({ length: 150 }, (_, index) => add(index)).flat(), ...planner.flush()];
    const inAll = batches.map((batch) => batch.length * bytes);
    expect(Math.max(...inAll)).toBeLessThan(4 * MiB);
    expect(inAll[0]).toBeGreaterThan(4 * MiB - 2 * bytes);
  });

  it('leave room in those four MiB for the envelope of the request, to the byte', () => {
    const sizesOf = (bytes: readonly number[]): number[] => {
      const planner = new BatchPlanner<PlannedOperation>();
      const add = (of: number, index: number) => planner.add({ partitionKey: 'P', rowKey: String(index), bytes: of });
      return [...bytes.flatMap(add), ...planner.flush()].map((batch) => batch.length);
    };
    const envelope = 4 * KiB;
    expect(sizesOf([3 * MiB, MiB - envelope])).toEqual([2]);
    expect(sizesOf([3 * MiB, MiB - envelope + 1])).toEqual([1, 1]);
    expect(sizesOf([2 * MiB, 2 * MiB])).toEqual([1, 1]);
  });

  it('send the fullest first where too many partitions wait, and no more than must go', () => {
    const planner = new BatchPlanner<PlannedOperation>({ operations: 5, bytes: 100, waiting: 6 });
    const sent = ['B', 'A', 'A', 'A', 'A', 'C', 'D'].flatMap((partitionKey, index) =>
      planner.add({ partitionKey, rowKey: String(index), bytes: 1 }),
    );
    expect(sent.map((batch) => batch.map(({ partitionKey }) => partitionKey).join(''))).toEqual(['AAAA']);
    expect(planner.flush()).toHaveLength(3);
  });

  it('wait until the maximum is reached, and then exactly three quarters are retained', () => {
    const planner = new BatchPlanner<PlannedOperation>({ operations: 5, bytes: 100, waiting: 8 });
    const add = (partitionKey: string, rowKey: string) => planner.add({ partitionKey, rowKey, bytes: 1 });
    const sent = ['A', 'A', 'A', 'B', 'C', 'D', 'E', 'F'].map((partitionKey, index) =>
      add(partitionKey, String(index)),
    );
    expect(sent.flat()).toEqual([]);
    expect(add('G', 'last').map((batch) => batch.map(({ partitionKey }) => partitionKey).join(''))).toEqual(['AAA']);
    expect(planner.flush()).toHaveLength(6);
  });
});
