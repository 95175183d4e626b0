// Connections: the embedded store, saved connections, and accounts of this run only. Answers `connections.*` of the
// contract and opens accounts for the other rooms. Secrets go only to the vault.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type ErrorCode, StowageError } from '@shared/errors';
import type { CallHandlers, StreamHandlers } from '@shared/ipc/contract';
import { parseConnectionInput } from '@shared/model/connection-string';
import { type ConnectionSummary, embeddedConnectionId } from '@shared/model/connection';
import type { NetworkRoute } from '@shared/model/network';
import type { RightsTarget } from '@shared/model/rights';
import type { Account, AccountDescriptor, AccountSource, KeySource } from '../azure/account';
import type { AccountDeps, SeenRight } from '../azure/account-deps';
import { type FoundConnection, createAccountRegistry } from '../azure/account-registry';
import type { SecretVault, UserPrompts } from '../ports';
import {
  type EmbeddedStoreView,
  embeddedDescriptor,
  embeddedName,
  embeddedSettled,
  embeddedSummary,
} from './embedded-connection';
import { LearnedRights, checkRights } from './learned-rights';
import { ConnectionKeys, type KeySwitch, type TryAccount } from './connection-keys';
import { connectionSecrets } from './connection-secrets';
import type { PortableConnections } from './portable/create-portable';
import { type ConnectionReport, Placeholders, diagnose, reportOf } from './diagnose';
import { portableConnections } from './portable/portable-connections';
import { probeAccount } from './probe';
import { accountOf, savedFrom, secretIn } from './connection-forms';
import { createRunAccounts, isRunAccountId, isRunAccountOf, isSameAccount, runAccountId } from './run-accounts';
import { type ParseConnection, createSavedConnections } from './saved-connections';
import { openSavedFile } from './saved-file';
import type { SignIn } from '../sign-in/create-sign-in';
import { watchChanges } from '../watch-changes';

export interface ConnectionsOptions {
  readonly stateDir: string;
  readonly secrets: SecretVault;
  /** Absent when the caller is the user. */
  readonly prompts?: UserPrompts | undefined;
  readonly deps: AccountDeps;
  /** Null when the host has no embedded store. */
  readonly embedded: EmbeddedStoreView | null;
  readonly log?: (line: string) => void;
  /** Called when a connection changed to its other key, because the service rejected the one in use. */
  readonly onKeySwitch?: ((change: KeySwitch) => void) | undefined;
  /** Absent when signing in is not available. */
  readonly signIn?: Pick<SignIn, 'addressOf' | 'tenantOf' | 'tokens'>;
  /** How accounts are reached; absent: directly. */
  readonly network?: NetworkRoute;
}

type ConnectionCalls = Extract<keyof CallHandlers<'engine'>, `connections.${string}`>;

export interface Connections {
  /** For a file that is moved to another computer. */
  readonly portable: PortableConnections;
  readonly calls: Pick<CallHandlers<'engine'>, ConnectionCalls>;
  readonly streams: Pick<StreamHandlers<'engine'>, 'connections.watch'>;
  readonly accounts: AccountSource;
  /** For accounts that are in use when a key is rotated. */
  readonly keys: KeySource;
  /** All connections, the embedded store first. */
  list(): Promise<ConnectionSummary[]>;
  /** How the user knows the connection; null for accounts of this run. */
  shownAs(connectionId: string): Promise<{ readonly name: string; readonly production: boolean } | null>;
  /** Answers revealed that its table service is Cosmos DB; its accounts treat it so from the next call on. */
  noteCosmos(connectionId: string): void;
  /** What an answer has shown about the rights of a connection. */
  noteRight(seen: SeenRight): void;
  /** An identity has signed in again: what its connections were denied may be allowed now. */
  signedInAgain(identityId: string): Promise<void>;
  /** An account that is used without being saved, as `RunAccounts` says. */
  addForThisRun(text: string): string;
  /** The S3 account of the environment or of the profile that it names, for this run. Throws `invalid.input`. */
  addS3ForThisRun(): Promise<string>;
  /**
   * Work that began with the account's string, in any run, continues with this connection of the same account, and only
   * if it is not locked. Throws as opening the account does.
   */
  standIn(connectionId: string): Promise<void>;
  /**
   * Distinguishes connections of other accounts from those of this account, for jobs of earlier runs. The account of a
   * removed connection is unknown, so it is not reported as another. Throws as opening the account does.
   */
  strangersTo(connectionId: string): Promise<(otherId: string) => boolean>;
  dispose(): Promise<void>;
}

export function createConnections(options: ConnectionsOptions): Connections {
  const { deps, embedded } = options;
  const log = options.log ?? ((): void => undefined);
  const file = openSavedFile({ path: join(options.stateDir, 'connections.json'), now: () => deps.clock.now(), log });
  const secrets = connectionSecrets(options.secrets);
  const forThisRun = createRunAccounts();
  const listeners = new Set<() => void>();
  const changed = (): void => {
    for (const listen of listeners) listen();
  };
  const stopListening = embedded?.onChange(changed);
  const rights = new LearnedRights(changed);
  const replaced = (id: string): void => {
    // It may have another address now, or another credential.
    foundCosmos.delete(id);
    rights.forget(id);
    registry.forget(id);
  };
  const parse: ParseConnection = async (input, confirm) => {
    if (input.kind !== 'sign-in') {
      const parsed = parseConnectionInput(input);
      await confirm(parsed.endpoints);
      return parsed;
    }
    const { identityId, tenant, account, endpoints } = input;
    if (options.signIn === undefined) {
      throw new StowageError('not-found.identity', 'Nobody signs in here.', { context: { identity: identityId } });
    }
    const address = await options.signIn.addressOf(identityId, account, endpoints);
    // Before the tenant of the account is requested: nothing is sent to a host that the user has not agreed to.
    await confirm(address.endpoints);
    const found = tenant ?? (await options.signIn.tenantOf(identityId, address));
    return { ...address, credential: { kind: 'token', identity: { id: identityId, tenant: found } } };
  };
  const keys = new ConnectionKeys({
    file,
    secrets,
    changed,
    replaced,
    switched: (change) => options.onKeySwitch?.(change),
    log,
  });
  const saved = createSavedConnections({
    parse,
    file,
    secrets,
    keys,
    rights,
    prompts: options.prompts,
    newId: randomUUID,
    clock: deps.clock,
    changed,
    replaced,
  });

  /** Worker threads receive the route to the account with it. */
  const routed = (descriptor: AccountDescriptor): AccountDescriptor =>
    asFound(options.network === undefined ? descriptor : { ...descriptor, network: options.network });

  /** Connections whose answers revealed it in this run. */
  const foundCosmos = new Set<string>();
  const asFound = (descriptor: AccountDescriptor): AccountDescriptor =>
    foundCosmos.has(descriptor.connectionId) ? { ...descriptor, tableService: 'cosmos' } : descriptor;

  /** The connection that replaces an account of an earlier run. */
  const standIns = new Map<string, string>();

  /** The connection that is meant, where it stands in for another. */
  const savedId = (id: string): string => standIns.get(id) ?? id;

  const find = async (id: string): Promise<FoundConnection> => {
    if (id === embeddedConnectionId) {
      await embeddedSettled(embedded);
      return { name: embeddedName(), descriptor: routed(embeddedDescriptor(embedded)), writes: 'allowed' };
    }
    const temporary = forThisRun.get(id);
    if (temporary !== undefined) {
      return { name: temporary.accountName, descriptor: routed(temporary), writes: 'allowed' };
    }
    const standIn = standIns.get(id);
    if (standIn !== undefined) {
      const found = await find(standIn);
      return { ...found, descriptor: { ...found.descriptor, connectionId: id } };
    }
    const found = await saved.byId(id);
    const descriptor = routed(
      await accountOf(found, found.credential === 'key' ? await keys.inUse(found) : await secrets.of(found)),
    );
    return { name: found.name, descriptor, writes: saved.isLocked(found) ? 'locked' : 'allowed' };
  };

  const registry = createAccountRegistry(find, deps);

  /** Without the other key, so that the answer is about this one. */
  const tryAccount =
    (signal: AbortSignal): TryAccount =>
    async (descriptor) => {
      const { createAccount } = await import('../azure/create-account');
      const { keys: _other, ...withoutKeys } = deps;
      const account = createAccount(routed(descriptor), withoutKeys);
      try {
        const { blob, table } = await probeAccount(account, undefined, { clock: deps.clock, signal });
        const failed = [blob, table].flatMap((probe) => (probe.state === 'failed' ? [probe] : []));
        if (failed.some(({ code }) => code === 'auth.key-rejected')) return 'rejected';
        // Nothing was learnt about the key, which must not replace one that works.
        const unasked = failed.find(({ code }) => code.startsWith('network.') || code === 'auth.clock-skew');
        if (unasked === undefined || [blob, table].some(({ state }) => state === 'reachable')) return 'accepted';
        throw new StowageError(unasked.code as ErrorCode, unasked.detail, { context: unasked.context });
      } finally {
        account.dispose();
      }
    };

  const forgetDenials = (account: Account, target: RightsTarget): void => {
    const { connectionId, credential } = account.descriptor;
    if (!rights.forgetDenials(connectionId, target) || credential.kind !== 'token') return;
    // Membership in a group can be part of a token.
    options.signIn?.tokens.renewNext(credential.identityId);
  };

  const list = async (): Promise<ConnectionSummary[]> => [
    ...(embedded === null ? [] : [embeddedSummary(embedded)]),
    ...(await saved.list()),
  ];

  const diagnoseAll = async (connectionIds: readonly string[], signal: AbortSignal): Promise<ConnectionReport[]> => {
    const summaries = new Map((await list()).map((summary) => [summary.id, summary]));
    const tools = { http: deps.http, clock: deps.clock, signal, placeholders: new Placeholders() };
    const reports: ConnectionReport[] = [];
    for (const id of connectionIds) {
      const ofRun = forThisRun.get(id);
      const named = ofRun && {
        id,
        kind: ofRun.credential.kind === 'sas' ? ('sas' as const) : ('connection-string' as const),
        accountName: ofRun.accountName,
      };
      const summary = summaries.get(id) ?? named;
      if (summary !== undefined) reports.push(await diagnose(summary, await registry.open(id), tools));
    }
    return reports;
  };
  /** The saved ones whose secret is there; or the given one, which the environment may have added for this run. */
  const reportedIds = async (only: string | undefined): Promise<readonly string[]> => {
    if (only !== undefined && forThisRun.get(only) !== undefined) return [only];
    return (await list())
      .filter(({ id, needsSecret }) => id !== embeddedConnectionId && !needsSecret && id === (only ?? id))
      .map(({ id }) => id);
  };

  return {
    portable: portableConnections({ file, secrets, newId: randomUUID, changed }),
    accounts: {
      ...registry,
      openForWriting: async (connectionId) => {
        const account = await registry.openForWriting(connectionId);
        saved.noteWrite(connectionId);
        return account;
      },
    },
    keys: {
      other: (id, rejected) => keys.other(savedId(id), rejected),
      accepted: (id, key) => keys.accepted(savedId(id), key),
    },
    list,
    calls: {
      'connections.add': (input) => saved.add(input),
      'connections.update': ({ id, input }) => saved.update(id, input),
      'connections.remove': async ({ connectionId }) => {
        await saved.remove(connectionId);
        return {};
      },
      'connections.set-key': async (change, { signal }) => {
        await keys.replace(change, tryAccount(signal));
        return saved.summary(change.connectionId);
      },
      'connections.set-locked': ({ connectionId, locked }) =>
        saved.setLocked(connectionId, locked ? 'locked' : 'unlocked'),
      'connections.test': async (input, { signal }) => {
        const parsed = await parse(input, (endpoints) => saved.confirmHosts(input.name, endpoints));
        const { createAccount } = await import('../azure/create-account');
        const account = createAccount(await accountOf(savedFrom('test', input, parsed), secretIn(parsed) ?? ''), deps);
        try {
          return await probeAccount(account, parsed.sas, { clock: deps.clock, signal });
        } finally {
          account.dispose();
        }
      },
      'connections.report': async ({ version, connectionId }, { signal }) => {
        const reports = await diagnoseAll(await reportedIds(connectionId), signal);
        const isAnswered = reports.every(({ services }) => services.some(({ answer }) => answer !== null));
        return {
          text: JSON.stringify(reportOf(version, reports), null, 2),
          answered: isAnswered ? 'all' : 'some',
        };
      },
      'connections.check-rights': async ({ connectionId, service, resource }, { signal }) => {
        const account = await registry.open(connectionId);
        forgetDenials(account, { service, resource });
        await checkRights(account, { service, resource }, signal);
        return {};
      },
      'connections.forget-denials': async ({ connectionId, service, resource }) => {
        forgetDenials(await registry.open(connectionId), { service, resource });
        return {};
      },
      'connections.probe': async ({ connectionId }, { signal }) => {
        const account = await registry.open(connectionId);
        const isSaved = connectionId !== embeddedConnectionId && forThisRun.get(connectionId) === undefined;
        const sas = isSaved ? (await saved.byId(connectionId)).sas : undefined;
        return probeAccount(account, sas, { clock: deps.clock, signal });
      },
    },
    streams: {
      'connections.watch': (_, { signal, push }) => watchChanges(signal, listeners, async () => push(await list())),
    },
    shownAs: async (connectionId) => {
      const found = (await list()).find(({ id }) => id === connectionId);
      return found === undefined ? null : { name: found.name, production: found.marking.production };
    },
    noteRight: (seen) => rights.note({ ...seen, connectionId: savedId(seen.connectionId) }),
    signedInAgain: async (identityId) => {
      for (const { id, identity } of await list()) if (identity?.id === identityId) rights.forget(id);
    },
    noteCosmos: (noted) => {
      const connectionId = savedId(noted);
      if (foundCosmos.has(connectionId)) return;
      foundCosmos.add(connectionId);
      registry.forget(noted);
      log('The table service of a connection is Cosmos DB.');
      registry.forget(connectionId);
      void saved.noteCosmos(connectionId).catch((thrown: unknown) => {
        log(`That its service is Cosmos DB could not be saved: ${StowageError.from(thrown).code}.`);
      });
    },
    addForThisRun: (text) => forThisRun.add(text),
    addS3ForThisRun: () => forThisRun.addS3(process.env),
    standIn: async (connectionId) => {
      const { descriptor } = await find(connectionId);
      const ofRun = runAccountId(descriptor);
      if (ofRun !== connectionId) standIns.set(ofRun, connectionId);
    },
    strangersTo: async (connectionId) => {
      const { descriptor } = await find(connectionId);
      const others = new Map((await list()).map((summary) => [summary.id, summary]));
      return (otherId) => {
        if (otherId === connectionId) return false;
        if (isRunAccountId(otherId)) return !isRunAccountOf(otherId, descriptor);
        const other = others.get(otherId);
        return other !== undefined && !isSameAccount(other, descriptor);
      };
    },
    dispose: async () => {
      stopListening?.();
      listeners.clear();
      saved.dispose();
      registry.dispose();
      await keys.settled();
    },
  };
}
