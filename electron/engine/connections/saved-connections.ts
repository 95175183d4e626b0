// The saved connections: each has an id, a unique name and a secret in the vault. A production connection is locked
// until it is unlocked in this run, and again when nothing was written to it for a while.
import { StowageError, cancelled, invalidInput } from '@shared/errors';
import type { ParsedConnection } from '@shared/model/connection-string';
import { type ConnectionInput, type ConnectionSummary, embeddedConnectionId } from '@shared/model/connection';
import { shownHosts } from '@shared/model/endpoint-address';
import type { ConnectionFacts, PromptRequest } from '@shared/model/prompt';
import { tableServiceAt } from '@shared/model/table-service';
import { t } from '@shared/strings/t';
import type { Clock, UserPrompts } from '../ports';
import type { ConnectionKeys } from './connection-keys';
import type { ConnectionSecrets } from './connection-secrets';
import { embeddedNames } from './embedded-connection';
import type { LearnedRights } from './learned-rights';
import { hasNoSecret, savedFrom, secretIn, withoutNewSecret } from './connection-forms';
import type { SavedConnection, SavedFile } from './saved-file';

/** An unlocked production connection is locked again when nothing was written to it for this long. */
export const relockAfterMs = 15 * 60_000;
const relockCheckMs = 5000;

/**
 * Has `confirm` agree to the hosts before anything is sent to them. Throws as the parsers of connections do, and as
 * `confirm`.
 */
export type ParseConnection = (
  input: ConnectionInput,
  confirm: (endpoints: ParsedConnection['endpoints']) => Promise<void>,
) => Promise<ParsedConnection>;

export interface SavedConnectionsOptions {
  readonly parse: ParseConnection;
  readonly file: SavedFile;
  readonly secrets: ConnectionSecrets;
  readonly keys: Pick<ConnectionKeys, 'summaryOf'>;
  readonly rights: Pick<LearnedRights, 'of'>;
  /** Absent when the caller is the user. */
  readonly prompts?: UserPrompts | undefined;
  readonly newId: () => string;
  readonly clock: Clock;
  /** Others list the connections. */
  readonly changed: () => void;
  /** Called when a connection changed; accounts made from it are out of date. */
  readonly replaced: (id: string) => void;
}

export interface SavedConnections {
  /** @throws StowageError `not-found.connection` */
  byId(id: string): Promise<SavedConnection>;
  /** Throws as `byId`. */
  summary(id: string): Promise<ConnectionSummary>;
  list(): Promise<ConnectionSummary[]>;
  isLocked(saved: SavedConnection): boolean;
  /** Called on a write to the connection: if it is unlocked, it stays so for the whole time again. */
  noteWrite(id: string): void;
  /** Saves that the table service of the connection is Cosmos DB. */
  noteCosmos(id: string): Promise<void>;
  dispose(): void;
  /** @throws StowageError `invalid.input` for a name that is taken, and as the parsers of connections do */
  add(input: ConnectionInput): Promise<ConnectionSummary>;
  /** An empty secret keeps the stored one. Throws as `add`. */
  update(id: string, input: ConnectionInput): Promise<ConnectionSummary>;
  remove(id: string): Promise<void>;
  /** @throws StowageError `cancelled.by-user` when the user does not confirm that it is unlocked */
  setLocked(id: string, locked: 'locked' | 'unlocked'): Promise<ConnectionSummary>;
  /**
   * Has the user confirm hosts that no saved connection uses and that were not confirmed in this run.
   * @throws StowageError `cancelled.by-user`
   */
  confirmHosts(connection: string, endpoints: SavedConnection['endpoints']): Promise<void>;
}

export function createSavedConnections(options: SavedConnectionsOptions): SavedConnections {
  const { file, secrets, clock, changed, replaced } = options;
  /** The times of the last write to unlocked connections, by both clocks: one pauses while a machine sleeps. */
  const unlocked = new Map<string, { readonly atMs: number; readonly monotonicMs: number }>();
  const disposed = new AbortController();
  const confirmedHosts = new Set<string>();
  const confirm = async (request: PromptRequest): Promise<void> => {
    if (options.prompts === undefined) return;
    const { answer } = await options.prompts.request(request);
    if (answer === 'declined') throw cancelled();
  };
  const confirmHosts: SavedConnections['confirmHosts'] = async (connection, endpoints) => {
    const used = (await file.read()).flatMap((saved) => shownHosts(saved.endpoints));
    const known = new Set([...used, ...confirmedHosts]);
    const hosts = shownHosts(endpoints).filter((host) => !known.has(host));
    if (hosts.length === 0) return;
    await confirm({ kind: 'new-hosts', connection, hosts });
    for (const host of hosts) confirmedHosts.add(host);
  };

  const leftMs = (id: string): number => {
    const last = unlocked.get(id);
    if (last === undefined) return 0;
    return relockAfterMs - Math.max(clock.now() - last.atMs, clock.monotonic() - last.monotonicMs);
  };
  const isLocked = ({ id, marking }: SavedConnection): boolean => marking.production && leftMs(id) <= 0;
  const noteWrite = (id: string): void => {
    if (leftMs(id) > 0) unlocked.set(id, { atMs: clock.now(), monotonicMs: clock.monotonic() });
  };
  /** Lists the connection as locked as soon as it is. */
  const watchRelock = async (id: string): Promise<void> => {
    for (let left = leftMs(id); left > 0; left = leftMs(id)) {
      // In short steps, because a sleep does not end sooner when the machine was suspended.
      await clock.sleep(Math.min(left, relockCheckMs), disposed.signal);
    }
    if (unlocked.delete(id)) changed();
  };

  const byId = async (id: string): Promise<SavedConnection> => {
    const found = (await file.read()).find((saved) => saved.id === id);
    if (found !== undefined) return found;
    throw new StowageError('not-found.connection', 'There is no such connection.', { context: { connection: id } });
  };

  /** The user has agreed to what the dialog showed, and not to later changes. */
  const rejectChanged = async (shown: SavedConnection): Promise<void> => {
    const now = await byId(shown.id);
    if (JSON.stringify(factsOf(now)) === JSON.stringify(factsOf(shown))) return;
    throw invalidInput('Connection', t`was changed while the confirmation was open.`, t`Try again.`);
  };

  const summaryOf = async (saved: SavedConnection): Promise<ConnectionSummary> => {
    const { id, name, kind, accountName, endpoints, marking, sas, identity, s3 } = saved;
    const rights = options.rights.of(id);
    return {
      id,
      name,
      kind,
      accountName,
      endpoints,
      marking,
      locked: isLocked(saved),
      ...(await secrets.state(saved)),
      ...(await options.keys.summaryOf(saved)),
      ...(sas === undefined ? {} : { sas }),
      ...(identity === undefined ? {} : { identity }),
      ...(rights.length === 0 ? {} : { rights: [...rights] }),
      ...(s3 === undefined ? {} : { s3 }),
      ...((saved.tableService ?? tableServiceAt(endpoints.table)) === 'cosmos' ? { tableService: 'cosmos' } : {}),
    };
  };

  const save = async (saved: SavedConnection): Promise<ConnectionSummary> => {
    await file.change((all) => {
      // The user unlocked an account, not a name for one.
      const before = all.find(({ id }) => id === saved.id);
      if (before !== undefined && addressOf(before) !== addressOf(saved)) unlocked.delete(saved.id);
      // Once more, at a time when no other process can take the name.
      rejectTakenName(all, saved);
      return all.some(({ id }) => id === saved.id)
        ? all.map((other) => (other.id === saved.id ? saved : other))
        : [...all, saved];
    });
    replaced(saved.id);
    changed();
    return summaryOf(saved);
  };

  /**
   * The secret first: a connection without one would prompt for it, while a secret without a connection is harmless.
   */
  const saveWithSecret = async (id: string, input: ConnectionInput): Promise<ConnectionSummary> => {
    const parsed = await options.parse(input, async (endpoints) => {
      rejectTakenName(await file.read(), { id, name: input.name });
      await confirmHosts(input.name, endpoints);
    });
    const after = savedFrom(id, input, parsed);
    const before = (await file.read()).find((saved) => saved.id === id);
    // The second key belongs to the account that it was entered for.
    if (before !== undefined && (after.credential !== 'key' || addressOf(before) !== addressOf(after))) {
      await secrets.keepSecondary(id, null);
    }
    await secrets.keep(id, secretIn(parsed));
    return save(after);
  };

  return {
    byId,
    summary: async (id) => summaryOf(await byId(id)),
    confirmHosts,
    list: async () => Promise.all((await file.read()).map(summaryOf)),
    isLocked,
    noteWrite,
    noteCosmos: async (id) => {
      await file.change((all) => all.map((saved) => (saved.id === id ? { ...saved, tableService: 'cosmos' } : saved)));
      changed();
    },
    dispose: () => disposed.abort(),
    add: (input) => saveWithSecret(options.newId(), input),
    update: async (id, input) => {
      rejectEmbedded(id);
      const before = await byId(id);
      const hasNewSecret = !hasNoSecret(input) || before.kind !== input.kind;
      const after = hasNewSecret ? null : withoutNewSecret(before, input);
      if (after !== null) rejectOtherAccount(before, after);
      if (before.marking.production && !input.marking.production) {
        await confirm({ kind: 'unmark-production', ...factsOf(before) });
        await rejectChanged(before);
      }
      return after === null ? saveWithSecret(id, input) : save(after);
    },
    remove: async (id) => {
      rejectEmbedded(id);
      await byId(id);
      await file.change((all) => all.filter((saved) => saved.id !== id));
      await secrets.keep(id, null);
      await secrets.keepSecondary(id, null);
      unlocked.delete(id);
      replaced(id);
      changed();
    },
    setLocked: async (id, locked) => {
      rejectEmbedded(id);
      const saved = await byId(id);
      if (locked === 'unlocked' && isLocked(saved)) {
        await confirm({ kind: 'unlock', ...factsOf(saved) });
        await rejectChanged(saved);
      }
      if (locked === 'locked') unlocked.delete(id);
      else {
        const isWatched = unlocked.has(id);
        unlocked.set(id, { atMs: clock.now(), monotonicMs: clock.monotonic() });
        if (!isWatched) void watchRelock(id).catch(() => undefined);
      }
      changed();
      return summaryOf(saved);
    },
  };
}

function rejectTakenName(all: readonly SavedConnection[], { id, name }: Pick<SavedConnection, 'id' | 'name'>): void {
  const taken = all.some((other) => other.id !== id && other.name === name);
  if (taken || embeddedNames().includes(name)) {
    throw invalidInput('Name', t`is already the name of another connection.`, t`Choose another name.`);
  }
}

/** The properties of a connection that a dialog of main shows: names alone can be chosen to mislead. */
function factsOf({ name, accountName, endpoints }: SavedConnection): ConnectionFacts {
  return { connection: name, account: accountName, hosts: shownHosts(endpoints) };
}

function addressOf({ accountName, endpoints }: SavedConnection): string {
  return JSON.stringify([accountName, endpoints.blob, endpoints.table, endpoints.dfs]);
}

/** The stored secret belongs to the account and the hosts that it was entered for. */
function rejectOtherAccount(before: SavedConnection, after: SavedConnection): void {
  if (addressOf(before) === addressOf(after)) return;
  throw invalidInput(
    'Account key',
    t`must be entered again, because the connection would use ${shownHosts(after.endpoints).join(', ')}.`,
    t`Enter the key of that account.`,
  );
}

function rejectEmbedded(id: string): void {
  if (id !== embeddedConnectionId) return;
  throw invalidInput('Connection', t`is the local store.`, t`It is managed by the app and cannot be changed.`);
}
