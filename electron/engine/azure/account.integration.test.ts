import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningAzurite } from '../../testing/azurite';
import { acquireAzurite } from '../../testing/shared-azurite';
import { systemClock } from '../../testing/clock';
import { createMetricsLog } from '../../testing/metrics-log';
import type { Account } from './account';
import { type AccountDeps, createAccountDeps } from './account-deps';
import { createAccount } from './create-account';

let azurite: RunningAzurite;
let deps: AccountDeps;
let account: Account;
const metrics = createMetricsLog();

beforeAll(async () => {
  azurite = await acquireAzurite();
  deps = createAccountDeps({ metrics, clock: systemClock, random: Math.random });
  account = createAccount(azurite.descriptor(), deps);
});
afterAll(async () => {
  account.dispose();
  deps.dispose();
  await azurite.stop();
});

describe('send', () => {
  it('uploads and downloads bytes with the account key', async () => {
    const bytes = randomBytes(3_000_000);
    await account.send({
      service: 'blob',
      operation: 'CreateContainer',
      method: 'PUT',
      path: '/hot',
      query: { restype: 'container' },
      resource: 'hot',
      replay: 'unsafe',
    });
    await account.send({
      service: 'blob',
      operation: 'PutBlob',
      method: 'PUT',
      path: '/hot/folder/a%20b%25%C3%BC',
      resource: 'hot',
      headers: { 'x-ms-blob-type': 'BlockBlob', 'content-type': 'text/plain' },
      body: bytes,
      replay: 'safe',
    });
    const pieces: Uint8Array[] = [];
    const answer = await account.send({
      service: 'blob',
      operation: 'GetBlob',
      method: 'GET',
      path: '/hot/folder/a%20b%25%C3%BC',
      resource: 'hot',
      headers: { 'x-ms-range': 'bytes=1000-2000999' },
      onBody: (piece) => pieces.push(piece),
      replay: 'safe',
    });
    expect(answer).toMatchObject({ status: 206, attempts: 1 });
    expect(answer.body.length).toBe(0);
    expect(Buffer.concat(pieces).equals(bytes.subarray(1000, 2_001_000))).toBe(true);
  });

  it('inserts and queries entities with the account key', async () => {
    const json = { accept: 'application/json;odata=minimalmetadata', 'content-type': 'application/json' };
    const at = { service: 'table', resource: 'Hot', headers: json, replay: 'unsafe' } as const;
    await account.send({
      ...at,
      operation: 'CreateTable',
      method: 'POST',
      path: '/Tables',
      body: Buffer.from('{"TableName":"Hot"}'),
    });
    await account.send({
      ...at,
      operation: 'InsertEntity',
      method: 'POST',
      path: '/Hot',
      body: Buffer.from('{"PartitionKey":"p","RowKey":"ü"}'),
    });
    const answer = await account.send({
      ...at,
      operation: 'QueryEntities',
      method: 'GET',
      path: '/Hot()',
      query: { $filter: "PartitionKey eq 'p' and RowKey ge 'a'", $top: '10' },
      replay: 'safe',
    });
    expect(JSON.parse(answer.body.toString())).toMatchObject({ value: [{ PartitionKey: 'p', RowKey: 'ü' }] });
  });
});

describe('the SDK clients', () => {
  it('run over the same client and are named in the accounting', async () => {
    const container = (await account.blobService()).getContainerClient('sdk');
    await container.create();
    const blob = container.getBlockBlobClient('some name');
    await blob.uploadData(Buffer.from('hello'));
    expect((await blob.downloadToBuffer()).toString()).toBe('hello');
    const names: string[] = [];
    for await (const one of container.listBlobsFlat()) names.push(one.name);
    expect(names).toEqual(['some name']);
    const tables = await account.tableService();
    await tables.createTable('Sdk');
    await tables.deleteTable('Sdk');
    const operations = metrics.records.map((record) => record.operation);
    expect(operations).toEqual(
      expect.arrayContaining(['CreateContainer', 'PutBlob', 'GetBlob', 'ListBlobs', 'CreateTable', 'DeleteTable']),
    );
  });
});
