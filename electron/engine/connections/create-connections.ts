// The connections room: saved ways to reach an account, their locks and their secrets' whereabouts; answers
// `connections.*` of the contract and opens accounts for the other rooms. Secrets go only to the vault.
import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { StowageError, invalidInput } from '@shared/errors';
import type { CallHandlers, StreamHandlers } from '@shared/ipc/contract';
import { parseConnectionInput, parseConnectionString, parseSas } from '@shared/model/connection-string';
import {
  type ConnectionInput,
  type ConnectionSummary,
  type SecretStorage,
  embeddedConnectionId,
} from '@shared/model/connection';
import type { NetworkRoute } from '@shared/model/network';
import { t } from '@shared/strings/t';
import type { AccountDescriptor, AccountSource } from '../azure/account';
import type { AccountDeps } from '../azure/account-deps';
import { type FoundConnection, createAccountRegistry } from '../azure/account-registry';
import type { SecretVault } from '../ports';
import {
  type EmbeddedStoreView,
  descriptorOf,
  embeddedDescriptor,
  embeddedName,
  embeddedSettled,
  embeddedSummary,
  hasNoSecret,
  savedFrom,
  secretIn,
  withoutNewSecret,
} from './profile';
import type { PortableConnections } from './portable/create-portable';
import { probeAccount } from './probe';
import { type SavedConnection, openSavedFile } from './saved-file';
import { watchChanges } from './watch-changes';

export interface ConnectionsOptions {
  readonly stateDir: string;
  readonly secrets: SecretVault;
  readonly deps: AccountDeps;
  /** Null where the host knows of no embedded store. */
  readonly embedded: EmbeddedStoreView | null;
  readonly log?: (line: string) => void;
  /** How accounts are reached; absent: straight. */
  readonly network?: NetworkRoute;
  /** Ids of new connections; random ones when absent. */
  readonly newId?: () => string;
}

type ConnectionCalls = Extract<keyof CallHandlers<'engine'>, `connections.${string}`>;

export interface Connections {
  /** For a file that moves to another computer. */
  readonly portable: PortableConnections;
  readonly calls: Pick<CallHandlers<'engine'>, ConnectionCalls>;
  readonly streams: Pick<StreamHandlers<'engine'>, 'connections.watch'>;
  readonly accounts: AccountSource;
  /** All connections, the embedded store first. */
  list(): Promise<ConnectionSummary[]>;
  /**
   * A connection string, SAS URL or SAS connection string that is used without being saved. The same account gets
   * the same id in every run, so that its jobs can be resumed.
   */
  addForThisRun(text: string): string;
  dispose(): Promise<void>;
}

export function createConnections(options: ConnectionsOptions): Connections {
  const { secrets, deps, embedded } = options;
  const log = options.log ?? ((): void => undefined);
  const file = openSavedFile({ path: join(options.stateDir, 'connections.json'), now: () => deps.clock.now(), log });
  const unlocked = new Set<string>();
  const forThisRun = new Map<string, AccountDescriptor>();
  const places = new Map<string, SecretStorage>();
  const listeners = new Set<() => void>();
  const changed = (): void => {
    for (const listen of listeners) listen();
  };
  const stopListening = embedded?.onChange(changed);

  const isLocked = ({ id, marking }: SavedConnection): boolean => marking.production && !unlocked.has(id);

  const savedById = async (id: string): Promise<SavedConnection> => {
    const found = (await file.read()).find((saved) => saved.id === id);
    if (found !== undefined) return found;
    throw new StowageError('not-found.connection', 'There is no such connection.', { context: { connection: id } });
  };

  /** Worker threads learn the way to the account with it. */
  const routed = (descriptor: AccountDescriptor): AccountDescriptor =>
    options.network === undefined ? descriptor : { ...descriptor, network: options.network };

  const find = async (id: string): Promise<FoundConnection> => {
    if (id === embeddedConnectionId) {
      await embeddedSettled(embedded);
      return { name: embeddedName, descriptor: routed(embeddedDescriptor(embedded)), writes: 'allowed' };
    }
    const temporary = forThisRun.get(id);
    if (temporary !== undefined) {
      return { name: temporary.accountName, descriptor: routed(temporary), writes: 'allowed' };
    }
    const saved = await savedById(id);
    const descriptor = routed(descriptorOf(saved, await secretFor(saved)));
    return { name: saved.name, descriptor, writes: isLocked(saved) ? 'locked' : 'allowed' };
  };

  const secretFor = async (saved: SavedConnection): Promise<string> => {
    if (saved.credential === 'emulator') return '';
    const secret = await secrets.read(saved.id);
    if (secret !== null) return secret;
    throw new StowageError('auth.secret-missing', 'The secret is not stored.', { context: { connection: saved.name } });
  };

  const registry = createAccountRegistry(find, deps);

  const summaryOf = async (saved: SavedConnection): Promise<ConnectionSummary> => {
    const { id, name, kind, accountName, endpoints, marking, sas } = saved;
    const keepsSecret = saved.credential !== 'emulator';
    return {
      id,
      name,
      kind,
      accountName,
      endpoints,
      marking,
      locked: isLocked(saved),
      secretStorage: keepsSecret ? (places.get(id) ?? (await secrets.storage())) : 'none',
      needsSecret: keepsSecret && (await secrets.read(id)) === null,
      ...(sas === undefined ? {} : { sas }),
    };
  };

  const list = async (): Promise<ConnectionSummary[]> => [
    ...(embedded === null ? [] : [embeddedSummary(embedded)]),
    ...(await Promise.all((await file.read()).map(summaryOf))),
  ];

  const saveProfile = async (saved: SavedConnection): Promise<ConnectionSummary> => {
    await file.change((all) =>
      all.some(({ id }) => id === saved.id)
        ? all.map((other) => (other.id === saved.id ? saved : other))
        : [...all, saved],
    );
    registry.forget(saved.id);
    changed();
    return summaryOf(saved);
  };

  /** The secret first: a profile without one would ask for it, a secret without a profile does no harm. */
  const saveParsed = async (id: string, input: ConnectionInput): Promise<ConnectionSummary> => {
    const parsed = parseConnectionInput(input);
    await refuseTakenName(input.name, id);
    const secret = secretIn(parsed);
    if (secret === null) await secrets.remove(id);
    else places.set(id, await secrets.write(id, secret));
    return saveProfile(savedFrom(id, input, parsed));
  };

  const refuseTakenName = async (name: string, id: string): Promise<void> => {
    const taken = (await file.read()).some((other) => other.id !== id && other.name === name);
    if (taken || name === embeddedName || name === embeddedConnectionId) {
      throw invalidInput('Name', t`is already used by another connection.`, t`Choose another name.`);
    }
  };

  const refuseEmbedded = (id: string): void => {
    if (id !== embeddedConnectionId) return;
    throw invalidInput('Connection', t`is the embedded store.`, t`It belongs to the app and stays as it is.`);
  };

  const portable: PortableConnections = {
    names: async () => [embeddedName, embeddedConnectionId, ...(await file.read()).map(({ name }) => name)],
    collect: async () =>
      Promise.all(
        (await file.read()).map(async (saved) => {
          const { id, ...connection } = saved;
          return { connection, secret: saved.credential === 'emulator' ? null : await secrets.read(id) };
        }),
      ),
    add: async (entries) => {
      const added = entries.map(({ connection, secret }) => ({
        secret,
        saved: { ...connection, id: options.newId?.() ?? randomUUID() },
      }));
      for (const { saved, secret } of added) {
        if (secret !== null) places.set(saved.id, await secrets.write(saved.id, secret));
      }
      await file.change((all) => [...all, ...added.map(({ saved }) => saved)]);
      changed();
    },
  };

  return {
    portable,
    accounts: registry,
    list,
    calls: {
      'connections.add': (input) => saveParsed(options.newId?.() ?? randomUUID(), input),
      'connections.update': async ({ id, input }) => {
        refuseEmbedded(id);
        const before = await savedById(id);
        if (!hasNoSecret(input) || before.kind !== input.kind) return saveParsed(id, input);
        await refuseTakenName(input.name, id);
        return saveProfile(withoutNewSecret(before, input));
      },
      'connections.remove': async ({ connectionId }) => {
        refuseEmbedded(connectionId);
        await savedById(connectionId);
        await file.change((all) => all.filter(({ id }) => id !== connectionId));
        await secrets.remove(connectionId);
        unlocked.delete(connectionId);
        places.delete(connectionId);
        registry.forget(connectionId);
        changed();
        return {};
      },
      'connections.set-locked': async ({ connectionId, locked }) => {
        refuseEmbedded(connectionId);
        const saved = await savedById(connectionId);
        if (locked) unlocked.delete(connectionId);
        else unlocked.add(connectionId);
        changed();
        return summaryOf(saved);
      },
      'connections.test': async (input, { signal }) => {
        const parsed = parseConnectionInput(input);
        const saved = savedFrom('test', input, parsed);
        const { createAccount } = await import('../azure/create-account');
        const account = createAccount(descriptorOf(saved, secretIn(parsed) ?? ''), deps);
        try {
          return await probeAccount(account, parsed.sas, { clock: deps.clock, signal });
        } finally {
          account.dispose();
        }
      },
      'connections.probe': async ({ connectionId }, { signal }) => {
        const account = await registry.open(connectionId);
        const sas = connectionId === embeddedConnectionId ? undefined : (await savedById(connectionId)).sas;
        return probeAccount(account, sas, { clock: deps.clock, signal });
      },
    },
    streams: {
      'connections.watch': (_, { signal, push }) => watchChanges(signal, listeners, async () => push(await list())),
    },
    addForThisRun: (text) => {
      const parsed = /SharedAccessSignature\s*=|^\s*https?:/i.test(text) ? parseSas(text) : parseConnectionString(text);
      const target = `${parsed.accountName} ${parsed.endpoints.blob ?? ''} ${parsed.endpoints.table ?? ''}`;
      const connectionId = `run-${createHash('sha256').update(target).digest('hex').slice(0, 16)}`;
      const { accountName, endpoints, credential } = parsed;
      forThisRun.set(connectionId, {
        connectionId,
        accountName,
        endpoints,
        credential: credential.kind === 'key' ? { ...credential, accountName } : credential,
      });
      return connectionId;
    },
    dispose: () => {
      stopListening?.();
      listeners.clear();
      registry.dispose();
      return Promise.resolve();
    },
  };
}
