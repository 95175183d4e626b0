import { describe, expect, it } from 'vitest';
import { entityPath } from '@shared/edit/entity-path';
import type { Entity } from '@shared/model/entity';
import { allWritten, batchOperation, parseBatchAnswer, renderBatch } from './batch-message';

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
      batchOperation(endpoint, 'Movies', mode, entity),
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
    const one = batchOperation(endpoint, 'Movies', 'insert', entity);
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

  it('is a failure also where it stands behind what was done', () => {
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

  it.each(['', done('W/"1"'), 'garbage'])('is refused when operations have no answer: %j', (body) => {
    expect(() => parseBatchAnswer(body, 2)).toThrow(expect.objectContaining({ code: 'network.truncated' }));
  });
});
