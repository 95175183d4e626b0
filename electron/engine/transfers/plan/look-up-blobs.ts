// Looks at chosen blobs, in their order: in pages of lists where that takes fewer requests, at the others one by one,
// several at a time.
import { StowageError } from '@shared/errors';
import type { Account } from '../../azure/account';
import { minRejections } from '../../azure/failures/rejection-tally';
import { blobPath } from '../../blobs/blob-path';
import { isFolderMarker } from '../../blobs/folder-markers';
import { ListedNames } from '../../blobs/listed-names';
import { namesPage } from '../../blobs/name-pages';
import type { ListedBlob } from '../../blobs/open-list';
import { readBlobProperties } from '../../blobs/properties';
import type { DeniedChoices } from './denied-choices';

export interface Lookup {
  readonly name: string;
  /** Or why it is not shown: what `readBlobProperties` throws. */
  readonly found: ListedBlob | StowageError;
}

export interface LookupBatch {
  readonly lookups: readonly Lookup[];
  /** When their requests began, and how many of them show that blobs may be read; for `DeniedChoices`. */
  readonly since: number;
  readonly shown: number;
}

export interface LookupPorts {
  readonly account: Account;
  readonly container: string;
  readonly rejected: Pick<DeniedChoices, 'now'>;
  readonly signal: AbortSignal;
  /** Called for each request. */
  readonly requested?: ((operation: 'ListBlobs' | 'GetBlobProperties') => void) | undefined;
}

/** So many names are looked for in lists at once: more stand together there, and all that is found is held. */
export const batchNames = 5000;
const maxConcurrentLookups = 32;
const maxTogether = 1000;

export async function* lookUpBlobs(
  names: readonly string[],
  ports: LookupPorts,
): AsyncGenerator<LookupBatch, void, undefined> {
  const inLists = lookUpInLists(ports);
  let probes: readonly string[] = [];
  for (let at = 0; at < names.length; at += batchNames) {
    const batch = names.slice(at, at + batchNames);
    const listed = await inLists(batch);
    if (probes.length === 0) probes = spreadOver([...listed.keys()]);
    for (const group of groupsOf(batch, listed)) {
      const lookups = await lookUpAll(group, listed, ports);
      yield lookups;
      // Lists show what may not be read, too. Whether others may be read is what decides about a blob that is refused.
      const isUnclear = lookups.shown === 0 && lookups.lookups.some(({ found }) => isRejection(found));
      if (!isUnclear) continue;
      const probed = await runProbes(probes, ports);
      probes = probed.left;
      yield { ...probed.answers, lookups: [] };
    }
  }
}

/** What becomes of a blob that is not shown. Throws what ends the plan. */
export function notShown(source: string, target: string, error: StowageError) {
  if (error.kind === 'cancelled' || error.kind === 'auth' || error.kind === 'network') throw error;
  return { kind: 'problem', problem: { source, target, error } } as const;
}

/** What lists show of a batch. Once they show nothing any more, for whatever reason, single looks tell. */
export function lookUpInLists(
  ports: Pick<LookupPorts, 'account' | 'container' | 'signal' | 'requested'>,
): (names: readonly string[]) => Promise<ReadonlyMap<string, ListedBlob>> {
  const { container, requested: timesRequested } = ports;
  let lists: ListedNames | null = new ListedNames((page) => {
    timesRequested?.('ListBlobs');
    return namesPage(ports, page);
  });
  return async (names) => {
    const found = new Map<string, ListedBlob>();
    try {
      await lists?.find(
        names.filter((name) => isRequestable(container, name)),
        found,
      );
    } catch (thrown) {
      const error = StowageError.from(thrown);
      if (error.kind === 'cancelled') throw error;
      lists = null;
    }
    return found;
  };
}

/** A list shows also what no request can name. */
function isRequestable(container: string, name: string): boolean {
  try {
    blobPath(container, name);
    return true;
  } catch {
    return false;
  }
}

function* groupsOf(
  names: readonly string[],
  listed: ReadonlyMap<string, ListedBlob>,
): Generator<readonly string[], void, undefined> {
  let group: string[] = [];
  let timesRequested = 0;
  for (const name of names) {
    group.push(name);
    if (!listed.has(name)) timesRequested += 1;
    if (timesRequested < maxConcurrentLookups && group.length < maxTogether) continue;
    yield group;
    group = [];
    timesRequested = 0;
  }
  if (group.length > 0) yield group;
}

/** The listed blobs that are looked at where the right to read is in doubt: not all from one folder. */
function spreadOver(names: readonly string[]): readonly string[] {
  const step = Math.max(1, names.length / minRejections);
  return names.filter((_, at) => Math.floor(at / step) > Math.floor((at - 1) / step));
}

/** Looks at the first, and at the others if that one is refused, too. `left`: those worth a look the next time. */
async function runProbes(
  [first, ...others]: readonly string[],
  ports: LookupPorts,
): Promise<{ readonly answers: LookupBatch; readonly left: readonly string[] }> {
  let answers = await lookUpAll(first === undefined ? [] : [first], new Map(), ports);
  if (answers.shown === 0 && others.length > 0) answers = await lookUpAll(others, new Map(), ports);
  return { answers, left: answers.lookups.flatMap(({ name, found }) => (isShown(found) ? [name] : [])) };
}

async function lookUpAll(
  names: readonly string[],
  listed: ReadonlyMap<string, ListedBlob>,
  ports: LookupPorts,
): Promise<LookupBatch> {
  const since = ports.rejected.now;
  let shown = 0;
  const lookups = names.map(async (name): Promise<Lookup> => {
    const known = listed.get(name);
    if (known !== undefined) return { name, found: known };
    const found = await lookUpBlob(name, ports);
    if (isShown(found)) shown += 1;
    return { name, found };
  });
  return { lookups: await Promise.all(lookups), since, shown };
}

async function lookUpBlob(
  name: string,
  { account, container, signal, requested: timesRequested }: LookupPorts,
): Promise<Lookup['found']> {
  timesRequested?.('GetBlobProperties');
  try {
    const blob = await readBlobProperties(account, container, name, signal);
    return { blob, isMarker: isFolderMarker(blob) };
  } catch (thrown) {
    return StowageError.from(thrown);
  }
}

/** Whether the service let the request in, also where it failed then. */
function isShown(found: Lookup['found']): boolean {
  if (!(found instanceof StowageError)) return true;
  return found.kind !== 'auth' && found.kind !== 'network' && found.kind !== 'cancelled';
}

function isRejection(found: Lookup['found']): boolean {
  return found instanceof StowageError && found.kind === 'auth';
}
