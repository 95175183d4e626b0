import {
  AccountSASPermissions,
  AccountSASResourceTypes,
  AccountSASServices,
  StorageSharedKeyCredential,
  generateAccountSASQueryParameters,
} from '@azure/storage-blob';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MiB } from '@shared/units';
import { emulatorAccountKey, emulatorAccountName } from '../../../../testing/azurite';
import { type FaultyRequest, serviceHeaders } from '../../../../testing/faults';
import type { AccountDescriptor, AccountSource } from '../../../azure/account';
import { isBlock, isGet, isWrite } from '../../fixtures/requests';
import { held, smallBlocks, startDownload, startUpload } from '../../fixtures/start-jobs';
import { storeBlob } from '../../fixtures/store-blob';
import { accountsFor } from '../../fixtures/test-bench';
import { useBench } from '../../fixtures/use-bench';

const { bench, store } = useBench();
const blocks = smallBlocks;
const rejection = (code: string): Record<string, string> => serviceHeaders({ 'x-ms-error-code': code });

describe('a refused key or SAS', () => {
  const sas = (expiresInMs: number): string =>
    generateAccountSASQueryParameters(
      {
        expiresOn: new Date(Date.now() + expiresInMs),
        permissions: AccountSASPermissions.parse('rwdlac'),
        resourceTypes: AccountSASResourceTypes.parse('sco').toString(),
        services: AccountSASServices.parse('b').toString(),
      },
      new StorageSharedKeyCredential(emulatorAccountName, emulatorAccountKey),
    ).toString();
  const isSignedBy = (token: string, { query }: FaultyRequest): boolean =>
    query.get('sig') === new URLSearchParams(token).get('sig');
  const accountsBy = (credential: () => AccountDescriptor['credential']): AccountSource => {
    const open = (): ReturnType<AccountSource['open']> => {
      const descriptor = store.azurite.descriptor({ blob: store.proxy.origin });
      return accountsFor({ ...descriptor, credential: credential() }).open('test');
    };
    return { open, openForWriting: open };
  };
  const accountsWith = (token: () => string): AccountSource => accountsBy(() => ({ kind: 'sas', token: token() }));

  it('pauses the job with its progress, and resumes it with the missing parts after a replacement', async () => {
    const first = sas(60_000);
    // By the clock of the service it has expired meanwhile.
    const date = new Date(Date.now() + 61_000).toUTCString();
    const second = sas(120_000);
    let token = first;
    const room = bench.roomWith({ accounts: accountsWith(() => token) });
    const path = await bench.file('big.bin', 2 * MiB);
    const rejected = bench.proxy.inject({
      fault: { kind: 'answer', status: 403, headers: { ...rejection('AuthenticationFailed'), date } },
      when: (request) => isBlock(request) && isSignedBy(first, request),
      skip: 5,
      times: 100,
    });
    const job = await startUpload(bench, [path], blocks, room);
    expect(await job.ended).toMatchObject({
      state: 'paused',
      failedCount: 0,
      stoppedBy: { code: 'auth.sas-expired' },
    });
    expect(room.jobs()[0]).toMatchObject({ state: 'paused', waitsFor: 'credential' });
    expect(room.jobs()[0]?.note).toMatch(/^paused: /u);
    rejected.remove();

    token = second;
    const before = bench.requests().length;
    room.registry.credentialChanged('test');
    await expect.poll(() => room.jobs()[0]?.state, { timeout: 10_000 }).toBe('done');
    const sent = bench.requests().slice(before).filter(isBlock);
    expect(sent.length).toBeLessThanOrEqual(8 - 5 + 1);
    expect(sent.every((request) => isSignedBy(second, request))).toBe(true);
    expect((await held(bench, 'big.bin')).equals(await readFile(path))).toBe(true);
  });

  it('and its replacement do not affect a file that the user has paused meanwhile', async () => {
    const path = await bench.file('left.bin', 2 * MiB);
    const room = bench.transfers;
    const rejected = bench.proxy.inject({
      fault: { kind: 'answer', status: 403, headers: rejection('AuthenticationFailed') },
      when: isBlock,
      skip: 5,
      times: Infinity,
    });
    const job = await startUpload(bench, [path], blocks);
    await job.ended;
    rejected.remove();
    await room.calls['transfers.pause-file']({ jobId: job.jobId, file: 0 }, { signal: new AbortController().signal });
    expect(room.jobs()[0]).toMatchObject({ waitsFor: 'credential' });
    const before = bench.requests().length;
    room.registry.credentialChanged('test');
    await expect.poll(() => room.jobs()[0]).toMatchObject({ state: 'paused', waitsFor: 'person' });
    expect(bench.requests().slice(before).filter(isBlock)).toEqual([]);
    await room.resume(job.jobId);
    await expect.poll(() => room.jobs()[0]?.state).toBe('done');
    expect((await held(bench, 'left.bin')).equals(await readFile(path))).toBe(true);
  });

  it('and its replacement do not resume a job that the user has paused meanwhile, also after a restart', async () => {
    const path = await bench.file('paused.bin', 2 * MiB);
    const room = bench.transfers;
    const rejected = bench.proxy.inject({
      fault: { kind: 'answer', status: 403, headers: rejection('AuthenticationFailed') },
      when: isBlock,
      skip: 5,
      times: Infinity,
    });
    const job = await startUpload(bench, [path], blocks);
    await job.ended;
    rejected.remove();
    expect(room.jobs()[0]).toMatchObject({ waitsFor: 'credential' });
    await room.registry.get(job.jobId).pause();
    expect(room.jobs()[0]).toMatchObject({ state: 'paused', waitsFor: 'person' });
    const restarted = bench.roomWith({});
    await restarted.recover();
    const before = bench.requests().length;
    for (const one of [room, restarted]) one.registry.credentialChanged('test');
    expect(restarted.jobs()[0]).toMatchObject({ state: 'paused', waitsFor: 'person' });
    await restarted.resume(job.jobId);
    await expect.poll(() => restarted.jobs()[0]?.state).toBe('done');
    expect(bench.requests().slice(before).filter(isBlock).length).toBeLessThanOrEqual(8 - 5 + 1);
  });

  it('that was replaced before it was rejected does not delay the job', async () => {
    const [first, second] = [sas(60_000), sas(120_000)];
    const date = new Date(Date.now() + 61_000).toUTCString();
    let token = first;
    const room = bench.roomWith({ accounts: accountsWith(() => token) });
    const path = await bench.file('renewed.bin', 2 * MiB);
    let renew: () => void = () => undefined;
    const renewed = new Promise<void>((resolve) => {
      renew = resolve;
    });
    const waiting = bench.proxy.inject({ fault: { kind: 'meanwhile', act: () => renewed }, when: isBlock, skip: 2 });
    bench.proxy.inject({
      fault: { kind: 'answer', status: 403, headers: { ...rejection('AuthenticationFailed'), date } },
      when: (request) => isBlock(request) && isSignedBy(first, request),
      skip: 3,
      times: Infinity,
    });
    const job = await startUpload(bench, [path], { ...blocks, concurrency: 1 }, room);
    await expect.poll(waiting.hits).toBe(1);
    token = second;
    room.registry.credentialChanged('test');
    renew();
    expect(await job.ended).toMatchObject({ state: 'paused', stoppedBy: { code: 'auth.sas-expired' } });
    await expect.poll(() => room.jobs()[0]?.state).toBe('done');
    expect((await held(bench, 'renewed.bin')).equals(await readFile(path))).toBe(true);
  });

  it.each(['download', 'copy'] as const)(
    'pauses a %s with its progress, too, and resumes it with the missing parts',
    async (kind) => {
      const [first, second] = [sas(60_000), sas(120_000)];
      const date = new Date(Date.now() + 61_000).toUTCString();
      let token = first;
      const room = bench.roomWith({ accounts: accountsWith(() => token) });
      const content = await storeBlob(bench, 'big.bin', 2 * MiB);
      const rejected = bench.proxy.inject({
        fault: { kind: 'answer', status: 403, headers: { ...rejection('AuthenticationFailed'), date } },
        when: (request) => isGet(request) && isSignedBy(first, request),
        skip: 5,
        times: 100,
      });
      // By a SAS, the emulator fails in another way at what it cannot do.
      bench.proxy.inject({
        fault: { kind: 'answer', status: 501, headers: serviceHeaders() },
        when: ({ headers }) => headers['x-ms-copy-source'] !== undefined,
        times: Infinity,
      });
      const container = bench.container.containerName;
      const location = { connectionId: 'test', container, prefix: '', from: { connectionId: 'test', container } };
      const selection = [{ kind: 'blob', name: 'big.bin', as: 'copied.bin' } as const];
      const job =
        kind === 'download'
          ? await startDownload(bench, blocks, room)
          : await room.copyBlobs({ kind, ...location, selection, options: bench.options(blocks) });
      expect(await job.ended).toMatchObject({
        state: 'paused',
        failedCount: 0,
        stoppedBy: { code: 'auth.sas-expired' },
      });
      expect(room.jobs()[0]).toMatchObject({ waitsFor: 'credential' });
      rejected.remove();

      token = second;
      const before = bench.requests().length;
      room.registry.credentialChanged('test');
      await expect.poll(() => room.jobs()[0]?.state, { timeout: 10_000 }).toBe('done');
      const fetched = bench.requests().slice(before).filter(isGet);
      expect(fetched.length).toBeLessThanOrEqual(8 - 5 + 1);
      expect(fetched.every((request) => isSignedBy(second, request))).toBe(true);
      const arrived =
        kind === 'download' ? readFile(join(bench.folder, 'target', 'big.bin')) : held(bench, 'copied.bin');
      expect((await arrived).equals(content)).toBe(true);
    },
  );

  it('of a job of many small files leaves none of them out', async () => {
    const rejected = bench.proxy.inject({
      fault: { kind: 'answer', status: 403, headers: rejection('AuthenticationFailed') },
      when: isWrite,
      skip: 20,
      times: Infinity,
    });
    const names = Array.from({ length: 200 }, (_, number) => `many/${number}.bin`);
    for (const name of names) await bench.file(name, 100);
    const job = await startUpload(bench, [join(bench.folder, 'many')], { concurrency: 32 });
    expect(await job.ended).toMatchObject({ state: 'paused', failedCount: 0, skipped: 0 });
    rejected.remove();
    const resumed = await bench.transfers.resume(job.jobId);
    expect(await resumed.ended).toMatchObject({ state: 'done', files: names.length, skipped: 0 });
  });

  it('of an account whose keys were rotated lets the job resume with the right one, not with another wrong one', async () => {
    const wrong = Buffer.alloc(64, 7).toString('base64');
    let accountKey = emulatorAccountKey;
    const room = bench.roomWith({
      accounts: accountsBy(() => ({ kind: 'key', accountName: emulatorAccountName, accountKey })),
    });
    const path = await bench.file('rotated.bin', 2 * MiB);
    const rotation = bench.proxy.inject({
      fault: { kind: 'answer', status: 403, headers: rejection('AuthenticationFailed') },
      when: isBlock,
      skip: 5,
      times: 100,
    });
    const job = await startUpload(bench, [path], blocks, room);
    expect(await job.ended).toMatchObject({
      state: 'paused',
      failedCount: 0,
      stoppedBy: { code: 'auth.key-rejected' },
    });
    rotation.remove();

    accountKey = wrong;
    const begun = bench.requests().length;
    room.registry.credentialChanged('test');
    await expect
      .poll(() =>
        bench
          .requests()
          .slice(begun)
          .some(({ status }) => status === 403),
      )
      .toBe(true);
    await expect.poll(() => room.jobs()[0]).toMatchObject({ state: 'paused', waitsFor: 'credential' });

    accountKey = emulatorAccountKey;
    const before = bench.requests().length;
    room.registry.credentialChanged('test');
    await expect.poll(() => room.jobs()[0]?.state, { timeout: 10_000 }).toBe('done');
    expect(bench.requests().slice(before).filter(isBlock).length).toBeLessThanOrEqual(8 - 5 + 1);
    expect((await held(bench, 'rotated.bin')).equals(await readFile(path))).toBe(true);
  });

  it('pauses a job whose SAS has expired before its first request, and other jobs continue', async () => {
    const room = bench.roomWith({ accounts: accountsWith(() => sas(-60_000)) });
    const job = await startUpload(bench, [await bench.file('a.bin', 100)], blocks, room);
    expect(await job.ended).toMatchObject({
      state: 'paused',
      files: 0,
      failedCount: 0,
      stoppedBy: { code: 'auth.sas-expired' },
    });
    expect(await (await startUpload(bench, [await bench.file('b.bin', 100)])).ended).toMatchObject({
      state: 'done',
      files: 1,
    });
  });
});
