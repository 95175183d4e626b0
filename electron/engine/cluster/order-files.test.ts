// What of transfers and syncs workers of a hub cannot do is rejected before the job is sent, whoever sends it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { StowageError } from '@shared/errors';
import { defaultTransferOptions } from '@shared/model/transfer';
import { type OrderPorts, copyOrder, downloadOrder, syncOrder } from './order-files';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'stowage-orders-'));
});
afterAll(() => rm(dir, { recursive: true }));

const account = { descriptor: { endpoints: { blob: 'https://a' } } } as Awaited<
  ReturnType<OrderPorts['accounts']['open']>
>;
const locked = new StowageError('conflict.read-only', 'locked');
const portsWith = (letterCase: 'folded' | 'kept', isLocked = false): OrderPorts => ({
  accounts: {
    open: () => Promise.resolve(account),
    openForWriting: () => (isLocked ? Promise.reject(locked) : Promise.resolve(account)),
  },
  learnFolding: () => Promise.resolve({ letterCase, form: 'kept' }),
});
const remote = { kind: 'remote' as const, connectionId: 'c', container: 'cargo', prefix: '' };
const settings = { compare: 'mtime-size' as const, deletes: 'never' as const, maxDelete: 1 };
const syncInto = () => ({ source: remote, target: { kind: 'local' as const, dir }, settings });
const download = () => ({
  connectionId: 'c',
  container: 'cargo',
  selection: [{ kind: 'prefix' as const, prefix: 'f/', as: 'f' }],
  targetDir: dir,
  options: defaultTransferOptions,
});
const copy = {
  connectionId: 'c',
  container: 'hold',
  prefix: '',
  from: { connectionId: 'c', container: 'cargo' },
  selection: [{ kind: 'prefix' as const, prefix: '', as: '' }],
  options: defaultTransferOptions,
};

test('orders for a hub: a download and a sync into a folder that ignores case are rejected', async () => {
  for (const order of [downloadOrder(download(), portsWith('folded')), syncOrder(syncInto(), portsWith('folded'))]) {
    await expect(order).rejects.toMatchObject({ code: 'invalid.input', context: { field: 'Target folder' } });
  }
  const { spec } = await syncOrder(syncInto(), portsWith('kept'));
  expect(spec).toMatchObject({ kind: 'download', targetDir: dir, sync: { compare: 'mtime-size' } });
});

test('orders for a hub: a move is rejected, and a copy becomes one of accounts by their addresses', async () => {
  await expect(copyOrder({ ...copy, kind: 'move' }, portsWith('kept'))).rejects.toMatchObject({
    code: 'invalid.input',
  });
  const { spec } = await copyOrder({ ...copy, kind: 'copy' }, portsWith('kept'));
  expect(spec).toMatchObject({ kind: 'copy', endpoint: 'https://a', from: { endpoint: 'https://a' } });
  expect(JSON.stringify(spec)).not.toContain('connectionId');
});

test('orders for a hub: nothing is written to an account that is locked, and it can be read', async () => {
  await expect(copyOrder({ ...copy, kind: 'copy' }, portsWith('kept', true))).rejects.toBe(locked);
  await expect(syncOrder({ ...syncInto(), source: remote, target: remote }, portsWith('kept', true))).rejects.toBe(
    locked,
  );
  await expect(downloadOrder(download(), portsWith('kept', true))).resolves.toMatchObject({ title: 'cargo' });
});
