// From the user's choice to the files of a job: names, sizes, blocks, for uploads and downloads (over 300 lines, since
// both share the order of their steps). Streams, so that the first file moves before the last one is found.
import { resolve } from 'node:path';
import { StowageError } from '@shared/errors';
import type { BlobItem } from '@shared/model/blob';
import type { TransferOptions } from '@shared/model/transfer';
import type { LeftOutEntry } from '../../../disk/follow-link';
import type { Account } from '../../azure/account';
import { assertUploadName } from '../../blobs/blob-path';
import { walkFiles } from '../../blobs/folder-markers';
import { detachSubstring } from '../../runtime/detach-substring';
import { type PlanTotals, plannedDownload, plannedUpload } from '../records/files-state';
import type { DownloadFile, DownloadSpec, UploadFile, UploadSpec, Unnumbered } from '../records/job-records';
import { createNameSet } from '../records/name-set';
import type { Remark } from '../records/remarks';
import { type MarksOfPath, marksOfRelative } from './apart-marks';
import { movedBlockBytes } from './blocks';
import { type Markers, folderFileOf, markerFileOf, storedMarker } from './folder-files';
import { nameFilter } from './glob';
import { type ChosenFolder, lastSegment, markerStep, resolveChoices, DeniedChoices } from './look-up-blobs';
import {
  type NameFolding,
  type LiteralMarks,
  codesOfRejectedName,
  isReadBack,
  localSegments,
  uploadedName,
  createTargetNames,
} from './names';
import { type Namespace, nameRulesOf } from './real-folder-names';
import { type StatFiles, walkSources } from './walk';

export interface PlanProblem {
  readonly source: string;
  readonly target: string;
  readonly error: StowageError;
}

export type PlanStep<F> =
  /** `remark`: a remark about its target; empty for none. */
  | {
      readonly kind: 'file';
      readonly file: Unnumbered<F>;
      readonly remark: Remark | '';
      /** The name below a chosen folder that the patterns met; absent where it is the whole name. */
      readonly matched?: string;
    }
  | { readonly kind: 'problem'; readonly problem: PlanProblem }
  /** An item that is neither moved nor a failure. */
  | LeftOutStep;

export interface LeftOutStep {
  readonly kind: 'left-out';
  readonly path: string;
  readonly why: LeftOutEntry | 'empty folder' | 'folder marker';
}

export interface EarlierPlan<Target> {
  /** This source was planned for this target. */
  readonly isKnown: (source: string, targetName: Target) => boolean;
  /** In groups; no other file gets one of these. */
  readonly targetGroups: AsyncIterable<readonly Target[]>;
}

interface UploadPlanPorts {
  readonly statFiles?: StatFiles;
  /** The targets assigned by an earlier plan of the job; absent for the first plan. */
  readonly earlier?: EarlierPlan<string> | null;
  /** Of the account of the target; `flat` also where it is not known. */
  readonly namespace?: Namespace;
  /** How that account marks empty folders. */
  readonly markers?: Markers;
}

/** The name of the blob for a file at this path, with `/`, below a chosen one. */
export function uploadNameOf(
  { prefix, below = '', localNaming }: UploadSpec,
  relativePath: string,
  literal?: LiteralMarks,
): string {
  return rootOf(prefix) + uploadedName(below + relativePath, localNaming ?? 'earlier', literal);
}

/** Before every name: empty, or ending in `/`. */
export function rootOf(prefix: string): string {
  return prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;
}

export async function* planUpload(
  spec: UploadSpec,
  preferredBlockBytes: () => number | null,
  signal: AbortSignal,
  { statFiles, earlier = null, namespace = 'flat', markers = 'plain' }: UploadPlanPorts = {},
): AsyncGenerator<readonly PlanStep<UploadFile>[], void, undefined> {
  const keep = nameFilter(patternsOf(spec));
  // Within one folder all names differ.
  const taken = spec.paths.length > 1 ? createNameSet() : null;
  if (taken !== null) for await (const names of earlier?.targetGroups ?? []) for (const name of names) taken.add(name);
  const rules = nameRulesOf(namespace);
  const isNamedAgain = namedAgainIn(spec.paths);
  const nameOf = givenNames(spec);
  const { emptyFolders, followLinks: links } = spec.options;
  for await (const items of walkSources(spec.paths, { keep, signal, links, statMany: statFiles })) {
    const marks = new Map<string, MarksOfPath>();
    for (const item of items) {
      const found = item.kind === 'left-out' ? null : await marksOfRelative(item, spec.localNaming);
      if (found !== null) marks.set(item.path, found);
    }
    yield items.flatMap((item): PlanStep<UploadFile> | [] => {
      if (item.kind === 'left-out') return item;
      if (item.kind === 'empty folder' && emptyFolders !== true) {
        return { kind: 'left-out', path: item.path, why: 'empty folder' };
      }
      const name = nameOf(item.path) ?? uploadNameOf(spec, item.relativeName, marks.get(item.path)?.literal);
      // A folder that was empty when it was named.
      if (spec.names !== undefined && nameOf(item.path) === undefined) return [];
      if (isNamedAgain(plannedUpload(item.path, name))) return [];
      const problem = (error: StowageError): PlanStep<UploadFile> => ({
        kind: 'problem',
        problem: { source: item.path, target: rootOf(spec.prefix) + (spec.below ?? '') + item.relativeName, error },
      });
      if (item.kind === 'problem') return problem(item.error);
      try {
        assertUploadName(name);
        rules.assertPossible(name, item.kind === 'empty folder' ? 'folder' : 'file');
        if (marks.get(item.path)?.twin === 'on this disk') throw sameTarget(name);
        if (taken?.add(name) === 'known' && earlier?.isKnown(item.path, name) !== true) throw sameTarget(name);
        if (item.kind === 'empty folder')
          return { kind: 'file', file: markerFileOf(item.path, storedMarker(name, markers)), remark: '' };
        const { bytes } = item.identity;
        const blockBytes = movedBlockBytes(bytes, spec.options, preferredBlockBytes());
        const file = { t: 'upload' as const, path: item.path, name, ...item.identity, blockBytes };
        const isCoded =
          spec.localNaming !== undefined &&
          !marks.has(item.path) &&
          codesOfRejectedName(item.relativeName, spec.localNaming);
        return { kind: 'file', file, remark: isCoded ? 'not decoded' : '' };
      } catch (error) {
        return problem(StowageError.from(error));
      }
    });
  }
}

/** The name that the user, or whoever cut the job into shards, gave the file at a path. */
function givenNames({ as, names, paths }: UploadSpec): (path: string) => string | undefined {
  if (names === undefined) return () => as;
  const byPath = new Map(paths.map((path, index) => [resolve(path), names[index]]));
  return (path) => byPath.get(path);
}

interface DownloadPlanPorts {
  readonly account: Account;
  readonly preferredBlockBytes: () => number | null;
  /** How the target disk compares names. */
  readonly folding: NameFolding;
  readonly signal: AbortSignal;
  /** What an earlier plan of the job has placed; absent for the first plan. */
  readonly earlier?: EarlierPlan<readonly string[]> | null;
  /** Whether the user wants it retried although it was denied. */
  readonly insists?: 'yes' | 'no';
  /** Called for each request that looks for blobs. */
  readonly requested?: (operation: 'ListBlobs' | 'GetBlobProperties') => void;
  /** Called when this blob is one of the files. */
  readonly planned?: (blob: BlobItem) => void;
}

export async function* planDownload(
  spec: DownloadSpec,
  ports: DownloadPlanPorts,
): AsyncGenerator<readonly PlanStep<DownloadFile>[], void, undefined> {
  const keep = nameFilter(patternsOf(spec));
  const { localNaming = 'earlier' } = spec;
  const targets = createTargetNames(ports.folding, spec.options.overwrite);
  for await (const taken of ports.earlier?.targetGroups ?? [])
    for (const targetName of taken) targets.reserve(targetName);
  const isNamedAgain = namedAgainIn(spec.selection);
  const step = (
    blob: BlobItem,
    above: readonly string[],
    below: string,
    named?: readonly string[],
  ): PlanStep<DownloadFile>[] => {
    // A name that the user has chosen, or whoever cut the job into shards, is valid on the disk.
    const segments = named ?? localSegments(below, localNaming);
    const wanted = [...above, ...segments];
    if (isNamedAgain(plannedDownload(blob.name, wanted))) return [];
    const isKnown = ports.earlier?.isKnown(blob.name, wanted) === true;
    const targetName = isKnown ? { segments: wanted, remark: '' as const } : targets.take(wanted);
    if (targetName === null) {
      const target = wanted.join('/');
      return [{ kind: 'problem', problem: { source: blob.name, target, error: sameTarget(target) } }];
    }
    ports.planned?.(blob);
    const file = downloadFileOf(blob, targetName.segments, spec.options, ports.preferredBlockBytes());
    const isEncoded = named === undefined && segments.join('/') !== below;
    const placed = targetName.segments === wanted ? file : { ...file, wanted };
    const isOneWay = isEncoded && localNaming !== 'earlier' && !isReadBack(below, segments, localNaming);
    const remark = targetName.remark === '' && isEncoded ? (isOneWay ? 'not read back' : 'encoded') : targetName.remark;
    return [{ kind: 'file', file: placed, remark, matched: below }];
  };

  const folderSteps = (marker: string, above: readonly string[], prefix: string): PlanStep<DownloadFile>[] => {
    if (spec.options.emptyFolders !== true) return [{ kind: 'left-out', path: marker, why: 'empty folder' }];
    const name = detachSubstring(marker);
    const below = withoutSlash(name.slice(prefix.length));
    if (below !== '' && !keep(below)) return [];
    const wanted = [...above, ...(below === '' ? [] : localSegments(below, localNaming))];
    if (wanted.length === 0 || isNamedAgain(plannedDownload(name, wanted))) return [];
    const isKnown = ports.earlier?.isKnown(name, wanted) === true;
    const { segments, remark } = isKnown ? { segments: wanted, remark: '' as const } : targets.takeFolder(wanted);
    const file = { ...folderFileOf(name, segments), ...(segments === wanted ? {} : { wanted }) };
    return [{ kind: 'file', file, remark }];
  };

  const denied = new DeniedChoices(ports.insists);
  const looking = { ...ports, container: spec.container, rejected: denied };
  for await (const { choices, since, shown } of resolveChoices(spec, looking)) {
    yield* denied.shown('read', since, shown);
    let steps: PlanStep<DownloadFile>[] = [];
    for (const found of choices) {
      if (found.kind === 'blob') steps.push(...step(found.blob, [], lastSegment(found.blob.name), found.named));
      else if (found.kind !== 'prefix') steps.push(found);
      else {
        if (steps.length > 0) yield steps;
        steps = [];
        yield* filesOf(found);
      }
    }
    if (steps.length > 0) yield steps;
  }
  yield* denied.settle();

  async function* filesOf({ prefix, as, isMarked }: ChosenFolder): AsyncGenerator<readonly PlanStep<DownloadFile>[]> {
    const root = as === '' ? [] : localSegments(as, localNaming);
    const since = denied.now;
    let count = 0;
    const targetName = { container: spec.container, prefix, signal: ports.signal };
    const location = { source: prefix, target: root.join('/') };
    const marked = new MarkedFolders();
    let shown = false;
    for await (const { blobs, markers } of denied.unlessDenied(walkFiles(ports.account, targetName), location)) {
      shown = true;
      ports.requested?.('ListBlobs');
      yield* denied.shown('list', since);
      const below = blobs.filter(({ name }) => keep(name.slice(prefix.length)));
      count += blobs.length + markers.length;
      yield below.flatMap((blob) => {
        const own = { ...blob, name: detachSubstring(blob.name) };
        return step(own, root, own.name.slice(prefix.length));
      });
      const { filled, empty } = marked.next(
        markers.map(({ name }) => name).filter((name) => name !== prefix),
        blobs.map(({ name }) => name),
      );
      yield [...filled.map(markerStep), ...empty.flatMap((name) => folderSteps(name, root, prefix))];
    }
    yield marked.end().flatMap((name) => folderSteps(name, root, prefix));
    if (shown && count === 0 && isMarked === true) yield folderSteps(prefix, root, prefix);
    if (shown && count === 0 && prefix !== '' && isMarked !== true) yield [notFound(prefix, spec)];
  }
}

/** The totals of the plan, without the target of each file. */
export async function countDownload(
  spec: DownloadSpec,
  ports: Pick<DownloadPlanPorts, 'account' | 'signal'>,
): Promise<PlanTotals> {
  const keep = nameFilter(patternsOf(spec));
  const denied = new DeniedChoices('yes');
  const isNamedAgain = namedAgainIn(spec.selection);
  let [files, bytes] = [0, 0];
  const add = (source: string, targetName: readonly string[], ofIt: number): void => {
    if (isNamedAgain(plannedDownload(source, targetName))) return;
    files += 1;
    bytes += ofIt;
  };
  const { account, signal } = ports;
  const { container, localNaming = 'earlier' } = spec;
  for await (const { choices } of resolveChoices(spec, { account, container, rejected: denied, signal })) {
    for (const found of choices) {
      if (found.kind === 'left-out') continue;
      if (found.kind === 'problem') add(found.problem.source, [found.problem.target], 0);
      else if (found.kind === 'blob')
        add(found.blob.name, found.named ?? localSegments(lastSegment(found.blob.name), localNaming), found.blob.bytes);
      else {
        const { prefix, as } = found;
        const root = as === '' ? [] : localSegments(as, localNaming);
        for await (const { blobs } of walkFiles(account, { container, prefix, signal })) {
          for (const blob of blobs) {
            if (!keep(blob.name.slice(prefix.length))) continue;
            add(blob.name, [...root, ...localSegments(blob.name.slice(prefix.length), localNaming)], blob.bytes);
          }
        }
      }
    }
  }
  for (const problems of denied.settle()) for (const { problem } of problems) add(problem.source, [problem.target], 0);
  return { files, bytes };
}

/** The planned file for a blob. */
export function downloadFileOf(
  blob: Pick<BlobItem, 'name' | 'bytes' | 'etag' | 'contentMd5' | 'lastModified' | 'fileModified'>,
  segments: readonly string[],
  options: TransferOptions,
  preferredBlockBytes: number | null,
): Unnumbered<DownloadFile> {
  const { name, bytes, lastModified, fileModified } = blob;
  const isTimed = options.preserveTimes === true && fileModified !== undefined;
  return {
    t: 'download',
    name,
    segments: [...segments],
    bytes,
    etag: detachSubstring(blob.etag),
    contentMd5: detachSubstring(blob.contentMd5),
    lastModified,
    ...(isTimed ? { modified: detachSubstring(fileModified) } : {}),
    blockBytes: movedBlockBytes(bytes, options, preferredBlockBytes),
  };
}

function patternsOf(spec: UploadSpec | DownloadSpec): { readonly include: string[]; readonly exclude: string[] } {
  return { include: spec.include ?? [], exclude: spec.exclude ?? [] };
}

/** Whether a file is planned for the same target again, because two of the choices include it. */
function namedAgainIn(choices: readonly unknown[]): (plannedTarget: string) => boolean {
  if (choices.length < 2) return () => false;
  const named = createNameSet();
  return (plannedTarget) => named.add(plannedTarget) === 'known';
}

function sameTarget(target: string): StowageError {
  return new StowageError('conflict.target-exists', 'Another file of this job has the same target.', {
    context: { path: target, what: 'twin' },
  });
}

export function notFound(
  prefix: string,
  spec: Pick<DownloadSpec, 'container'>,
): Extract<PlanStep<never>, { readonly kind: 'problem' }> {
  const error = new StowageError('not-found.blob', 'There is no blob and no folder of that name.', {
    context: { container: spec.container, blob: prefix.replace(/\/$/u, ''), requested: 'exactly' },
  });
  return { kind: 'problem', problem: { source: prefix, target: '', error } };
}

// Distinguishes markers of empty folders from those of folders with contents, page by page of a listing in name order.

export class MarkedFolders {
  /** Markers whose contents the listing may still show. */
  #open: readonly string[] = [];

  /** What a page decides. `filled`: markers of folders that hold something. */
  next(markers: readonly string[], blobs: readonly string[]): { readonly filled: string[]; readonly empty: string[] } {
    const names = [...markers, ...blobs];
    const folders = foldersOf(names);
    const last = names.reduce((one, other) => (one > other ? one : other), '');
    const [filled, empty, open]: [string[], string[], string[]] = [[], [], []];
    for (const marker of [...this.#open, ...markers]) {
      const folder = withoutSlash(marker);
      const isPassed = last > `${folder}/` && !last.startsWith(`${folder}/`);
      (folders.has(folder) ? filled : isPassed ? empty : open).push(marker);
    }
    this.#open = open;
    return { filled, empty };
  }

  /** Empty folders that the end of the listing decides. */
  end(): readonly string[] {
    const open = this.#open;
    this.#open = [];
    return open;
  }
}

export function withoutSlash(name: string): string {
  return name.replace(/\/+$/u, '');
}

/** Every folder that one of these is in, without its slash. */
function foldersOf(names: readonly string[]): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const name of names) {
    const path = withoutSlash(name);
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return folders;
}
