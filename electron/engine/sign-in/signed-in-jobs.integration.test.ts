// A transfer whose session ends: it stops with the request to sign in again, and goes on once that was done.
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { isTransfer } from '@shared/jobs/kinds';
import { type TransferJob, defaultTransferOptions } from '@shared/model/transfer';
import { MiB } from '@shared/units';
import { startAzurite } from '../../testing/azurite';
import { connectAs, signInByBrowser, startAuthority, startSignedInEngine } from './fixtures/signed-in-engine';

it('transfer: stops when the session ends, keeps what it has sent, and goes on after signing in again', async () => {
  const azurite = await startAzurite({ oauth: true });
  onTestFinished(() => azurite.stop());
  const authority = await startAuthority({ lifetimeS: 2 });
  const { engine, folder, cloud } = await startSignedInEngine(authority);
  const identity = await signInByBrowser(engine, cloud);
  const connection = await connectAs(engine, identity.id, azurite.blobEndpoint);
  const account = await engine.rooms.accounts.open(connection.id);
  const container = (await account.blobService()).getContainerClient('cargo');
  await container.create();
  const bytes = randomBytes(6 * MiB);
  await writeFile(join(folder, 'cargo.bin'), bytes);

  const { jobId } = await engine.rooms.transfers.uploadPaths({
    connectionId: connection.id,
    container: 'cargo',
    prefix: '',
    paths: [join(folder, 'cargo.bin')],
    options: { ...defaultTransferOptions, blockBytes: MiB, limitRate: 2 * MiB },
  });
  const watching = new AbortController();
  onTestFinished(() => watching.abort());
  let job: TransferJob | undefined;
  void engine.streams['jobs.watch'](
    {},
    { signal: watching.signal, push: (jobs) => (job = jobs.filter(isTransfer).find(({ id }) => id === jobId)) },
  ).catch(() => undefined);
  await vi.waitFor(() => expect(job?.bytesDone).toBeGreaterThan(MiB), 10_000);

  authority.switches.refreshAnswer = { status: 400, error: 'invalid_grant', suberror: 'bad_token' };
  await vi.waitFor(() => expect(job).toMatchObject({ state: 'paused', waitsFor: 'credential' }), 20_000);
  expect(job?.bytesDone).toBeLessThan(bytes.length);

  authority.switches.refreshAnswer = null;
  authority.switches.lifetimeS = 3600;
  await signInByBrowser(engine, cloud, identity.id);
  await vi.waitFor(() => expect(job?.state).toBe('done'), 20_000);
  expect((await container.getBlobClient('cargo.bin').downloadToBuffer()).equals(bytes)).toBe(true);
}, 90_000);
