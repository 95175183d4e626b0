// Sign-in: which identities there are, how they sign in, and what they can access. Answers `identities.*` of the
// contract and issues the tokens that accounts send. msal is loaded when the first identity needs it.
// Over 300 lines: the contract's handlers and the state that they share are read in one place.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { StowageError } from '@shared/errors';
import type { CallHandlers, StreamHandlers } from '@shared/ipc/contract';
import {
  type AppRegistration,
  type Cloud,
  type IdentitySummary,
  appRegistration,
  cloud as cloudSchema,
  identityKind,
  storageResource,
} from '@shared/model/identity';
import { type AccountAddress, type Endpoints, accountAddress } from './account-address';
import type { NetworkRoute } from '@shared/model/network';
import { createSerialQueue } from '@shared/serial-queue';
import { t } from '@shared/strings/t';
import { readIfExists } from '../../disk/read-if-exists';
import { parsedJson, writeWhole } from '../../disk/whole-file';
import { whileOwned } from '../journal/while-owned';
import type { TokenTarget } from '../azure/account';
import { createHttpClient } from '../azure/http/http-client';
import type { HttpClient } from '../azure/http/http-types';
import { silentSink } from '../metrics/request-record';
import type { Clock, SecretVault, UserPrompts } from '../ports';
import { watchChanges } from '../watch-changes';
import { AzureResources } from './azure-resources';
import { challengeOf } from './tenant-challenge';
import { type TokenProvider, Tokens } from './tokens';
import type { UserIdentities } from './user-identities';

export interface SignInOptions {
  readonly stateDir: string;
  readonly secrets: SecretVault;
  readonly clock: Clock;
  readonly log: (line: string) => void;
  /** Absent when the caller is the user. */
  readonly prompts?: UserPrompts | undefined;
  readonly network?: NetworkRoute;
  /** Opens a page of an authority in the browser of the user. */
  readonly openAddress: (address: string, authority: string) => Promise<void>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Trusted instead of the system's; for tests. */
  readonly trustedCertificates?: string;
}

type SignInCall = Extract<keyof CallHandlers<'engine'>, `identities.${string}`>;
type SignInStream = Extract<keyof StreamHandlers<'engine'>, `identities.${string}`>;

export interface SignIn {
  readonly calls: Pick<CallHandlers<'engine'>, SignInCall>;
  readonly streams: Pick<StreamHandlers<'engine'>, SignInStream>;
  readonly tokens: Tokens;
  /** Called with an identity that signed in again, or issues tokens again. */
  onReady(listener: (identityId: string) => void): void;
  /**
   * The account that an identity refers to by a name or an address, with the endpoints that are known. Sends nothing.
   * @throws StowageError `not-found.identity`; `invalid.input` for hosts outside of the identity's cloud
   */
  addressOf(identityId: string, account: string, known?: Endpoints): Promise<AccountAddress>;
  /** The tenant that the account reports, else that of the identity. Throws `network.*`. */
  tenantOf(identityId: string, account: AccountAddress): Promise<string>;
  dispose(): Promise<void>;
}

const savedIdentity = z.object({
  entry: z.literal('identity'),
  id: z.string(),
  kind: identityKind,
  name: z.string(),
  cloud: cloudSchema,
  homeTenant: z.string(),
  /** Of the app registration that a user signed in with; of a managed identity that was assigned by a user. */
  clientId: z.string().optional(),
  /** The identifier by which msal knows the user. */
  homeAccountId: z.string().optional(),
  /** The tenant of the registration. */
  tenant: z.string().optional(),
});
type SavedIdentity = z.infer<typeof savedIdentity>;
const savedRegistration = z.object({ entry: z.literal('registration'), registration: appRegistration });
const savedEntry = z.union([savedIdentity, savedRegistration]);
type SavedEntry = z.infer<typeof savedEntry>;

export function createSignIn(options: SignInOptions): SignIn {
  const { stateDir, clock, log } = options;
  const file = identitiesFile(join(stateDir, 'identities.json'), log);
  const listeners = new Set<() => void>();
  /** Identities whose session ended, until they sign in again. */
  const expired = new Set<string>();
  const clients = new Map<string, Promise<UserIdentities>>();
  const providers = new Map<string, TokenProvider>();
  const confirmed = new Set<string>();
  const http = lazyClient(options);
  const changed = (): void => listeners.forEach((listen) => listen());

  const readyListeners = new Set<(identityId: string) => void>();
  const isReady = (id: string): void => {
    changed();
    readyListeners.forEach((listen) => listen(id));
  };

  const identities = async (): Promise<readonly SavedIdentity[]> =>
    (await file.read()).filter((each) => each.entry === 'identity');
  const byId = async (id: string): Promise<SavedIdentity> => {
    const found = (await identities()).find((each) => each.id === id);
    if (found !== undefined) return found;
    throw new StowageError('not-found.identity', 'There is no such identity.', { context: { identity: id } });
  };

  const usersOf = (registration: AppRegistration): Promise<UserIdentities> => {
    const key = JSON.stringify([registration.clientId, registration.cloud.authority]);
    let client = clients.get(key);
    if (client === undefined) {
      client = import('./user-identities').then(
        ({ UserIdentities: Users }) => new Users({ registration, vault: options.secrets, http: http.routed(), log }),
      );
      clients.set(key, client);
    }
    return client;
  };

  const providerOf = async (id: string): Promise<TokenProvider> => {
    const known = providers.get(id);
    if (known !== undefined) return known;
    const identity = await byId(id);
    const provider = watched(id, await newProvider(identity));
    providers.set(id, provider);
    return provider;
  };
  const newProvider = async (identity: SavedIdentity): Promise<TokenProvider> => {
    const { kind, cloud, clientId = '', homeAccountId = '', tenant = 'organizations' } = identity;
    if (kind === 'user') return (await usersOf({ clientId, tenant, cloud })).providerOf(homeAccountId);
    return (await machineProvider(identity)).provider;
  };
  const machineProvider = async ({ kind, cloud, clientId }: Pick<SavedIdentity, 'kind' | 'cloud' | 'clientId'>) => {
    const { AzureCliIdentity, EnvironmentIdentity, ManagedIdentity } = await import('./machine-identities');
    if (kind === 'azure-cli') {
      const provider = new AzureCliIdentity();
      return { provider, describe: (signal: AbortSignal) => provider.describe(signal) };
    }
    const provider =
      kind === 'environment'
        ? new EnvironmentIdentity({ environment: options.environment, cloud, http: http.routed() })
        : new ManagedIdentity(http.local(), clientId);
    return { provider, describe: async () => provider.describe() };
  };
  /** Keeps the state of the identity up to date with what its provider answers. */
  const watched = (id: string, provider: TokenProvider): TokenProvider => ({
    acquire: async (tenant, resource, acquireOptions) => {
      try {
        const token = await provider.acquire(tenant, resource, acquireOptions);
        if (expired.delete(id)) isReady(id);
        return token;
      } catch (thrown) {
        const error = StowageError.from(thrown);
        // Another tenant may require more while the session is still valid.
        const { homeTenant } = await byId(id);
        const isOwn = tenant === homeTenant || homeTenant === '';
        if (error.code === 'auth.sign-in-needed' && isOwn && !expired.has(id)) {
          expired.add(id);
          changed();
        }
        throw error;
      }
    },
  });
  const tokens = new Tokens(clock, providerOf);

  const summaryOf = ({ id, kind, name, cloud, homeTenant }: SavedIdentity): IdentitySummary => ({
    id,
    kind,
    name,
    cloud,
    homeTenant,
    state: expired.has(id) ? 'sign-in-needed' : 'ready',
  });

  const save = async (identity: Omit<SavedIdentity, 'entry' | 'id'>): Promise<IdentitySummary> => {
    let saved: SavedIdentity = { ...identity, entry: 'identity', id: randomUUID() };
    await file.change((all) => {
      const before = all.find((each) => each.entry === 'identity' && isSame(each, saved));
      if (before?.entry === 'identity') saved = { ...saved, id: before.id };
      return before === undefined ? [...all, saved] : all.map((each) => (each === before ? saved : each));
    });
    expired.delete(saved.id);
    providers.delete(saved.id);
    tokens.forget(saved.id);
    isReady(saved.id);
    return summaryOf(saved);
  };

  /** Only the user of this machine may name an authority that receives sign-ins, and hosts that receive tokens. */
  const confirmCloud = async ({ id, authority, management, storageSuffix }: Cloud): Promise<void> => {
    if (id !== 'custom') return;
    const hosts = [...new Set([new URL(authority).host, new URL(management).host, `*.${storageSuffix}`])];
    const key = hosts.join(' ');
    const isKnown = (await identities()).some(
      ({ cloud }) =>
        cloud.authority === authority && cloud.management === management && cloud.storageSuffix === storageSuffix,
    );
    if (isKnown || confirmed.has(key) || options.prompts === undefined) return;
    const { answer } = await options.prompts.request({ kind: 'new-hosts', connection: t`Sign in`, hosts });
    if (answer === 'declined') throw new StowageError('cancelled.by-user', 'The user did not confirm the cloud.');
    confirmed.add(key);
  };

  const resourcesOf = (identity: SavedIdentity): AzureResources => {
    const target = (tenant: string): TokenTarget => ({
      identityId: identity.id,
      tenant,
      resource: identity.cloud.management,
    });
    return new AzureResources({
      http: http.routed(),
      management: identity.cloud.management,
      token: async (tenant, again) => {
        const issued =
          again === undefined
            ? await tokens.valid(target(tenant))
            : await tokens.replace(target(tenant), again.rejected, again.claims);
        return issued.token;
      },
    });
  };

  /** Empty where the service names none, as emulators do, or one of another cloud. */
  const tenantNamedBy = async (endpoint: string, cloud: Cloud): Promise<string> => {
    const challenge = await challengeOf(http.routed(), endpoint);
    const authority = challenge?.authority ?? cloud.authority;
    return isSameAuthority(authority, cloud.authority) ? (challenge?.tenant ?? '') : '';
  };

  return {
    tokens,
    onReady: (listener) => void readyListeners.add(listener),
    addressOf: async (id, account, known) => accountAddress(account, (await byId(id)).cloud, known),
    tenantOf: async (id, { endpoints }) => {
      const { cloud, homeTenant } = await byId(id);
      return (await tenantNamedBy(endpoints.blob ?? endpoints.table ?? '', cloud)) || homeTenant;
    },
    calls: {
      'identities.registrations': async () =>
        (await file.read()).flatMap((each) => (each.entry === 'registration' ? [each.registration] : [])),
      'identities.set-registration': async (registration) => {
        await confirmCloud(registration.cloud);
        await file.change((all) => [
          ...all.filter(
            (each) => each.entry !== 'registration' || each.registration.cloud.id !== registration.cloud.id,
          ),
          { entry: 'registration', registration },
        ]);
        return {};
      },
      'identities.add': async ({ kind, cloud, clientId }, { signal }) => {
        await confirmCloud(cloud);
        const { provider, describe } = await machineProvider({ kind, cloud, clientId });
        const described = await describe(signal);
        // Proves that it works before it is saved.
        await provider.acquire(described.homeTenant, storageResource, { isForced: false, signal });
        return save({ kind, cloud, ...described, ...(clientId === undefined ? {} : { clientId }) });
      },
      'identities.sign-out': async ({ id }) => {
        const identity = await byId(id);
        if (identity.kind === 'user') {
          const { clientId = '', cloud, homeAccountId = '', tenant = 'organizations' } = identity;
          await (await usersOf({ clientId, tenant, cloud })).signOut(homeAccountId);
        }
        await file.change((all) => all.filter((each) => each.entry !== 'identity' || each.id !== id));
        tokens.forget(id);
        providers.delete(id);
        expired.delete(id);
        changed();
        return {};
      },
      'identities.tenants': async ({ id }, { signal }) => {
        const identity = await byId(id);
        return [...(await resourcesOf(identity).tenants(await tenantOf(identity, tokens), signal))];
      },
    },
    streams: {
      'identities.watch': (_, { signal, push }) =>
        watchChanges(signal, listeners, async () => push((await identities()).map(summaryOf))),
      'identities.sign-in': async ({ way, registration, tenant, claims, identityId }, { signal, push }) => {
        await confirmCloud(registration.cloud);
        const before = identityId === undefined ? undefined : await byId(identityId);
        const users = await usersOf(registration);
        const request = {
          resource: storageResource,
          signal,
          // One client serves all tenants of an app: its own default is that of the first sign-in.
          tenant: tenant ?? registration.tenant,
          ...(claims === undefined ? {} : { claims }),
        };
        const user =
          way === 'device'
            ? await users.signInByDevice({ ...request, onCode: (code) => push({ event: 'code', ...code }) })
            : await users.signInByBrowser({
                ...request,
                ...(before === undefined ? {} : { userName: before.name }),
                onAddress: async (address) => {
                  // Shown for copying in any case: a browser that does not open must not end the sign-in.
                  push({ event: 'address', address });
                  await options.openAddress(address, registration.cloud.authority).catch((thrown: unknown) => {
                    log(`The browser could not be opened: ${StowageError.from(thrown).code}.`);
                  });
                },
              });
        const { clientId, cloud, tenant: own } = registration;
        const saved = await save({ kind: 'user', ...user, cloud, clientId, tenant: own });
        // Another window may have signed the same user out meanwhile.
        const isStored = (await users.users()).some(({ homeAccountId }) => homeAccountId === user.homeAccountId);
        if (!isStored) expired.add(saved.id);
        push({ event: 'signed-in', identity: isStored ? saved : { ...saved, state: 'sign-in-needed' } });
        if (!isStored) changed();
      },
      'identities.accounts': async ({ id, tenant }, { signal, push }) => {
        await resourcesOf(await byId(id)).accounts(tenant, (accounts) => push({ accounts: [...accounts] }), signal);
      },
    },
    dispose: async () => {
      tokens.dispose();
      http.dispose();
      await file.settled();
    },
  };
}

/** Read again each time: the app and the command line share it. */
function identitiesFile(path: string, log: (line: string) => void) {
  const queue = createSerialQueue();
  const read = async (): Promise<readonly SavedEntry[]> => {
    const text = await readIfExists(path, (each) => readFile(each, 'utf8'), null);
    if (text === null) return [];
    const file = identitiesShape.safeParse(parsedJson(text));
    const entries = file.success ? file.data.entries.map((each) => savedEntry.safeParse(each)) : [];
    const readable = entries.flatMap((each) => (each.success ? [each.data] : []));
    if (!file.success || readable.length < entries.length) {
      log(`The file of identities is damaged; ${readable.length} of its entries could be read.`);
    }
    return readable;
  };
  return {
    read: () => queue.take(read),
    /** One change after another, in all processes. */
    change: (edit: (all: readonly SavedEntry[]) => readonly SavedEntry[]): Promise<void> =>
      queue.take(() =>
        whileOwned(path, async () => {
          await writeWhole(path, `${JSON.stringify({ version: 1, entries: edit(await read()) })}\n`);
        }),
      ),
    settled: () => queue.ended(),
  };
}

const identitiesShape = z.object({ version: z.literal(1), entries: z.array(z.unknown()) });

/** A managed identity learns its tenant from its first token. */
async function tenantOf({ id, homeTenant, cloud }: SavedIdentity, tokens: Tokens): Promise<string> {
  if (homeTenant !== '') return homeTenant;
  const { token } = await tokens.valid({ identityId: id, tenant: '', resource: cloud.management });
  const [, payload = ''] = token.split('.');
  const claims = z
    .object({ tid: z.string() })
    .safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
  return claims.success ? claims.data.tid : '';
}

function isSame(one: SavedIdentity, other: SavedIdentity): boolean {
  return (
    one.kind === other.kind &&
    one.cloud.authority === other.cloud.authority &&
    one.clientId === other.clientId &&
    one.homeAccountId === other.homeAccountId
  );
}

function isSameAuthority(one: string, other: string): boolean {
  // China's authority has two names.
  const host = (address: string): string =>
    new URL(address).host.replace('login.chinacloudapi.cn', 'login.partner.microsoftonline.cn');
  return host(one) === host(other) || host(one) === 'login.windows.net';
}

/** Clients that are created with the first request: in most sessions no user signs in. */
function lazyClient({ clock, network, trustedCertificates }: SignInOptions): {
  /** To authorities and Resource Manager, according to the network settings. */
  routed(): HttpClient;
  /** To the metadata service of this machine, which no proxy reaches. */
  local(): HttpClient;
  dispose(): void;
} {
  const made: HttpClient[] = [];
  const trusted = trustedCertificates === undefined ? {} : { trustedCertificates };
  const create = (route: { readonly network?: NetworkRoute }): HttpClient => {
    const client = createHttpClient({ metrics: silentSink, clock, ...trusted, ...route });
    made.push(client);
    return client;
  };
  let routed: HttpClient | null = null;
  let local: HttpClient | null = null;
  return {
    routed: () => (routed ??= create(network === undefined ? {} : { network })),
    local: () => (local ??= create({})),
    dispose: () => made.forEach((client) => client.dispose()),
  };
}
