// Plans a check as pairs of files and blobs: a folder and a listing, or the files of an earlier job. Streams both sides and
// pairs them by name (over 300 lines: the walk, the pairing and the plan are one stream).
import { join } from 'node:path';
import { StowageError } from '@shared/errors';
import type { Account } from '../../azure/account';
import { walkFiles } from '../../blobs/folder-markers';
import type { ListedBlob } from '../../blobs/open-list';
import type { VerifyFile, VerifySpec, Unnumbered } from '../records/job-records';
import type { MovedFile } from '../records/settled-files';
import { batchNames, lookUpInLists } from '../plan/look-up-blobs';
import { marksOfPath } from '../plan/apart-marks';
import { localSegments, type LiteralMarks, type NameRules, blobNameOf, isContinued } from '../plan/names';
import type { PlanStep } from '../plan/plan';
import type { Dirent } from 'node:fs';
import { lstat, opendir } from 'node:fs/promises';
import type { LocalNames } from '@shared/model/verify-report';
import { localError } from '../../../disk/local-error';

interface VerifyPlanPorts {
  readonly account: Account;
  /** Where the sources of copies are; otherwise the same account. */
  readonly source: Account;
  /** What an earlier job has moved. @throws StowageError `not-found.job` */
  readonly movedBy: (jobId: string) => AsyncIterable<readonly MovedFile[]>;
  readonly signal: AbortSignal;
}

type Steps = readonly PlanStep<VerifyFile>[];
type FolderScope = Extract<VerifySpec['of'], { kind: 'folder' }>;
type JobScope = Exclude<VerifySpec['of'], FolderScope>;

const stepsAtOnce = 1000;

export function planVerify(spec: VerifySpec, ports: VerifyPlanPorts): AsyncGenerator<Steps, void, undefined> {
  const { of } = spec;
  return of.kind === 'folder' ? planFolder(spec, of, ports) : planJob({ ...spec, of }, ports);
}

interface StoredBlob {
  readonly name: string;
  readonly bytes: number;
  readonly etag: string;
  readonly contentMd5: string;
}

async function* planFolder(
  spec: VerifySpec,
  { dir, prefix, names }: FolderScope,
  { account, signal }: VerifyPlanPorts,
): AsyncGenerator<Steps, void, undefined> {
  const aside: PlanStep<VerifyFile>[] = [];
  const here = walkInKeyOrder(dir, {
    names,
    signal,
    onProblem: (path, error) => {
      // A missing folder is an error, not a folder whose files are all missing.
      if (path === dir) throw error;
      aside.push({ kind: 'problem', problem: { source: path, target: prefix, error } });
    },
    onLeftOut: (path, why) => aside.push({ kind: 'left-out', path, why }),
  });
  for await (const pairs of mergeByName(here, storedBelow(account, spec.container, prefix, signal))) {
    // The last group comes when both sides are finished; nothing is put aside after it.
    yield aside.splice(0);
    for (let at = 0; at < pairs.length; at += stepsAtOnce) {
      yield pairs.slice(at, at + stepsAtOnce).map((pair) => stepOf(pair, dir, prefix));
    }
  }
}

async function* storedBelow(
  account: Account,
  container: string,
  prefix: string,
  signal: AbortSignal,
): AsyncGenerator<readonly StoredBlob[], void, undefined> {
  for await (const { blobs } of walkFiles(account, { container, prefix, signal })) {
    yield blobs.map(({ name, bytes, etag, contentMd5 }) => ({
      name: name.slice(prefix.length),
      bytes,
      etag,
      contentMd5,
    }));
  }
}

function stepOf({ name, here, there }: Pair<LocalFile, StoredBlob>, dir: string, prefix: string): PlanStep<VerifyFile> {
  const segments = here?.segments ?? localSegments(name, verifiedRules);
  const file: Unnumbered<VerifyFile> = {
    t: 'verify',
    path: here?.path ?? join(dir, ...segments),
    segments: [...segments],
    name: prefix + name,
    bytes: here?.bytes ?? there?.bytes ?? 0,
    blockBytes: 0,
    here: here === null ? null : { bytes: here.bytes },
    there: there === null ? null : { bytes: there.bytes, etag: there.etag, contentMd5: there.contentMd5 },
    facts: 'known',
    reading: 'never',
  };
  return { kind: 'file', file, remark: '' };
}

/**
 * The listed properties of the blobs are planned with them; for the others, and on this machine, the verification looks
 * them up itself.
 */
async function* planJob(
  { container, of }: VerifySpec & { readonly of: JobScope },
  { account, source, movedBy, signal }: VerifyPlanPorts,
): AsyncGenerator<Steps, void, undefined> {
  const targetDir = of.kind === 'job' ? of.targetDir : '';
  const listed = lookUpInLists({ account, container, signal });
  const sources = of.kind === 'copy' ? lookUpInLists({ account: source, container: of.from.container, signal }) : null;
  let count = 0;
  for await (const moved of inBatches(movedBy(of.jobId))) {
    signal.throwIfAborted();
    count += moved.length;
    const stored = await listed(moved.map(({ name }) => name));
    const copied = (await sources?.(moved.map((one) => one.source))) ?? new Map<string, ListedBlob>();
    const steps = moved.map(({ path, segments, name, source: from }): PlanStep<VerifyFile> => {
      const checkedPath = of.kind === 'copy' ? from : targetDir === '' ? path : join(targetDir, ...segments);
      const [here, there] = [factsOf(copied.get(from)), factsOf(stored.get(name))];
      const known = { bytes: here?.bytes ?? there?.bytes ?? 0, blockBytes: 0, here, there };
      const file = { t: 'verify' as const, path: checkedPath, segments: [...segments], name, ...known };
      return { kind: 'file', file: { ...file, facts: 'look', reading: 'never' }, remark: '' };
    });
    for (let at = 0; at < steps.length; at += stepsAtOnce) yield steps.slice(at, at + stepsAtOnce);
  }
  if (count > 0) return;
  throw new StowageError('not-found.source', `It is not known which files ${of.title} has moved.`, {
    context: { job: of.jobId },
  });
}

function factsOf(listed: ListedBlob | undefined): VerifyFile['there'] {
  if (listed === undefined) return null;
  const { bytes, etag, contentMd5 } = listed.blob;
  return { bytes, etag, contentMd5 };
}

/** As many at once as are looked for in lists. */
async function* inBatches<T>(groups: AsyncIterable<readonly T[]>): AsyncGenerator<readonly T[], void, undefined> {
  let held: T[] = [];
  for await (const group of groups) {
    for (const one of group) held.push(one);
    if (held.length < batchNames) continue;
    yield held;
    held = [];
  }
  if (held.length > 0) yield held;
}

// Pairs files and blobs by name. Both sides are roughly in name order, so that little has to be buffered; where their
// orders differ, names wait for each other and the result stays exact.

interface Named {
  readonly name: string;
}

export interface Pair<H extends Named, T extends Named> {
  readonly name: string;
  readonly here: H | null;
  readonly there: T | null;
}

interface MergeWatch {
  /** Called with the number of names that wait for the other side, whenever it reaches a new maximum. */
  readonly onWaiting?: (names: number) => void;
}

/** Each side yields a name once. Yields pairs as soon as both exist, and at the end names without a counterpart. */
export async function* mergeByName<H extends Named, T extends Named>(
  here: AsyncIterable<readonly H[]>,
  there: AsyncIterable<readonly T[]>,
  { onWaiting }: MergeWatch = {},
): AsyncGenerator<readonly Pair<H, T>[], void, undefined> {
  const [left, right] = [sideOf(here), sideOf(there)];
  let max = 0;
  try {
    for (;;) {
      const [atLeft, atRight] = [left.last(), right.last()];
      // Advances the side that is behind; at the start both.
      const takeLeft = !left.isOver && (right.isOver || atLeft === null || (atRight !== null && atLeft <= atRight));
      const takeRight = !right.isOver && (left.isOver || atRight === null || (atLeft !== null && atRight <= atLeft));
      if (!takeLeft && !takeRight) break;
      const [lefts, rights] = await Promise.all([takeLeft ? left.next() : [], takeRight ? right.next() : []]);
      for (const item of lefts) left.waiting.set(item.name, item);
      for (const item of rights) right.waiting.set(item.name, item);
      const met = meet(left.waiting, right.waiting, [...lefts, ...rights]);
      if (met.length > 0) yield met;
      const waiting = left.waiting.size + right.waiting.size;
      if (waiting > max) onWaiting?.((max = waiting));
    }
    yield [
      ...[...left.waiting.values()].map((item) => ({ name: item.name, here: item, there: null })),
      ...[...right.waiting.values()].map((item) => ({ name: item.name, here: null, there: item })),
    ];
  } finally {
    await Promise.all([left.end(), right.end()]);
  }
}

function meet<H extends Named, T extends Named>(
  lefts: Map<string, H>,
  rights: Map<string, T>,
  fresh: readonly Named[],
): Pair<H, T>[] {
  const pairs: Pair<H, T>[] = [];
  for (const { name } of fresh) {
    const [here, there] = [lefts.get(name), rights.get(name)];
    if (here === undefined || there === undefined) continue;
    lefts.delete(name);
    rights.delete(name);
    pairs.push({ name, here, there });
  }
  return pairs;
}

interface Side<I extends Named> {
  readonly isOver: boolean;
  readonly waiting: Map<string, I>;
  /** The latest name of the side; null at its start. */
  last(): string | null;
  next(): Promise<readonly I[]>;
  end(): Promise<void>;
}

function sideOf<I extends Named>(groups: AsyncIterable<readonly I[]>): Side<I> {
  const iterator = groups[Symbol.asyncIterator]();
  let isOver = false;
  let last: string | null = null;
  return {
    get isOver() {
      return isOver;
    },
    waiting: new Map<string, I>(),
    last: () => last,
    next: async () => {
      const next = await iterator.next();
      if (next.done === true) {
        isOver = true;
        return [];
      }
      last = next.value.at(-1)?.name ?? last;
      return next.value;
    },
    end: async () => {
      if (!isOver) await iterator.return?.();
    },
  };
}

// The files of a folder in the order of their blob names, so that they can be paired with a listing; only names longer
// than 240 bytes may come out of order. Symbolic links are not followed; unfinished downloads are left out.

interface LocalFile {
  /** Of the blob it represents, below the prefix. */
  readonly name: string;
  readonly path: string;
  readonly segments: readonly string[];
  readonly bytes: number;
}

interface WalkPorts {
  readonly names: LocalNames;
  /** A folder or file that cannot be read. */
  readonly onProblem: (path: string, error: StowageError) => void;
  readonly onLeftOut: (path: string, why: 'link' | 'special') => void;
  readonly signal: AbortSignal;
}

/** Of names that a download of this version has written. */
const verifiedRules: NameRules = process.platform === 'win32' ? 'windows' : 'posix';
const statsAtOnce = 32;
/** Entries of a folder, which are read in groups. */
const readAtOnce = 1024;
const unfinished = /^\.stowage-[0-9a-f]+(?:-\d+)?\.part$/u;

export async function* walkInKeyOrder(
  folder: string,
  ports: WalkPorts,
): AsyncGenerator<readonly LocalFile[], void, undefined> {
  yield* walk(folder, [], ports);
}

async function* walk(
  root: string,
  above: readonly string[],
  ports: WalkPorts,
): AsyncGenerator<readonly LocalFile[], void, undefined> {
  ports.signal.throwIfAborted();
  const folder = join(root, ...above);
  let files: string[] = [];
  for (const { name, kind } of await entriesOf(folder, ports)) {
    if (kind === 'file') {
      if (!unfinished.test(name)) files.push(name);
      if (files.length >= statsAtOnce) yield await measured(root, above, files.splice(0), ports);
    } else if (kind === 'folder') {
      if (files.length > 0) yield await measured(root, above, files, ports);
      files = [];
      yield* walk(root, [...above, name], ports);
    } else ports.onLeftOut(join(folder, name), kind);
  }
  if (files.length > 0) yield await measured(root, above, files, ports);
}

/** One of many: a folder may hold a million. */
interface LocalEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link' | 'special';
  readonly key: string;
}

/** Of one folder, in the order of their keys. */
async function entriesOf(folder: string, { names, onProblem }: WalkPorts): Promise<readonly LocalEntry[]> {
  const entries: LocalEntry[] = [];
  try {
    for await (const entry of await opendir(folder, { bufferSize: readAtOnce })) {
      const kind = kindOf(entry);
      entries.push({ name: entry.name, kind, key: keyOf(entry.name, kind, names) });
    }
  } catch (error) {
    onProblem(folder, localError(error, folder));
    return [];
  }
  return entries.sort((a, b) => (a.key < b.key ? -1 : 1));
}

function kindOf(entry: Dirent): LocalEntry['kind'] {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  return entry.isSymbolicLink() ? 'link' : 'special';
}

async function measured(
  root: string,
  above: readonly string[],
  names: readonly string[],
  ports: WalkPorts,
): Promise<readonly LocalFile[]> {
  ports.signal.throwIfAborted();
  const files = await Promise.all(
    names.map(async (name): Promise<LocalFile | null> => {
      const segments = [...above, name];
      const path = join(root, ...segments);
      try {
        const marks = ports.names === 'plain' ? null : await marksOfPath(root, segments, 'file', verifiedRules);
        return { name: nameOf(segments, ports.names, marks?.literal), path, segments, bytes: (await lstat(path)).size };
      } catch (error) {
        ports.onProblem(path, localError(error, path));
        return null;
      }
    }),
  );
  return files.filter((file): file is LocalFile => file !== null);
}

function nameOf(segments: readonly string[], names: LocalNames, literal?: LiteralMarks): string {
  return names === 'plain' ? segments.join('/') : blobNameOf(segments, verifiedRules, 'stored', literal);
}

// A folder is sorted where the names below it sort: after `a.txt`, although `a` alone would precede it. The names
// before these are the same for all names of one folder.
function keyOf(name: string, kind: LocalEntry['kind'], names: LocalNames): string {
  if (kind !== 'folder') return nameOf([name], names);
  const inside = nameOf([name, ''], names);
  return names === 'decoded' && isContinued(name) ? inside.replace(/%\/$/u, '') : inside;
}
