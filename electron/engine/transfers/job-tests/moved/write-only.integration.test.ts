// Signatures with the fewest permissions that a transfer needs: reading the target only saves work.
import {
  AccountSASPermissions,
  AccountSASResourceTypes,
  AccountSASServices,
  StorageSharedKeyCredential,
  generateAccountSASQueryParameters,
} from '@azure/storage-blob';
import { describe, expect, it } from 'vitest';
import { KiB, MiB } from '@shared/units';
import { emulatorAccountKey, emulatorAccountName } from '../../../../testing/azurite';
import { readFile } from 'node:fs/promises';
import type { Transfers } from '../../api';
import { answered, isBlock } from '../../fixtures/requests';
import { held, startUpload } from '../../fixtures/start-jobs';
import { accountsFor } from '../../fixtures/test-bench';
import { useBench } from '../../fixtures/use-bench';

const { bench, store } = useBench();
const blocks = { blockBytes: 1 * MiB, concurrency: 2 } as const;

function roomWith(rights: string): Transfers {
  const token = generateAccountSASQueryParameters(
    {
      expiresOn: new Date(Date.now() + 600_000),
      permissions: AccountSASPermissions.parse(rights),
      resourceTypes: AccountSASResourceTypes.parse('sco').toString(),
      services: AccountSASServices.parse('b').toString(),
    },
    new StorageSharedKeyCredential(emulatorAccountName, emulatorAccountKey),
  ).toString();
  const { endpoints, ...rest } = store.azurite.descriptor({ blob: store.proxy.origin });
  return bench.roomWith({ accounts: accountsFor({ ...rest, endpoints, credential: { kind: 'sas', token } }) });
}

describe('an upload with a signature that allows writing only', () => {
  it.each(['w', 'wc'])('stores a file in blocks, and skips it the second time (%s)', async (rights) => {
    const room = roomWith(rights);
    const path = await bench.file('large.bin', 9 * MiB);
    expect(await (await startUpload(bench, [path], blocks, room)).ended).toMatchObject({ state: 'done', files: 1 });
    expect((await held(bench, 'large.bin')).equals(await readFile(path))).toBe(true);
    expect(await (await startUpload(bench, [path], blocks, room)).ended).toMatchObject({ state: 'done', skipped: 1 });
  });

  it('skips all of thirty small files the second time', async () => {
    const room = roomWith('w');
    const names = Array.from({ length: 30 }, (_, index) => `${index}.bin`);
    const paths = await Promise.all(names.map((name) => bench.file(name, 8 * KiB)));
    expect(await (await startUpload(bench, paths, {}, room)).ended).toMatchObject({ state: 'done', files: 30 });
    expect(await (await startUpload(bench, paths, {}, room)).ended).toMatchObject({ state: 'done', skipped: 30 });
  });

  it('continues from its journal when it is resumed', async () => {
    const room = roomWith('w');
    const path = await bench.file('large.bin', 9 * MiB);
    bench.proxy.inject({ fault: { kind: 'hang' }, when: isBlock, skip: 4, times: Infinity });
    const job = await startUpload(bench, [path], blocks, room);
    await answered(bench, isBlock, 4);
    await job.interrupt();
    bench.proxy.clearFaults();
    const before = bench.requests().length;
    expect(await (await room.resume(job.jobId)).ended).toMatchObject({ state: 'done', files: 1 });
    // One of the four may have been cut off before it was recorded.
    expect(bench.requests().slice(before).filter(isBlock).length).toBeLessThanOrEqual(6);
    expect((await held(bench, 'large.bin')).equals(await readFile(path))).toBe(true);
  });
});
