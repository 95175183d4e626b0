// Looks at chosen blobs, in their order: in pages of lists where that takes fewer requests, at the others one by one,
// several at a time.
import { StowageError } from '@shared/errors';
import type { Account } from '../../azure/account';
import { fewestRefusals } from '../../azure/failures/refusals';
import { blobPath } from '../../blobs/blob-path';
import { isFolderMarker } from '../../blobs/folder-markers';
import { ListedNames } from '../../blobs/listed-names';
import { namesPage } from '../../blobs/name-pages';
import type { ListedBlob } from '../../blobs/open-list';
import { readBlobProperties } from '../../blobs/properties';
import type { RefusedChoices } from './refused-choices';

export interface Look {
  readonly name: string;
  /** Or why it is not shown: what `readBlobProperties` throws. */
  readonly found: ListedBlob | StowageError;
}

export interface Looks {
  readonly looks: readonly Look[];
  /** When their requests began, and how many of them show that blobs may be read; for `RefusedChoices`. */
  readonly since: number;
  readonly shown: number;
}

export interface LookPorts {
  readonly account: Account;
  readonly container: string;
  readonly refused: Pick<RefusedChoices, 'now'>;
  readonly signal: AbortSignal;
  /** Called for each request. */
  readonly asked?: ((operation: 'ListBlobs' | 'GetBlobProperties') => void) | undefined;
}

/** So many names are looked for in lists at once: more stand together there, and all that is found is held. */
export const batchNames = 5000;
const looksAtOnce = 32;
const mostTogether = 1000;

export async function* lookAtBlobs(names: readonly string[], ports: LookPorts): AsyncGenerator<Looks, void, undefined> {
  const inLists = lookInLists(ports);
  let witnesses: readonly string[] = [];
  for (let at = 0; at < names.length; at += batchNames) {
    const batch = names.slice(at, at + batchNames);
    const listed = await inLists(batch);
    if (witnesses.length === 0) witnesses = spreadOver([...listed.keys()]);
    for (const group of groupsOf(batch, listed)) {
      const looks = await looksAt(group, listed, ports);
      yield looks;
      // Lists show what may not be read, too. Whether others may be read is what decides about a blob that is refused.
      const isUnclear = looks.shown === 0 && looks.looks.some(({ found }) => isRefusal(found));
      if (!isUnclear) continue;
      const heard = await hear(witnesses, ports);
      witnesses = heard.left;
      yield { ...heard.answers, looks: [] };
    }
  }
}

/** What becomes of a blob that is not shown. Throws what ends the plan. */
export function notShown(source: string, target: string, error: StowageError) {
  if (error.kind === 'cancelled' || error.kind === 'auth' || error.kind === 'network') throw error;
  return { kind: 'problem', problem: { source, target, error } } as const;
}

/** What lists show of a batch. Once they show nothing any more, for whatever reason, single looks tell. */
export function lookInLists(
  ports: Pick<LookPorts, 'account' | 'container' | 'signal' | 'asked'>,
): (names: readonly string[]) => Promise<ReadonlyMap<string, ListedBlob>> {
  const { container, asked } = ports;
  let lists: ListedNames | null = new ListedNames((page) => {
    asked?.('ListBlobs');
    return namesPage(ports, page);
  });
  return async (names) => {
    const found = new Map<string, ListedBlob>();
    try {
      await lists?.find(
        names.filter((name) => canBeAsked(container, name)),
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
function canBeAsked(container: string, name: string): boolean {
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
  let asked = 0;
  for (const name of names) {
    group.push(name);
    if (!listed.has(name)) asked += 1;
    if (asked < looksAtOnce && group.length < mostTogether) continue;
    yield group;
    group = [];
    asked = 0;
  }
  if (group.length > 0) yield group;
}

/** The listed blobs that are looked at where the right to read is in doubt: not all from one folder. */
function spreadOver(names: readonly string[]): readonly string[] {
  const step = Math.max(1, names.length / fewestRefusals);
  return names.filter((_, at) => Math.floor(at / step) > Math.floor((at - 1) / step));
}

/** Looks at the first, and at the others if that one is refused, too. `left`: those worth a look the next time. */
async function hear(
  [first, ...others]: readonly string[],
  ports: LookPorts,
): Promise<{ readonly answers: Looks; readonly left: readonly string[] }> {
  let answers = await looksAt(first === undefined ? [] : [first], new Map(), ports);
  if (answers.shown === 0 && others.length > 0) answers = await looksAt(others, new Map(), ports);
  return { answers, left: answers.looks.flatMap(({ name, found }) => (isShown(found) ? [name] : [])) };
}

async function looksAt(
  names: readonly string[],
  listed: ReadonlyMap<string, ListedBlob>,
  ports: LookPorts,
): Promise<Looks> {
  const since = ports.refused.now;
  let shown = 0;
  const looks = names.map(async (name): Promise<Look> => {
    const known = listed.get(name);
    if (known !== undefined) return { name, found: known };
    const found = await lookAt(name, ports);
    if (isShown(found)) shown += 1;
    return { name, found };
  });
  return { looks: await Promise.all(looks), since, shown };
}

async function lookAt(name: string, { account, container, signal, asked }: LookPorts): Promise<Look['found']> {
  asked?.('GetBlobProperties');
  try {
    const blob = await readBlobProperties(account, container, name, signal);
    return { blob, isMarker: isFolderMarker(blob) };
  } catch (thrown) {
    return StowageError.from(thrown);
  }
}

/** Whether the service let the request in, also where it failed then. */
function isShown(found: Look['found']): boolean {
  if (!(found instanceof StowageError)) return true;
  return found.kind !== 'auth' && found.kind !== 'network' && found.kind !== 'cancelled';
}

function isRefusal(found: Look['found']): boolean {
  return found instanceof StowageError && found.kind === 'auth';
}
