// What the window knows about connections and the names of their tables and containers.
import { create } from 'zustand';
import { StowageError } from '@shared/errors';
import type { ConnectionSummary } from '@shared/model/connection';
import { t } from '@shared/strings/t';
import { call, subscribe } from '@renderer/bridge';
import { forgetDenials } from '@renderer/pane/known-rights';
import { showToast } from '@renderer/ui';

export type Resource = 'tables' | 'containers';

/** Names of one kind under one connection. `names` stays while a refresh runs or fails. */
export interface NameList {
  readonly names: readonly string[] | undefined;
  readonly error: StowageError | null;
  readonly isLoading: boolean;
  /** Of `performance.now()`: the time of the last request. */
  readonly requestedAtMs?: number;
}

const unknownList: NameList = { names: undefined, error: null, isLoading: false };

interface ConnectionState {
  /** Undefined until the engine has answered. */
  readonly connections: readonly ConnectionSummary[] | undefined;
  readonly error: StowageError | null;
  /** By `listKey`. */
  readonly lists: Readonly<Record<string, NameList>>;
  /**
   * Descriptions of what is being loaded into a connection, by its id: while there is one, an empty list is not final.
   */
  readonly fills: Readonly<Record<string, string>>;
}

const useStore = create<ConnectionState>()(() => ({ connections: undefined, error: null, lists: {}, fills: {} }));

export const useConnectionState = useStore;

function listKey(connectionId: string, resource: Resource): string {
  return `${resource}:${connectionId}`;
}

/** The names under a connection, as read until now. */
export function nameList(state: ConnectionState, connectionId: string, resource: Resource): NameList {
  return state.lists[listKey(connectionId, resource)] ?? unknownList;
}

/** Something is on its way into a connection until the answered function is called. */
export function fillBegun(connectionId: string, text: string): () => void {
  useStore.setState(({ fills }) => ({ fills: { ...fills, [connectionId]: text } }));
  return () =>
    useStore.setState(({ fills }) => {
      const { [connectionId]: _ended, ...others } = fills;
      return { fills: others };
    });
}

/** Since when names are read under a connection, of one kind or of either; undefined where none are. */
export function readingSinceMs(state: ConnectionState, connectionId: string, resource?: Resource): number | undefined {
  const requested = (['tables', 'containers'] as const)
    .filter((one) => (resource ?? one) === one)
    .map((one) => nameList(state, connectionId, one))
    .flatMap(({ isLoading, requestedAtMs }) => (isLoading && requestedAtMs !== undefined ? [requestedAtMs] : []));
  return requested.length === 0 ? undefined : Math.min(...requested);
}

/** All connections, in the order in which the engine keeps them. */
export function useConnections(): readonly ConnectionSummary[] {
  return useStore((state) => state.connections) ?? none;
}
const none: readonly ConnectionSummary[] = [];

export function findConnection(connectionId: string): ConnectionSummary | undefined {
  return useStore.getState().connections?.find((connection) => connection.id === connectionId);
}

/** Whether a request to the service makes sense now. */
export function isReachable(connection: ConnectionSummary): boolean {
  return !connection.needsSecret && (connection.store === undefined || connection.store === 'running');
}

/** Which kinds of things a connection can show at all. */
export function resourcesOf(connection: ConnectionSummary): readonly Resource[] {
  const { endpoints, sas } = connection;
  const resources: Resource[] = [];
  if (endpoints.table !== undefined && sas?.level !== 'container' && sas?.level !== 'blob') resources.push('tables');
  if (endpoints.blob !== undefined && sas?.level !== 'table') resources.push('containers');
  return resources;
}

/** Follows the engine's connections until `signal` aborts. Lists that failed are read again when a store comes back. */
export async function watchConnections(signal: AbortSignal): Promise<void> {
  try {
    await subscribe('connections.watch', {}, (connections) => receive(connections), { signal });
  } catch (thrown) {
    if (!signal.aborted) useStore.setState({ error: StowageError.from(thrown) });
  }
}

/** Takes the connections as the engine lists them now. */
export function receive(connections: readonly ConnectionSummary[]): void {
  const before = useStore.getState().connections ?? [];
  useStore.setState({ connections, error: null });
  for (const connection of connections) {
    const earlier = before.find((each) => each.id === connection.id);
    if (earlier !== undefined) notifyOtherKey(earlier, connection);
    if (!isReachable(connection) || (earlier && isReachable(earlier))) continue;
    for (const resource of resourcesOf(connection)) {
      if (nameList(useStore.getState(), connection.id, resource).error) void loadNames(connection.id, resource);
    }
  }
}

/** The service rejected the key that had signed: until it is replaced, there is no other one to change to. */
function notifyOtherKey(before: ConnectionSummary, { name, accountName, keys }: ConnectionSummary): void {
  if (before.keys === undefined || keys === undefined || !keys.hasSecondary || keys.inUse === before.keys.inUse) return;
  showToast({
    tone: 'information',
    title: keys.inUse === 'secondary' ? t`${name} uses its secondary key` : t`${name} uses its primary key`,
    text:
      keys.inUse === 'secondary'
        ? t`${accountName} rejected the primary key, which was probably rotated. Paste the new one under “Rotate a key”.`
        : t`${accountName} rejected the secondary key, which was probably rotated. Paste the new one under “Rotate a key”.`,
  });
}

/** The pending readings, by `listKey`. */
const readings = new Map<string, AbortController>();

/** Reads the names again; a pending reading of them is cancelled. Never rejects: a failure is part of the list. */
export async function loadNames(connectionId: string, resource: Resource): Promise<void> {
  const key = listKey(connectionId, resource);
  const put = (change: Partial<NameList>): void =>
    useStore.setState(({ lists }) => ({ lists: { ...lists, [key]: { ...(lists[key] ?? unknownList), ...change } } }));
  const connection = findConnection(connectionId);
  const bound = connection && boundName(connection, resource);
  if (bound !== undefined) {
    put({ names: [bound], error: null, isLoading: false });
    return;
  }
  forgetDenials(connection, { service: resource === 'tables' ? 'table' : 'blob', resource: '' });
  readings.get(key)?.abort();
  const reading = new AbortController();
  readings.set(key, reading);
  put({ isLoading: true, requestedAtMs: performance.now() });
  const result = await namesOrFailure(connectionId, resource, reading.signal);
  // A newer request has replaced it.
  if (readings.get(key) !== reading) return;
  readings.delete(key);
  if (!(result instanceof StowageError)) put({ names: result, error: null, isLoading: false });
  // Names that were there before remain valid.
  else if (reading.signal.aborted && isKnown(connectionId, resource)) put({ isLoading: false });
  else put({ error: result, isLoading: false });
}

/** Names that were read longer ago than that may have changed elsewhere. */
const staleAfterMs = 30_000;

/**
 * Silently reads known names again if the last reading was long ago: names that cannot be read now stay as they are.
 * Never rejects.
 */
export async function recheck(connectionId: string, resource: Resource): Promise<void> {
  const key = listKey(connectionId, resource);
  const { names, error, isLoading, requestedAtMs } = nameList(useStore.getState(), connectionId, resource);
  if (names === undefined || error !== null || isLoading || requestedAtMs === undefined) return;
  const nowMs = performance.now();
  if (readings.has(key) || nowMs - requestedAtMs < staleAfterMs) return;
  const reading = new AbortController();
  readings.set(key, reading);
  const result = await namesOrFailure(connectionId, resource, reading.signal);
  // A request of the user has replaced it.
  if (readings.get(key) !== reading) return;
  readings.delete(key);
  const list = {
    names,
    error,
    isLoading,
    ...(result instanceof StowageError ? {} : { names: result }),
    requestedAtMs: nowMs,
  };
  useStore.setState(({ lists }) => ({ lists: { ...lists, [key]: list } }));
}

async function namesOrFailure(
  connectionId: string,
  resource: Resource,
  signal: AbortSignal,
): Promise<readonly string[] | StowageError> {
  try {
    const name = resource === 'tables' ? 'tables.list' : 'containers.list';
    return (await call(name, { connectionId }, { signal })).map((info) => info.name);
  } catch (thrown) {
    return StowageError.from(thrown);
  }
}

function isKnown(connectionId: string, resource: Resource): boolean {
  const { names, error } = nameList(useStore.getState(), connectionId, resource);
  return names !== undefined || error !== null;
}

/** Cancels pending readings under a connection, of one kind or of both. */
export function stopReading(connectionId: string, resource?: Resource): void {
  for (const one of ['tables', 'containers'] as const) {
    if ((resource ?? one) === one) readings.get(listKey(connectionId, one))?.abort();
  }
}

/** A SAS for one table or container cannot list; the one thing it opens is known from the SAS itself. */
function boundName(connection: ConnectionSummary, resource: Resource): string | undefined {
  const { sas } = connection;
  if (sas?.resource === undefined) return undefined;
  if (resource === 'tables') return sas.level === 'table' ? sas.resource : undefined;
  return sas.level === 'container' || sas.level === 'blob' ? (sas.resource.split('/')[0] ?? undefined) : undefined;
}

/** Reads everything under a connection again. */
export async function refreshConnection(connectionId: string): Promise<void> {
  const connection = findConnection(connectionId);
  if (!connection || !isReachable(connection)) return;
  await Promise.all(resourcesOf(connection).map((resource) => loadNames(connectionId, resource)));
}

/** Creates and shows it. Rejects with the reason. */
export async function createResource(connectionId: string, resource: Resource, name: string): Promise<void> {
  if (resource === 'tables') await call('tables.create', { connectionId, table: name });
  else await call('containers.create', { connectionId, container: name });
  await loadNames(connectionId, resource);
}

/** Deletes and takes it out of the list. Rejects with the reason. */
export async function deleteResource(connectionId: string, resource: Resource, name: string): Promise<void> {
  if (resource === 'tables') await call('tables.delete', { connectionId, table: name });
  else await call('containers.delete', { connectionId, container: name });
  await loadNames(connectionId, resource);
}
