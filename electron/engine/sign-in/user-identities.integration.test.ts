// Signing in against an authority on this machine, with the test acting as the browser.
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { knownClouds, storageResource } from '@shared/model/identity';
import {
  type AuthoritySwitches,
  type FakeAuthority,
  fakeClientId,
  guestTenant,
  homeTenant,
  startFakeAuthority,
  strictTenant,
} from '../../testing/fake-authority';
import { createHttpClient } from '../azure/http/http-client';
import { silentSink } from '../metrics/request-record';
import type { SecretVault } from '../ports';
import { systemClock } from '../system-clock';
import { type BrowserSignIn, UserIdentities } from './user-identities';

const cleanUps: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

function memoryVault(): SecretVault & { readonly secrets: Map<string, string> } {
  const secrets = new Map<string, string>();
  return {
    secrets,
    storage: async () => 'session',
    read: async (id) => secrets.get(id) ?? null,
    write: async (id, secret) => {
      secrets.set(id, secret);
      return 'session';
    },
    remove: async (id) => void secrets.delete(id),
  };
}

interface Bench {
  readonly authority: FakeAuthority;
  readonly vault: ReturnType<typeof memoryVault>;
  /** As after a restart: a new instance over the same vault. */
  readonly open: () => UserIdentities;
  readonly log: readonly string[];
}

async function bench(switches: Partial<AuthoritySwitches> = {}): Promise<Bench> {
  const authority = await startFakeAuthority(switches);
  const http = createHttpClient({
    metrics: silentSink,
    clock: systemClock,
    trustedCertificates: authority.certificate,
  });
  cleanUps.push(
    () => http.dispose(),
    () => authority.close(),
  );
  const vault = memoryVault();
  const log: string[] = [];
  const cloud = { ...knownClouds.public, id: 'custom' as const, authority: authority.address };
  const registration = { clientId: fakeClientId, tenant: 'organizations', cloud };
  return {
    authority,
    vault,
    log,
    open: () => new UserIdentities({ registration, vault, http, log: (line) => log.push(line) }),
  };
}

/** Acts as a browser: follows the authority's redirect to the loopback. */
async function browse({ authority }: Bench, address: string): Promise<number> {
  const http = createHttpClient({
    metrics: silentSink,
    clock: systemClock,
    trustedCertificates: authority.certificate,
  });
  const { sendPlain } = await import('./authority-network');
  const page = await sendPlain(http, { method: 'GET', url: address });
  http.dispose();
  expect(page.status).toBe(302);
  return (await fetch(page.headers.location ?? '')).status;
}

function browser(made: Bench, more: Partial<BrowserSignIn> = {}): BrowserSignIn {
  return {
    resource: storageResource,
    signal: new AbortController().signal,
    onAddress: (address) => void browse(made, address),
    ...more,
  };
}

const notForced = { isForced: false, signal: new AbortController().signal };
const forced = { ...notForced, isForced: true };

const claimsIn = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

/** The first line of the response to a request with exactly that target. */
function statusOf(port: string, target: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(`GET ${target} HTTP/1.1\r\nHost: attacker.example\r\nConnection: close\r\n\r\n`);
    });
    let text = '';
    socket.on('data', (piece) => (text += String(piece)));
    socket.on('close', () => resolve(text.split('\r\n')[0] ?? ''));
    socket.on('error', reject);
  });
}

describe('sign-in in the browser', () => {
  it('sign-in: issues tokens for storage and for the resource manager after one visit to the browser', async () => {
    const made = await bench();
    const identities = made.open();
    const user = await identities.signInByBrowser(browser(made));
    expect(user).toMatchObject({ name: 'ada@contoso.example', homeTenant });
    const provider = identities.providerOf(user.homeAccountId);
    const storage = await provider.acquire(homeTenant, storageResource, notForced);
    const management = await provider.acquire(homeTenant, 'https://management.azure.com', notForced);
    expect(claimsIn(storage.token)).toMatchObject({ aud: storageResource, tid: homeTenant });
    expect(claimsIn(management.token)).toMatchObject({ aud: 'https://management.azure.com' });
    expect(storage.expiresAtMs).toBeGreaterThan(Date.now());
  });

  it('sign-in: survives a restart, and sends the authority nothing while the token is valid', async () => {
    const made = await bench();
    const { homeAccountId } = await made.open().signInByBrowser(browser(made));
    const before = made.authority.requests.length;
    const again = made.open();
    expect(await again.users()).toHaveLength(1);
    await again.providerOf(homeAccountId).acquire(homeTenant, storageResource, notForced);
    expect(made.authority.requests.slice(before).filter((each) => each.endsWith('/token'))).toEqual([]);
  });

  it('sign-in: uses the token of the guest tenant, not the cached one of the home tenant', async () => {
    const made = await bench();
    const identities = made.open();
    const provider = identities.providerOf((await identities.signInByBrowser(browser(made))).homeAccountId);
    await provider.acquire(homeTenant, storageResource, notForced);
    const { token } = await provider.acquire(guestTenant, storageResource, notForced);
    expect(claimsIn(token)).toMatchObject({ tid: guestTenant });
  });

  it.each([
    ['invalid_grant', 'auth.sign-in-needed'],
    ['interaction_required', 'auth.sign-in-needed'],
    ['temporarily_unavailable', 'auth.sign-in-failed'],
    ['server_error', 'auth.sign-in-failed'],
  ])('sign-in: a refresh that is answered %s fails with %s, and the user remains listed', async (error, code) => {
    const made = await bench();
    const identities = made.open();
    const { homeAccountId } = await identities.signInByBrowser(browser(made));
    made.authority.switches.refreshAnswer = { status: error === 'server_error' ? 503 : 400, error };
    const renewed = identities.providerOf(homeAccountId).acquire(homeTenant, storageResource, forced);
    await expect(renewed).rejects.toMatchObject({ code });
    expect(await identities.users()).toHaveLength(1);
  });

  it('sign-in: reports the claims that a tenant requires, and succeeds after signing in with them', async () => {
    const made = await bench();
    const identities = made.open();
    const { homeAccountId } = await identities.signInByBrowser(browser(made));
    const provider = identities.providerOf(homeAccountId);
    const denied = await provider.acquire(strictTenant, storageResource, notForced).catch((error: unknown) => error);
    expect(denied).toMatchObject({ code: 'auth.sign-in-needed', context: { tenant: strictTenant } });
    const { claims } = (denied as { context: { claims: string } }).context;
    await identities.signInByBrowser(browser(made, { tenant: strictTenant, claims, userName: 'ada@contoso.example' }));
    const { token } = await provider.acquire(strictTenant, storageResource, notForced);
    expect(claimsIn(token)).toMatchObject({ tid: strictTenant });
  });

  it('sign-in: reports the error of the authority when the user declines', async () => {
    const made = await bench({ page: { error: 'access_denied', description: 'The user declined.\r\nTrace ID: 7' } });
    await expect(made.open().signInByBrowser(browser(made))).rejects.toMatchObject({
      code: 'auth.sign-in-failed',
      context: { error: 'access_denied', detail: 'The user declined.' },
    });
  });

  it('sign-in: ignores a response with another state, and accepts the right one afterwards', async () => {
    const made = await bench();
    const onAddress = async (address: string): Promise<void> => {
      const redirect = new URL(new URL(address).searchParams.get('redirect_uri') ?? '');
      redirect.searchParams.set('state', 'forged');
      redirect.searchParams.set('code', 'forged');
      expect((await fetch(redirect)).status).toBe(404);
      // Pages and other users of this machine may send anything, such as a target that is no address.
      for (const target of ['//', '//?state=forged', 'http://[', '*', '/?state=%', '/?state']) {
        expect(await statusOf(redirect.port, target)).toMatch(/^HTTP\/1\.1 40[04]/u);
      }
      expect(await browse(made, address)).toBe(200);
    };
    const user = await made.open().signInByBrowser(browser(made, { onAddress: (address) => void onAddress(address) }));
    expect(user.name).toBe('ada@contoso.example');
  });

  it('sign-in: reports a cancellation as one, after the authority could not be reached before', async () => {
    const made = await bench();
    const identities = made.open();
    const { homeAccountId } = await identities.signInByBrowser(browser(made));
    await made.authority.close();
    const renewed = identities.providerOf(homeAccountId).acquire(homeTenant, storageResource, forced);
    await expect(renewed).rejects.toMatchObject({ code: 'network.refused' });
    const cancel = new AbortController();
    const signedIn = identities.signInByBrowser(
      browser(made, { onAddress: () => cancel.abort(), signal: cancel.signal }),
    );
    await expect(signedIn).rejects.toMatchObject({ code: 'cancelled.by-user' });
  });

  it('sign-in: ends when it is cancelled, and closes its port', async () => {
    const made = await bench();
    const cancel = new AbortController();
    let redirect = '';
    const onAddress = (address: string): void => {
      redirect = new URL(address).searchParams.get('redirect_uri') ?? '';
      cancel.abort();
    };
    const signedIn = made.open().signInByBrowser(browser(made, { onAddress, signal: cancel.signal }));
    await expect(signedIn).rejects.toMatchObject({ code: 'cancelled.by-user' });
    await expect(fetch(redirect)).rejects.toThrow();
  });

  it('sign-in: reports that the authority cannot be reached when it is gone', async () => {
    const made = await bench();
    const identities = made.open();
    const { homeAccountId } = await identities.signInByBrowser(browser(made));
    await made.authority.close();
    const renewed = identities.providerOf(homeAccountId).acquire(homeTenant, storageResource, forced);
    await expect(renewed).rejects.toMatchObject({ code: 'network.refused' });
  });

  it('sign-in: starts without sign-ins when the stored ones are damaged', async () => {
    const made = await bench();
    await made.open().signInByBrowser(browser(made));
    for (const id of made.vault.secrets.keys()) made.vault.secrets.set(id, '{"Account": [');
    const again = made.open();
    expect(await again.users()).toEqual([]);
    expect(made.log).toHaveLength(1);
    await again.signInByBrowser(browser(made));
    expect(await again.users()).toHaveLength(1);
  });

  it('sign-in: signing out removes the user and its tokens', async () => {
    const made = await bench();
    const identities = made.open();
    const { homeAccountId } = await identities.signInByBrowser(browser(made));
    await identities.signOut(homeAccountId);
    expect(await made.open().users()).toEqual([]);
    expect([...made.vault.secrets.values()].join()).not.toContain('refresh-');
    const acquired = identities.providerOf(homeAccountId).acquire(homeTenant, storageResource, notForced);
    await expect(acquired).rejects.toMatchObject({ code: 'auth.sign-in-needed' });
  });
});

describe('sign-in with a device code', () => {
  it('device code: is shown, and signs in once it was entered', async () => {
    const made = await bench();
    const codes: string[] = [];
    const user = await made.open().signInByDevice({
      resource: storageResource,
      signal: new AbortController().signal,
      onCode: ({ userCode }) => codes.push(userCode),
    });
    expect(codes).toEqual(['ABCD-EFGH']);
    expect(user.name).toBe('ada@contoso.example');
  });

  it('device code: ends immediately when it is cancelled before it was entered', async () => {
    const made = await bench({ device: 'pending' });
    const cancel = new AbortController();
    const signedIn = made.open().signInByDevice({
      resource: storageResource,
      signal: cancel.signal,
      onCode: () => cancel.abort(),
    });
    await expect(signedIn).rejects.toMatchObject({ code: 'cancelled.by-user' });
  });

  it('device code: a declined code fails', async () => {
    const made = await bench({ device: 'declined' });
    const signal = new AbortController().signal;
    const signedIn = made.open().signInByDevice({ resource: storageResource, signal, onCode: () => undefined });
    await expect(signedIn).rejects.toMatchObject({ code: 'auth.sign-in-failed', context: { lacks: 'approval' } });
  });
});
