// Signing in where something is in the way: another window, a proxy with a login, missing consent, no keychain, a wrong
// clock.
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { errorMessage } from '@shared/error-text';
import { StowageError } from '@shared/errors';
import type { IdentitySummary } from '@shared/model/identity';
import { homeTenant } from '../../testing/fake-authority';
import { startWebProxy } from '../../testing/web-proxy';
import type { Engine } from '../engine';
import { signInByBrowser, startAuthority, startSignedInEngine } from './fixtures/signed-in-engine';

const { signal } = new AbortController();
afterEach(() => vi.useRealTimers());

async function identities({ streams }: Engine): Promise<readonly IdentitySummary[]> {
  const once = new AbortController();
  let found: readonly IdentitySummary[] = [];
  const push = (all: readonly IdentitySummary[]): void => {
    found = all;
    once.abort();
  };
  await streams['identities.watch']({}, { signal: once.signal, push }).catch(() => undefined);
  return found;
}

const tenantsOf = async (engine: Engine, id: string) => engine.calls['identities.tenants']({ id }, { signal });

it('windows: that sign the same user in and out at once agree on one identity, whose state is true', async () => {
  const authority = await startAuthority();
  let signOut: (() => unknown) | null = null;
  const beforeWrite = async (): Promise<void> => {
    const due = signOut;
    signOut = null;
    await due?.();
  };
  const { engine, cloud } = await startSignedInEngine(authority, { beforeWrite });
  const [one, other] = await Promise.all([signInByBrowser(engine, cloud), signInByBrowser(engine, cloud)]);
  expect(one.id).toBe(other.id);
  expect(await identities(engine)).toHaveLength(1);
  // The other window signs out while this one has the tokens already, but has not saved who they are for.
  signOut = () => engine.calls['identities.sign-out']({ id: one.id }, { signal });
  const { id, state } = await signInByBrowser(engine, cloud);
  expect(state).toBe('sign-in-needed');
  expect(await identities(engine)).toMatchObject([{ id, state }]);
  await expect(tenantsOf(engine, id)).rejects.toMatchObject({ code: 'auth.sign-in-needed' });
  await signInByBrowser(engine, cloud, id);
  expect(await tenantsOf(engine, id)).toHaveLength(3);
  expect(await identities(engine)).toMatchObject([{ id, state: 'ready' }]);
});

it('proxy: with a login carries the sign-in, and a wrong login is named as the cause', async () => {
  const [authority, proxy] = await Promise.all([startAuthority(), startWebProxy({ login: 'ann:s3cret' })]);
  onTestFinished(() => proxy.close());
  const through = (password: string) => ({
    network: {
      proxy: { scheme: 'http', host: '127.0.0.1', port: proxy.port, login: { user: 'ann', password } },
    } as const,
  });
  const right = await startSignedInEngine(authority, through('s3cret'));
  const { id } = await signInByBrowser(right.engine, right.cloud);
  expect(await tenantsOf(right.engine, id)).toHaveLength(3);
  const { host } = new URL(authority.address);
  expect(proxy.requested.length).toBeGreaterThan(0);
  expect(new Set(proxy.requested)).toEqual(new Set([`CONNECT ${host}`]));

  const wrong = await startSignedInEngine(authority, through('guessed'));
  await expect(signInByBrowser(wrong.engine, wrong.cloud)).rejects.toMatchObject({
    code: 'network.proxy',
    context: { reason: 'authentication' },
  });
});

it.each([
  ['AADSTS65004: The user declined to consent to access the app.', 'Consent declined'],
  ['AADSTS90094: The grant requires admin permission.', 'Admin consent required'],
])('consent: %s', async (description, title) => {
  const authority = await startAuthority({ page: { error: 'access_denied', description } });
  const { engine, cloud } = await startSignedInEngine(authority);
  const failure = await signInByBrowser(engine, cloud).then(
    () => null,
    (thrown: unknown) => StowageError.from(thrown),
  );
  expect(failure).toMatchObject({ code: 'auth.sign-in-failed' });
  expect(failure === null ? '' : errorMessage(failure).title).toBe(title);
  expect(await identities(engine)).toEqual([]);
});

it('keychain: without one the sign-in lasts for the session, and nothing of it is written', async () => {
  const authority = await startAuthority();
  const before = await startSignedInEngine(authority);
  const { id } = await signInByBrowser(before.engine, before.cloud);
  const stateDir = join(before.folder, 'state');
  for (const file of await readdir(stateDir, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const text = await readFile(join(file.parentPath, file.name), 'latin1');
    expect(authority.secrets.filter((secret) => text.includes(secret))).toEqual([]);
  }
  await before.engine.dispose();
  // As after a restart: the identity is known, and says what it needs.
  const after = await startSignedInEngine(authority, { stateDir });
  await expect(tenantsOf(after.engine, id)).rejects.toMatchObject({ code: 'auth.sign-in-needed' });
  expect(await identities(after.engine)).toMatchObject([{ id, state: 'sign-in-needed' }]);
  expect((await signInByBrowser(after.engine, after.cloud, id)).id).toBe(id);
});

it.each([60, -60])('clock: %i minutes off, the sign-in and its renewal work all the same', async (minutes) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  const authority = await startAuthority({ clockOffMs: -minutes * 60_000, lifetimeS: 3600 });
  vi.setSystemTime(Date.now() + minutes * 60_000);
  const { engine, cloud } = await startSignedInEngine(authority);
  const { id } = await signInByBrowser(engine, cloud);
  expect(await tenantsOf(engine, id)).toMatchObject([{ tenant: homeTenant, state: 'ready' }, {}, {}]);
  // Past the expiry, by either clock.
  const sentBefore = authority.requests.length;
  vi.setSystemTime(Date.now() + 2 * 3600_000);
  expect(await tenantsOf(engine, id)).toMatchObject([{ state: 'ready' }, {}, {}]);
  expect(authority.requests.slice(sentBefore).some((each) => each.endsWith('/token'))).toBe(true);
});
