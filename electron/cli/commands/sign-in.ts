// `stowage login`, `logout` and `accounts`, and connections that sign in: identities of Entra ID from the command line.
import { StowageError, invalidInput } from '@shared/errors';
import type { ConnectionProbe } from '@shared/model/connection';
import {
  type AppRegistration,
  type Cloud,
  type IdentitySummary,
  type StorageAccount,
  appRegistration,
  cloud as cloudSchema,
  knownClouds,
} from '@shared/model/identity';
import { exitCodes } from '../exit-codes';
import type { CommandAction, Session } from '../session';

/** Which cloud, and through which app registration. */
export interface CloudOptions {
  readonly cloud?: string;
  /** For clouds other than the known ones, all three. */
  readonly authority?: string;
  readonly management?: string;
  readonly storageSuffix?: string;
}

export interface LoginOptions extends CloudOptions {
  readonly device?: boolean;
  readonly tenant?: string;
  readonly clientId?: string;
}

const authKinds = { az: 'azure-cli', environment: 'environment', 'managed-identity': 'managed-identity' } as const;
export const authNames = ['sign-in', ...Object.keys(authKinds)] as const;

export interface AccountOptions extends CloudOptions {
  readonly accountName: string;
  readonly auth: string;
  readonly tenant?: string;
  readonly clientId?: string;
  readonly dfsEndpoint?: string;
}

export function login(options: LoginOptions): CommandAction {
  return async ({ engine, output, signal }) => {
    const cloud = cloudOf(options);
    const registration = await registrationOf(engine, cloud, options, signal);
    let identity: IdentitySummary | null = null;
    await engine.streams['identities.sign-in'](
      {
        way: options.device === true ? 'device' : 'browser',
        registration,
        ...(options.tenant === undefined ? {} : { tenant: options.tenant }),
      },
      {
        signal,
        push: (event) => {
          if (event.event === 'address') output.info(`Open this URL in a browser:\n${event.address}`);
          else if (event.event === 'code') output.info(`Enter the code ${event.userCode} at ${event.address}`);
          else ({ identity } = event);
        },
      },
    );
    if (identity === null) throw new StowageError('auth.sign-in-failed', 'Not signed in.', { context: {} });
    const { name, homeTenant } = identity as IdentitySummary;
    // The next sign-in need not name it.
    await engine.calls['identities.set-registration'](registration, { signal });
    output.record({ signedIn: name, tenant: homeTenant, cloud: cloud.id }, `Signed in as ${name}.`);
    return exitCodes.done;
  };
}

export function logout(name: string | undefined): CommandAction {
  return async ({ engine, output, signal }) => {
    const all = await identities(engine);
    const named = name === undefined ? all : all.filter((identity) => identity.name === name || identity.id === name);
    if (named.length === 0) {
      throw invalidInput(
        'NAME',
        name === undefined ? 'nobody is signed in.' : `no user named ${name} is signed in.`,
        all.length === 0 ? 'Sign in with: stowage login' : `Use one of ${all.map((each) => each.name).join(', ')}.`,
      );
    }
    for (const { id } of named) await engine.calls['identities.sign-out']({ id }, { signal });
    const names = named.map((identity) => identity.name);
    output.record({ signedOut: names }, `Signed out ${names.join(', ')}.`);
    return exitCodes.done;
  };
}

export interface ListAccountsOptions {
  /** Lists a little of each account, to find out what the identity may read. */
  readonly rights?: boolean;
}

interface FoundAccount extends StorageAccount {
  readonly identity: string;
  readonly identityId: string;
  readonly blobs?: string;
  readonly tables?: string;
}

/** Every storage account of every identity; a tenant that fails is reported and hides no other. */
export function listAccounts(options: ListAccountsOptions): CommandAction {
  return (session) => printAccounts(session, options);
}

async function printAccounts({ engine, output, signal }: Session, { rights }: ListAccountsOptions): Promise<number> {
  const found: FoundAccount[] = [];
  const failed: string[] = [];
  const all = await identities(engine);
  if (all.length === 0) {
    throw invalidInput(
      'accounts',
      'nobody is signed in.',
      'Sign in with stowage login, or add a connection by --auth az.',
    );
  }
  for (const { id, name } of all) {
    for (const { tenant, name: tenantName, state, detail } of await engine.calls['identities.tenants'](
      { id },
      { signal },
    )) {
      if (state !== 'ready') {
        failed.push(`${tenantName} (${tenant}) as ${name}: ${detail}`);
        continue;
      }
      const push = ({ accounts }: { readonly accounts: readonly StorageAccount[] }): void => {
        found.push(...accounts.map((account) => ({ ...account, identity: name, identityId: id })));
      };
      await engine.streams['identities.accounts']({ id, tenant }, { signal, push });
    }
  }
  const shown = rights === true ? await withRights(engine, found, signal) : found;
  output.table(
    [
      ...['ACCOUNT', 'KIND', 'LOCATION', 'SUBSCRIPTION', 'TENANT', 'IDENTITY'],
      ...(rights === true ? ['BLOBS', 'TABLES'] : []),
    ],
    shown.map(({ name, kind, location, subscriptionName, tenant, identity, blobs, tables }) => [
      ...[name, kind, location, subscriptionName, tenant, identity],
      ...(rights === true ? [blobs ?? '', tables ?? ''] : []),
    ]),
    shown.map(({ identityId: _id, ...account }) => account),
  );
  for (const line of failed) output.info(`Not listed: ${line}`);
  return failed.length === 0 ? exitCodes.done : exitCodes.someFailed;
}

/** One listing of containers and one of tables in each account, one account after the other. */
async function withRights(
  engine: Session['engine'],
  found: readonly FoundAccount[],
  signal: AbortSignal,
): Promise<readonly FoundAccount[]> {
  const accounts: FoundAccount[] = [];
  for (const account of found) {
    const address = account.endpoints.blob ?? account.endpoints.table;
    if (address === undefined) {
      accounts.push(account);
      continue;
    }
    const { identityId, tenant, name } = account;
    const marking = { production: false, colour: 'none' } as const;
    const probe = await engine.calls['connections.test'](
      { kind: 'sign-in', name, account: address, identityId, tenant, marking },
      { signal },
    );
    accounts.push({ ...account, blobs: probeText(probe.blob), tables: probeText(probe.table) });
  }
  return accounts;
}

function probeText(probe: ConnectionProbe['blob']): string {
  if (probe.state === 'reachable') return 'allowed';
  if (probe.state === 'not-covered') return '';
  const { role } = probe.context;
  return role === undefined ? probe.code : `denied; ask for “${String(role)}”`;
}

/** The part of a new connection that defines who signs in, and where; adds the identity if it needs no sign-in. */
export async function signedInAccount(
  engine: Session['engine'],
  options: AccountOptions,
  signal: AbortSignal,
): Promise<{ readonly identityId: string; readonly tenant?: string; readonly account: string }> {
  const { accountName: account, tenant } = options;
  const { id: identityId } = await identityFor(engine, cloudOf(options), options, signal);
  return { identityId, account, ...(tenant === undefined ? {} : { tenant }) };
}

async function identityFor(
  engine: Session['engine'],
  cloud: Cloud,
  { auth, clientId }: AccountOptions,
  signal: AbortSignal,
): Promise<IdentitySummary> {
  if (auth === 'sign-in') {
    const users = (await identities(engine)).filter(
      (each) => each.kind === 'user' && each.cloud.authority === cloud.authority,
    );
    const [only, ...others] = users;
    if (only === undefined) throw invalidInput('--auth', 'nobody is signed in.', 'Sign in first: stowage login');
    if (others.length > 0) {
      const names = users.map(({ name }) => name).join(', ');
      throw invalidInput(
        '--auth',
        `several users are signed in: ${names}.`,
        'Sign out the others with stowage logout NAME.',
      );
    }
    return only;
  }
  const kind = authKinds[auth as keyof typeof authKinds] as (typeof authKinds)[keyof typeof authKinds] | undefined;
  if (kind === undefined) {
    throw invalidInput('--auth', `it does not know "${auth}".`, `Use one of ${authNames.join(', ')}.`);
  }
  return engine.calls['identities.add']({ kind, cloud, ...(clientId === undefined ? {} : { clientId }) }, { signal });
}

async function registrationOf(
  engine: Session['engine'],
  cloud: Cloud,
  { clientId, tenant }: LoginOptions,
  signal: AbortSignal,
): Promise<AppRegistration> {
  if (clientId !== undefined) return checkedRegistration({ clientId, tenant: tenant ?? 'organizations', cloud });
  const saved = await engine.calls['identities.registrations']({}, { signal });
  const found = saved.find((each) => each.cloud.authority === cloud.authority);
  if (found !== undefined) return tenant === undefined ? found : { ...found, tenant };
  throw invalidInput(
    '--client-id',
    'there is no app registration for this cloud.',
    'Use the client ID that your administrator registered for Stowage, or connect with --auth az after "az login".',
  );
}

function checkedRegistration(given: AppRegistration): AppRegistration {
  const checked = appRegistration.safeParse(given);
  if (checked.success) return checked.data;
  if (checked.error.issues.some(({ path }) => path[0] === 'tenant')) {
    throw invalidInput(
      '--tenant',
      'it is neither an ID nor a domain.',
      'Use the ID of the tenant, or a domain such as contoso.com.',
    );
  }
  throw invalidInput('--client-id', 'it has the wrong format.', 'Use 32 hexadecimal digits in five groups.');
}

function cloudOf({ cloud = 'public', authority, management, storageSuffix }: CloudOptions): Cloud {
  if (authority === undefined && management === undefined && storageSuffix === undefined) {
    const known = (knownClouds as Readonly<Record<string, Cloud>>)[cloud];
    if (known !== undefined) return known;
    throw invalidInput(
      '--cloud',
      `there is no cloud "${cloud}".`,
      `Use one of ${Object.keys(knownClouds).join(', ')}.`,
    );
  }
  const given = { '--authority': authority, '--management': management, '--storage-suffix': storageSuffix };
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined)
      throw invalidInput(name, 'it is required for a custom cloud.', `Use ${Object.keys(given).join(', ')}.`);
  }
  const parsed = cloudSchema.safeParse({ id: 'custom', authority, management, storageSuffix });
  if (parsed.success) return parsed.data;
  const field = String(parsed.error.issues[0]?.path[0] ?? 'authority');
  const name = field === 'storageSuffix' ? '--storage-suffix' : `--${field}`;
  throw invalidInput(
    name,
    'it has the wrong format.',
    'URLs start with https://; the suffix is a host such as core.windows.net.',
  );
}

/** The watch stream's first event is the whole list. */
async function identities(engine: Session['engine']): Promise<readonly IdentitySummary[]> {
  const once = new AbortController();
  let all: readonly IdentitySummary[] = [];
  const push = (list: readonly IdentitySummary[]): void => {
    all = list;
    once.abort();
  };
  await engine.streams['identities.watch']({}, { signal: once.signal, push }).catch((thrown: unknown) => {
    if (!once.signal.aborted) throw thrown;
  });
  return all;
}
