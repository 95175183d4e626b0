// Accounts that are reached by tokens: a fake authority issues them, and Azurite checks times, issuer and audience.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { SasRequest } from '@shared/sas/sas-request';
import { type Cloud, type IdentitySummary, storageResource } from '@shared/model/identity';
import { type RunningAzurite, startAzurite } from '../../testing/azurite';
import {
  type FakeAuthority,
  fakeClientId,
  guestTenant,
  homeTenant,
  startFakeAuthority,
  strictTenant,
} from '../../testing/fake-authority';
import { testCertificate } from '../../testing/tls-certificate';
import type { Account, AccountDescriptor } from '../azure/account';
import { createDelegatedSas } from '../blobs/sas/sign-sas';
import { createAccountDeps } from '../azure/account-deps';
import { createAccount } from '../azure/create-account';
import { createHttpClient } from '../azure/http/http-client';
import { silentSink } from '../metrics/request-record';
import type { SecretVault } from '../ports';
import { systemClock } from '../system-clock';
import { sendPlain } from './authority-network';
import { type SignIn, createSignIn } from './create-sign-in';

let azurite: RunningAzurite;
beforeAll(async () => {
  azurite = await startAzurite({ oauth: true });
});
afterAll(() => azurite.stop());

const cleanUps: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

interface Bench {
  readonly authority: FakeAuthority;
  readonly cloud: Cloud;
  readonly signIn: SignIn;
  readonly identity: IdentitySummary;
  readonly retried: readonly string[];
  account(tenant?: string): Account;
}

async function bench(lifetimeS = 3600): Promise<Bench> {
  const authority = await startFakeAuthority({
    lifetimeS,
    accounts: [
      { name: 'quay', blob: 'https://quay.blob.core.windows.net/', table: 'https://quay.table.core.windows.net/' },
      {
        name: 'lake',
        blob: 'https://lake.blob.core.windows.net/',
        dfs: 'https://lake.dfs.core.windows.net/',
        isHnsEnabled: true,
        allowSharedKeyAccess: false,
      },
    ],
  });
  const stateDir = await mkdtemp(join(tmpdir(), 'stowage-sign-in-'));
  const stored = new Map<string, string>();
  const secrets: SecretVault = {
    storage: async () => 'session',
    read: async (id) => stored.get(id) ?? null,
    write: async (id, secret) => {
      stored.set(id, secret);
      return 'session';
    },
    remove: async (id) => void stored.delete(id),
  };
  const browser = createHttpClient({ metrics: silentSink, clock: systemClock, trustedCertificates: testCertificate });
  const signIn = createSignIn({
    stateDir,
    secrets,
    clock: systemClock,
    log: () => undefined,
    openAddress: async (address) => {
      const { headers } = await sendPlain(browser, { method: 'GET', url: address });
      void fetch(headers.location ?? '');
    },
    environment: {},
    trustedCertificates: testCertificate,
  });
  const cloud: Cloud = {
    id: 'custom',
    authority: authority.address,
    management: authority.address,
    storageSuffix: '127.0.0.1',
  };
  const registration = { clientId: fakeClientId, tenant: 'organizations', cloud };
  let identity: IdentitySummary | null = null;
  await signIn.streams['identities.sign-in'](
    { way: 'browser', registration },
    {
      signal: new AbortController().signal,
      push: (event) => {
        if (event.event === 'signed-in') ({ identity } = event);
      },
    },
  );
  if (identity === null) throw new Error('Not signed in.');
  const { id } = identity as IdentitySummary;
  const retried: string[] = [];
  const deps = createAccountDeps({
    metrics: { ...silentSink, retried: (cause) => retried.push(cause) },
    clock: systemClock,
    random: Math.random,
    tokens: signIn.tokens,
    trustedCertificates: testCertificate,
  });
  cleanUps.push(
    () => rm(stateDir, { recursive: true, force: true }),
    () => authority.close(),
    () => signIn.dispose(),
    () => browser.dispose(),
    () => deps.dispose(),
  );
  const account = (tenant = homeTenant): Account => {
    const descriptor: AccountDescriptor = {
      connectionId: 'signed-in',
      accountName: 'devstoreaccount1',
      endpoints: { blob: azurite.blobEndpoint, table: azurite.tableEndpoint },
      credential: { kind: 'token', identityId: id, tenant, resource: storageResource },
    };
    return createAccount(descriptor, deps);
  };
  return { authority, cloud, signIn, identity, retried, account };
}

const list = (account: Account) =>
  account.send({
    service: 'blob',
    operation: 'ListContainers',
    method: 'GET',
    path: '/',
    resource: '',
    query: { comp: 'list' },
    replay: 'safe',
  });
const tables = (account: Account) =>
  account.send({
    service: 'table',
    operation: 'QueryTables',
    method: 'GET',
    path: '/Tables',
    resource: '',
    headers: { accept: 'application/json;odata=nometadata' },
    replay: 'safe',
  });
const tokenRequests = ({ authority }: Bench): number =>
  authority.requests.filter((request) => request.endsWith('/oauth2/v2.0/token')).length;

it('token: reaches blobs and tables, through the SDK too, with one token for both', async () => {
  const made = await bench();
  const account = made.account();
  const before = tokenRequests(made);
  expect((await list(account)).status).toBe(200);
  expect((await tables(account)).status).toBe(200);
  const service = await account.blobService();
  const name = `c${Date.now()}`;
  await service.createContainer(name);
  await (await account.tableService()).createTable(`t${Date.now()}`);
  expect((await list(account)).body.toString()).toContain(name);
  expect(tokenRequests(made) - before).toBeLessThanOrEqual(1);
});

it('token: a hundred requests at once with an expired token lead to one request to the authority', async () => {
  const made = await bench(2);
  const account = made.account();
  await list(account);
  const held = made.signIn.tokens.current({
    identityId: made.identity.id,
    tenant: homeTenant,
    resource: storageResource,
  });
  const { exp } = JSON.parse(Buffer.from(held?.split('.')[1] ?? '', 'base64url').toString()) as {
    readonly exp: number;
  };
  await systemClock.sleep(exp * 1000 - Date.now() + 50);
  made.authority.switches.lifetimeS = 3600;
  const before = tokenRequests(made);
  const answers = await Promise.all(Array.from({ length: 100 }, () => list(account)));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect(tokenRequests(made) - before).toBe(1);
});

it('token: one that the service rejects is replaced once, and the request is sent again', async () => {
  const made = await bench();
  const account = made.account();
  await list(account);
  // As after the rights of the user changed, or with a wrong clock: this machine considers its token valid.
  const { tokens } = made.signIn;
  const target = { identityId: made.identity.id, tenant: homeTenant, resource: storageResource };
  made.authority.switches.lifetimeS = -30;
  await expect(tokens.replace(target, tokens.current(target) ?? '')).rejects.toMatchObject({ code: 'auth.clock-skew' });
  made.authority.switches.lifetimeS = 3600;
  const good = tokens.current(target);
  expect(good).not.toBeNull();
  expect((await list(account)).attempts).toBe(1);
});

it('token: a revoked session fails with the request to sign in again, and is marked on the identity', async () => {
  const made = await bench(2);
  const account = made.account();
  made.authority.switches.refreshAnswer = { status: 400, error: 'invalid_grant', suberror: 'bad_token' };
  made.signIn.tokens.forget(made.identity.id);
  await systemClock.sleep(2_100);
  await expect(list(account)).rejects.toMatchObject({ code: 'auth.sign-in-needed', context: { tenant: homeTenant } });
  const watching = new AbortController();
  let state = '';
  await made.signIn.streams['identities.watch'](
    {},
    {
      signal: watching.signal,
      push: ([first]) => {
        state = first?.state ?? '';
        watching.abort();
      },
    },
  );
  expect(state).toBe('sign-in-needed');
});

it('delegation SAS: grants reading the blob to its bearer, ends with the limit of the service, and signs for no table', async () => {
  const made = await bench();
  const account = made.account();
  const container = (await account.blobService()).getContainerClient(`sas${Date.now()}`);
  await container.create();
  await container.getBlockBlobClient('a b.txt').upload('cargo', 5);
  const request: SasRequest = {
    resource: { kind: 'blob', container: container.containerName, name: 'a b.txt' },
    rights: 'r',
    startsOn: '',
    expiresOn: `${new Date(Date.now() + 3600_000).toISOString().slice(0, 19)}Z`,
    ipRange: '',
    protocol: 'https',
    policy: '',
  };
  const { url } = await createDelegatedSas(account, request, Date.now());
  const http = createHttpClient({ metrics: silentSink, clock: systemClock, trustedCertificates: testCertificate });
  cleanUps.push(() => http.dispose());
  expect(await sendPlain(http, { method: 'GET', url })).toMatchObject({ status: 200, body: 'cargo' });
  const expiresOn = `${new Date(Date.now() + 8 * 86_400_000).toISOString().slice(0, 19)}Z`;
  await expect(createDelegatedSas(account, { ...request, expiresOn }, Date.now())).rejects.toThrow(/7 days/u);
  const resource = { kind: 'table', table: 'Orders' } as const;
  await expect(createDelegatedSas(account, { ...request, resource }, Date.now())).rejects.toThrow(/account key/u);
});

it('resources: lists tenants with their state, and the accounts of one page by page, by either API', async () => {
  const made = await bench();
  const { signal } = new AbortController();
  const { id } = made.identity;
  const tenants = await made.signIn.calls['identities.tenants']({ id }, { signal });
  expect(tenants.map(({ name, state }) => [name, state])).toEqual([
    ['Contoso', 'ready'],
    ['Fabrikam', 'ready'],
    ['Strict', 'sign-in-needed'],
  ]);
  for (const resourceGraph of ['answers', 'absent'] as const) {
    made.authority.switches.resourceGraph = resourceGraph;
    const found: unknown[] = [];
    await made.signIn.streams['identities.accounts'](
      { id, tenant: homeTenant },
      { signal, push: ({ accounts }) => found.push(...accounts) },
    );
    expect(found).toMatchObject([
      { name: 'quay', allowsSharedKey: true, endpoints: { table: 'https://quay.table.core.windows.net' } },
      {
        name: 'lake',
        allowsSharedKey: false,
        hasHierarchicalNamespace: true,
        endpoints: { dfs: 'https://lake.dfs.core.windows.net' },
      },
    ]);
  }
  expect(made.authority.requests.filter((request) => /listKeys/iu.test(request))).toEqual([]);
});

it('sign-in: uses the tenant that is entered now, not the one of an earlier sign-in with the same app', async () => {
  const made = await bench();
  const before = made.authority.requests.length;
  await made.signIn.streams['identities.sign-in'](
    { way: 'browser', registration: { clientId: fakeClientId, tenant: guestTenant, cloud: made.cloud } },
    { signal: new AbortController().signal, push: () => undefined },
  );
  const later = made.authority.requests.slice(before);
  expect(later.filter((request) => request.endsWith('/authorize'))).toEqual([
    `GET /${guestTenant}/oauth2/v2.0/authorize`,
  ]);
});

it('resources: sends the claims that Resource Manager requests', async () => {
  const made = await bench();
  made.authority.switches.managementClaims = '{"access_token":{"nbf":{"essential":true,"value":"1"}}}';
  const tenants = await made.signIn.calls['identities.tenants'](
    { id: made.identity.id },
    { signal: new AbortController().signal },
  );
  expect(tenants.map(({ tenant }) => tenant)).toContain(strictTenant);
});
