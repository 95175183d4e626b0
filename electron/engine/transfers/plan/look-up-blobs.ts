// Looks up chosen blobs and folders, in their order (over 300 lines, including the handling of blobs that the service
// denies access to): in pages of listings if that takes fewer requests, otherwise individually, several at a time.
import { StowageError } from '@shared/errors';
import type { BlobItem } from '@shared/model/blob';
import type { Account } from '../../azure/account';
import { markDeniedAlone, deniedScopeOf } from '../../azure/failures/denied-scope';
import { minRejections, RejectionTally, maxRejections } from '../../azure/failures/rejection-tally';
import { blobPath } from '../../blobs/blob-path';
import { isFolderMarker } from '../../blobs/folder-markers';
import { ListedNames } from '../../blobs/listed-names';
import { namesPage } from '../../blobs/name-pages';
import type { ListedBlob } from '../../blobs/open-list';
import { readBlobProperties } from '../../blobs/properties';
import type { DownloadSpec } from '../records/job-records';

export interface Lookup {
  readonly name: string;
  /** Or why it is not accessible: the error that `readBlobProperties` throws. */
  readonly found: ListedBlob | StowageError;
}

interface LookupBatch {
  readonly lookups: readonly Lookup[];
  /** When their requests began, and how many of them show that blobs may be read; for `DeniedChoices`. */
  readonly since: number;
  readonly shown: number;
}

interface LookupPorts {
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
      // Listings also show blobs that may not be read. Whether other blobs may be read decides how a denied one is
      // handled.
      const isUnclear = lookups.shown === 0 && lookups.lookups.some(({ found }) => isRejection(found));
      if (!isUnclear) continue;
      const probed = await runProbes(probes, ports);
      probes = probed.left;
      yield { ...probed.answers, lookups: [] };
    }
  }
}

/** How a blob that cannot be read is handled. Throws the errors that end the plan. */
export function notShown(source: string, target: string, error: StowageError) {
  if (error.kind === 'cancelled' || error.kind === 'auth' || error.kind === 'network') throw error;
  return { kind: 'problem', problem: { source, target, error } } as const;
}

/**
 * The blobs of a batch that listings show. Once listings show nothing any more, for whatever reason, single lookups
 * decide.
 */
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

/** The listed blobs that are looked up when the right to read is in doubt: not all from one folder. */
function spreadOver(names: readonly string[]): readonly string[] {
  const step = Math.max(1, names.length / minRejections);
  return names.filter((_, at) => Math.floor(at / step) > Math.floor((at - 1) / step));
}

/** Looks up the first, and the others if that one is denied, too. `left`: those worth a lookup next time. */
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

// Chosen items that the service denies access to: each fails alone if the same permission can read others, and the plan
// fails if it can read none.

type Right = 'read' | 'list';

/** As the plan reports it. */
interface DeniedChoice {
  readonly source: string;
  readonly target: string;
  readonly error: StowageError;
}

type Problems = readonly { readonly kind: 'problem'; readonly problem: DeniedChoice }[];

/** How many denials are tolerated: a lookup costs little, and several run at once. */
const minLookups = 64;

export class DeniedChoices {
  readonly #insists: 'yes' | 'no';
  readonly #disabledReasons: RejectionTally<DeniedChoice>;
  #shown = 0;
  /** When the user insists, denied items are given up, so that the plan can finish. */
  #failed: Problems = [];

  /** `yes`: the user wants everything attempted that is possible. */
  constructor(insists: 'yes' | 'no' = 'no') {
    this.#insists = insists;
    this.#disabledReasons = new RejectionTally(() =>
      insists === 'yes' ? maxRejections : Math.max(minLookups, this.#shown),
    );
  }

  /** Save it when a request starts and pass it to `shown`. */
  get now(): number {
    return this.#disabledReasons.now;
  }

  /**
   * The number of requests started at `since` that succeeded. Yields the items that are thereby known to be denied
   * individually.
   */
  *shown(right: Right, since: number, requests = 1): Generator<Problems, void, undefined> {
    if (requests === 0) return;
    this.#shown += requests;
    const rejected = this.#disabledReasons.accepted(right, since);
    if (rejected.length > 0) yield rejected.map(alone);
  }

  /** The pages of a listing; none when the listing is put aside. */
  async *unlessDenied<T>(
    pages: AsyncIterable<T>,
    { source, target }: Pick<DeniedChoice, 'source' | 'target'>,
  ): AsyncGenerator<T, void, undefined> {
    let begun = false;
    try {
      for await (const page of pages) {
        begun = true;
        yield page;
      }
    } catch (thrown) {
      if (begun || !this.putAside('list', source, target, StowageError.from(thrown))) throw thrown;
    }
  }

  /** Whether the denial was deferred; throws it when nothing seems to be accessible any more. */
  putAside(right: Right, source: string, target: string, error: StowageError): boolean {
    if (deniedScopeOf(error) !== 'unclear') return false;
    if (this.#disabledReasons.rejected(right, { source, target, error }) === 'go on') return true;
    if (this.#insists === 'no') throw error;
    const { alone: rejected, undecided } = this.#disabledReasons.settle();
    this.#failed = [...this.#failed, ...rejected.map(alone), ...undecided.map(failed)];
    return true;
  }

  /** Call it after the last request. Throws when none succeeded. */
  *settle(): Generator<Problems, void, undefined> {
    const { alone: rejected, undecided } = this.#disabledReasons.settle();
    const [first] = undecided;
    if (first !== undefined && this.#insists === 'no') throw first.error;
    const problems = [...this.#failed, ...rejected.map(alone), ...undecided.map(failed)];
    this.#failed = [];
    if (problems.length > 0) yield problems;
  }
}

function alone({ source, target, error }: DeniedChoice): Problems[number] {
  return failed({ source, target, error: markDeniedAlone(error) });
}

function failed(problem: DeniedChoice): Problems[number] {
  return { kind: 'problem', problem };
}

// What each choice of a download means: a blob, a folder, or nothing that could be fetched; in their order.

export interface ChosenFolder {
  readonly kind: 'prefix';
  readonly prefix: string;
  readonly as: string;
  readonly isMarked?: boolean;
}

type Choice =
  /** `named`: the path of its file, if that does not follow from its name. */
  | { readonly kind: 'blob'; readonly blob: BlobItem; readonly named?: readonly string[] }
  | ChosenFolder
  | { readonly kind: 'problem'; readonly problem: DeniedChoice }
  | ReturnType<typeof markerStep>;

interface Choices {
  /** Without the blobs that are deferred because they were denied. */
  readonly choices: readonly Choice[];
  /** See `LookupBatch`. */
  readonly since: number;
  readonly shown: number;
}

type Chosen = DownloadSpec['selection'][number];
type Named = Exclude<Chosen, { readonly kind: 'prefix' }>;

export async function* resolveChoices(
  { selection }: Pick<DownloadSpec, 'selection'>,
  ports: LookupPorts & { readonly rejected: DeniedChoices },
): AsyncGenerator<Choices, void, undefined> {
  const { rejected: denied } = ports;
  for (let at = 0; at < selection.length;) {
    const named = namedFrom(selection, at);
    const chosen = selection[at];
    if (chosen?.kind === 'prefix') {
      yield { choices: [chosen], since: denied.now, shown: 0 };
      at += 1;
    }
    let looked = 0;
    const names = named.map(({ name }) => name);
    for await (const { lookups, since, shown } of lookUpBlobs(names, ports)) {
      const choices: Choice[] = [];
      for (const lookup of lookups) {
        const chosenName = named[looked];
        const found = choiceOf(chosenName?.kind ?? 'blob', lookup, denied);
        const path = chosenName?.kind === 'blob' ? pathOf(chosenName) : undefined;
        if (found !== null)
          choices.push(found.kind === 'blob' && path !== undefined ? { ...found, named: path } : found);
        looked += 1;
      }
      yield { choices, since, shown };
    }
    at += named.length;
  }
}

const pathOf = ({ as, at }: Extract<Named, { kind: 'blob' }>): readonly string[] | undefined =>
  at ?? (as === undefined ? undefined : [as]);

/** The names from there on that no folder interrupts. */
function namedFrom(selection: readonly Chosen[], at: number): readonly Named[] {
  const named: Named[] = [];
  for (let next = selection[at]; next !== undefined && next.kind !== 'prefix'; next = selection[at + named.length]) {
    named.push(next);
  }
  return named;
}

/** Null when it is deferred. Throws the errors that end the plan. */
function choiceOf(kind: Named['kind'], { name, found }: Lookup, denied: DeniedChoices): Choice | null {
  if ('blob' in found) {
    if (!found.isMarker) return { kind: 'blob', blob: found.blob };
    return kind === 'auto' ? { ...folderOf(name), isMarked: true } : markerStep(name);
  }
  const target = lastSegment(name);
  if (denied.putAside('read', name, target, found)) return null;
  if (kind === 'auto' && found.code === 'not-found.blob') return folderOf(name);
  return notShown(name, target, found);
}

function folderOf(name: string) {
  return { kind: 'prefix', prefix: `${name}/`, as: lastSegment(name) } as const;
}

export const markerStep = (path: string) => ({ kind: 'left-out', path, why: 'folder marker' }) as const;

export function lastSegment(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}
