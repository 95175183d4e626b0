// A transfer whose session ends: it stops with the request to sign in again, and goes on once that was done.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Cloud, IdentitySummary } from '@shared/model/identity';
import { isTransfer } from '@shared/jobs/kinds';
import { type TransferJob, defaultTransferOptions } from '@shared/model/transfer';
import { MiB } from '@shared/units';
import { startAzurite } from '../../testing/azurite';
import { fakeClientId, startFakeAuthority } from '../../testing/fake-authority';
import { testCertificate } from '../../testing/tls-certificate';
import { type Engine, createEngine } from '../engine';
import { systemClock } from '../system-clock';

const { signal } = new AbortController();

/** As the user does: on the page that the browser shows. */
async function signIn(engine: Engine, cloud: Cloud, identityId?: string): Promise<IdentitySummary> {
  const signedIn: IdentitySummary[] = [];
  const registration = { clientId: fakeClientId, tenant: 'organizations', cloud };
  await engine.streams['identities.sign-in'](
    { way: 'browser', registration, ...(identityId === undefined ? {} : { identityId }) },
    {
      signal,
      push: (event) => {
        if (event.event === 'signed-in') signedIn.push(event.identity);
      },
    },
  );
  const [identity] = signedIn;
  if (identity === undefined) throw new Error('Not signed in.');
  return identity;
}

it('transfer: stops when the session ends, keeps what it has sent, and goes on after signing in again', async () => {
  const azurite = await startAzurite({ oauth: true });
  const authority = await startFakeAuthority({ lifetimeS: 2 });
  const folder = await mkdtemp(join(tmpdir(), 'stowage-signed-in-'));
  const secrets = new Map<string, string>();
  const engine = createEngine(
    {
      stateDir: join(folder, 'state'),
      emulator: null,
      secrets: {
        storage: () => Promise.resolve('session'),
        read: (id) => Promise.resolve(secrets.get(id) ?? null),
        write: (id, secret) => {
          secrets.set(id, secret);
          return Promise.resolve('session');
        },
        remove: (id) => Promise.resolve(void secrets.delete(id)),
      },
      sources: { resolve: () => Promise.resolve(null) },
      clock: systemClock,
      random: Math.random,
      transferWorkerPath: resolve('out/main/transfer-worker.js'),
      importWorkerPath: resolve('out/main/import-worker.js'),
      previewWorkerPath: resolve('out/main/preview-worker.js'),
      network: { access: 'online', proxy: null, bypass: [], authorities: [testCertificate] },
      openAddress: (address) => {
        get(address, { ca: testCertificate }, ({ headers }) => void fetch(headers.location ?? ''));
        return Promise.resolve();
      },
      log: () => undefined,
    },
    { loadSampleData: 'never', totalPace: 'holds' },
  );
  onTestFinished(async () => {
    await engine.dispose();
    await authority.close();
    await azurite.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const cloud: Cloud = {
    id: 'custom',
    authority: authority.address,
    management: authority.address,
    storageSuffix: '127.0.0.1',
  };
  const identity = await signIn(engine, cloud);
  const connection = await engine.calls['connections.add'](
    {
      kind: 'sign-in',
      name: 'Quay',
      account: azurite.blobEndpoint,
      identityId: identity.id,
      marking: { production: false, colour: 'none' },
    },
    { signal },
  );
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
  await signIn(engine, cloud, identity.id);
  await vi.waitFor(() => expect(job?.state).toBe('done'), 20_000);
  expect((await container.getBlobClient('cargo.bin').downloadToBuffer()).equals(bytes)).toBe(true);
}, 90_000);
