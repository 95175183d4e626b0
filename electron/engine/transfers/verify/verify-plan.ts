// Plans a verification as pairs of files and blobs: a folder and a listing, or the files of an earlier job. Streams
// both sides.
import { join } from 'node:path';
import { StowageError } from '@shared/errors';
import type { Account } from '../../azure/account';
import { walkFiles } from '../../blobs/folder-markers';
import type { ListedBlob } from '../../blobs/open-list';
import type { VerifyFile, VerifySpec } from '../records/job-records';
import type { MovedFile } from '../records/settled-files';
import { batchNames, lookUpInLists } from '../plan/look-up-blobs';
import { localSegments } from '../plan/names';
import type { PlanStep, Unnumbered } from '../plan/plan';
import { type Pair, mergeByName } from './verify-merge';
import { type LocalFile, verifiedRules, walkInKeyOrder } from './verify-walk';

export interface VerifyPlanPorts {
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

/** What lists show of the blobs is planned with them; for the others, and on this machine, the check looks itself. */
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
