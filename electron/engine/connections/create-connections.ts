// The connections room: saved ways to reach an account, their locks and their secrets' whereabouts; answers
// `connections.*` of the contract and opens accounts for the other rooms. Secrets go only to the vault.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { StowageError, invalidInput } from '@shared/errors';
import type { CallHandlers, StreamHandlers } from '@shared/ipc/contract';
import { parseConnectionInput } from '@shared/model/connection-string';
import { type ConnectionInput, type ConnectionSummary, embeddedConnectionId } from '@shared/model/connection';
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
import { connectionSecrets } from './connection-secrets';
import type { PortableConnections } from './portable/create-portable';
import { portableConnections } from './portable/portable-connections';
import { probeAccount } from './probe';
import { createRunAccounts } from './run-accounts';
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
  /** An account that is used without being saved, as `RunAccounts` says. */
  addForThisRun(text: string): string;
  dispose(): Promise<void>;
}

export function createConnections(options: ConnectionsOptions): Connections {
  const { deps, embedded } = options;
  const log = options.log ?? ((): void => undefined);
  const file = openSavedFile({ path: join(options.stateDir, 'connections.json'), now: () => deps.clock.now(), log });
  const secrets = connectionSecrets(options.secrets);
  const unlocked = new Set<string>();
  const forThisRun = createRunAccounts();
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
    const descriptor = routed(descriptorOf(saved, await secrets.of(saved)));
    return { name: saved.name, descriptor, writes: isLocked(saved) ? 'locked' : 'allowed' };
  };

  const registry = createAccountRegistry(find, deps);

  const summaryOf = async (saved: SavedConnection): Promise<ConnectionSummary> => {
    const { id, name, kind, accountName, endpoints, marking, sas } = saved;
    return {
      id,
      name,
      kind,
      accountName,
      endpoints,
      marking,
      locked: isLocked(saved),
      ...(await secrets.standing(saved)),
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
    await secrets.keep(id, secretIn(parsed));
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

  return {
    portable: portableConnections({ file, secrets, newId: randomUUID, changed }),
    accounts: registry,
    list,
    calls: {
      'connections.add': (input) => saveParsed(randomUUID(), input),
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
        await secrets.keep(connectionId, null);
        unlocked.delete(connectionId);
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
    addForThisRun: (text) => forThisRun.add(text),
    dispose: () => {
      stopListening?.();
      listeners.clear();
      registry.dispose();
      return Promise.resolve();
    },
  };
}
