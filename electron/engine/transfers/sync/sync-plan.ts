// The plan of a sync: what a job does to make its target equal to its source, from the ordered listings of both. New and
// changed files come as they are found; deletions wait until everything else has ended without a failure. Over 300 lines,
// because what is shown of a plan and what its job does are one reading of the two listings.
import { lstat } from 'node:fs/promises';
import { join, posix, relative, resolve, sep } from 'node:path';
import { StowageError, invalidInput } from '@shared/errors';
import type { SyncSettings } from '@shared/model/sync';
import type { TransferOptions } from '@shared/model/transfer';
import { t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import { systemCodeOf } from '../../../disk/local-error';
import type { Account } from '../../azure/account';
import { assertUploadName } from '../../blobs/blob-path';
import { knownNamespace } from '../../blobs/details/account-facts';
import { type Compared, compareSides } from '../../sync/merge';
import { BlobSide } from '../../sync/blob-side';
import { type LocalNaming, LocalSide, type LocalSideOptions } from '../../sync/local-side';
import type { AnyItem, BlobSideItem, LocalItem, SyncSide } from '../../sync/sides';
import { accountKeyOf } from '../pace/network-gate';
import { marksOfPath } from '../plan/apart-marks';
import { movedBlockBytes } from '../plan/blocks';
import { copyFileOf } from '../plan/copy-plan';
import { foreseeFolding } from '../plan/folding';
import { globTest, nameFilter } from '../plan/glob';
import {
  type NameFolding,
  type NameRules,
  blobNameOf,
  collisionKey,
  isReadBack,
  keepsNames,
  localSegments,
} from '../plan/names';
import { type Markers, folderFileOf, markerFileOf, markersOf, storedMarker } from '../plan/folder-files';
import { type LeftOutStep, type PlanStep, downloadFileOf } from '../plan/plan';
import { type Namespace, type NameRules as StoredNameRules, nameRulesOf } from '../plan/real-folder-names';
import type {
  CopySpec,
  DownloadSpec,
  PlannedFile,
  RemoveFile,
  UploadFile,
  UploadSpec,
  Unnumbered,
} from '../records/job-records';
import { createNameSet } from '../records/name-set';

export type SyncSpec = UploadSpec | DownloadSpec | CopySpec;

/** One name of a plan. */
export type SyncEntry =
  | {
      readonly what: 'new' | 'changed';
      readonly name: string;
      readonly source: AnyItem;
      readonly target: AnyItem | null;
    }
  | { readonly what: 'same'; readonly name: string; readonly source: AnyItem; readonly target: AnyItem }
  /** `deletes`: whether it goes. */
  | {
      readonly what: 'only there';
      readonly name: string;
      readonly target: AnyItem;
      readonly deletes: boolean;
      /** The folder around it that is empty in the source, with a slash at its end. */
      readonly inFolder?: string;
    }
  | { readonly what: 'problem'; readonly name: string; readonly path: string; readonly error: StowageError }
  | { readonly what: 'left out'; readonly name: string; readonly step: LeftOutStep };

export interface SyncPlanPorts {
  readonly source: Account;
  readonly target: Account;
  readonly signal: AbortSignal;
  /** Called for each page of a listing. */
  readonly onRequest?: () => void;
  /** Called for each page that has something of the source. */
  readonly onSource?: (() => void) | undefined;
}

interface SyncJobPorts extends SyncPlanPorts {
  readonly preferredBlockBytes: () => number | null;
  /** Resolves with the number of failed files when everything planned until now has ended; absent for a count. */
  readonly untilEnded?: (() => Promise<number>) | undefined;
}

type Step = PlanStep<PlannedFile>;
type Deletion = Extract<SyncEntry, { what: 'only there' }>;
const removalsAtOnce = 1000;

/** The steps of the job. Throws before the first deletion if there are too many, the source is empty, or anything failed. */
export async function* planSync(
  spec: SyncSpec,
  sync: SyncSettings,
  ports: SyncJobPorts,
): AsyncGenerator<readonly Step[], void, undefined> {
  const steps = new StepsOf(spec, ports.preferredBlockBytes, markersOf(ports.target));
  const deletions: Deletion[] = [];
  let deleting = 0;
  let hasSource = false;
  const onSource = (): void => void (hasSource = true);
  for await (const entries of syncEntries(spec, sync, { ...ports, onSource })) {
    const backups: Step[] = [];
    const moved: Step[] = [];
    for (const entry of entries) {
      if (entry.what === 'problem') moved.push(problemStep(entry));
      else if (entry.what === 'left out') moved.push(entry.step);
      else if (entry.what === 'only there' && entry.deletes) {
        deleting += 1;
        if (deleting <= sync.maxDelete) deletions.push(entry);
      } else if (entry.what === 'new' || entry.what === 'changed') {
        if (entry.target !== null) backups.push(...steps.backup(entry.target));
        moved.push(steps.moved(entry.name, entry.source, entry.target));
      }
    }
    yield* backedUp(backups, ports);
    if (moved.length > 0) yield moved;
  }
  if (deleting === 0) return;
  const failed = (await ports.untilEnded?.()) ?? 0;
  if (!hasSource && failed === 0 && needsContent(sync)) throw emptySource(sourceOf(spec), deleting);
  if (deleting > sync.maxDelete) throw tooMany(deleting, sync.maxDelete);
  if (failed > 0) throw heldBack(deleting, failed);
  for (const some of inTurns(deletions)) {
    if (spec.kind !== 'download')
      yield* backedUp(
        some.flatMap(({ target }) => steps.backup(target)),
        ports,
      );
    yield some.map((deletion) => steps.removal(deletion));
    if (some.some(({ target }) => target.isFolder === true)) await ports.untilEnded?.();
  }
}

/** Files first, then folders, of which those that lie deepest come first: a service deletes no folder that holds one. */
function* inTurns(deletions: readonly Deletion[]): Generator<readonly Deletion[], void, undefined> {
  const byDepth = new Map<number, Deletion[]>();
  for (const deletion of deletions) {
    const { name, target } = deletion;
    const depth = target.isFolder === true ? name.split('/').length : Infinity;
    const same = byDepth.get(depth);
    if (same === undefined) byDepth.set(depth, [deletion]);
    else same.push(deletion);
  }
  for (const depth of [...byDepth.keys()].sort((one, other) => other - one)) {
    const all = byDepth.get(depth) ?? [];
    for (let at = 0; at < all.length; at += removalsAtOnce) yield all.slice(at, at + removalsAtOnce);
  }
}

/** Nothing is replaced or deleted before its backup is made. */
async function* backedUp(backups: readonly Step[], { untilEnded }: SyncJobPorts): AsyncGenerator<readonly Step[]> {
  if (backups.length === 0) return;
  const before = (await untilEnded?.()) ?? 0;
  yield backups;
  const failed = ((await untilEnded?.()) ?? 0) - before;
  if (failed > 0) throw noBackup(failed);
}

/** Every name of both sides, in order. Throws StowageError `invalid.input` where the two overlap. */
export async function* syncEntries(
  spec: SyncSpec,
  sync: SyncSettings,
  { source: sourceAccount, target: targetAccount, signal, onRequest, onSource }: SyncPlanPorts,
): AsyncGenerator<readonly SyncEntry[], void, undefined> {
  if (accountKeyOf(sourceAccount) === accountKeyOf(targetAccount)) rejectOverlap(spec);
  const { source, target } = sidesOf(spec, { source: sourceAccount, target: targetAccount, onRequest });
  const names = await TargetNames.of(spec, targetAccount);
  const folders = new EmptyFolders(spec, sync, targetAccount);
  const keep = keepIn(spec, sync);
  const approved = typeof sync.deletes === 'string' ? null : new Set(sync.deletes);
  const links = { source: new Set<string>(), target: new Set<string>() };
  // What a skipped link leads to is not known to be gone.
  const isDeleted = (name: string): boolean =>
    approved?.has(name) ?? (sync.deletes === 'all' && placeOf(name, links.source) === null);
  for await (const { pairs, asides } of compareSides(source, target, { how: sync.compare, keep, signal })) {
    const entries: SyncEntry[] = [];
    if (pairs.some((pair) => pair.source !== null)) onSource?.();
    for (const aside of asides) {
      const { side, ...step } = aside;
      if (step.kind === 'problem')
        entries.push({ what: 'problem', name: step.path, path: step.path, error: step.error });
      else links[side].add(step.name);
      if (step.kind === 'left-out' && side === 'source')
        entries.push({ what: 'left out', name: step.name, step: { kind: 'left-out', path: step.path, why: step.why } });
    }
    for (const pair of pairs) {
      names.meet(pair);
      if (folders.isThere(pair)) continue;
      const entry = folders.around(entryOf(pair, isDeleted), links.target);
      const leftOut = folders.leftOut(entry);
      if (leftOut !== null) {
        entries.push(leftOut);
        continue;
      }
      const isWritten = entry.what === 'new' || entry.what === 'changed';
      const error = isWritten ? (behindLink(pair.name, links.target) ?? (await names.problem(pair))) : null;
      const path = pair.source === null ? pair.name : pathOf(pair.source);
      entries.push(error === null ? entry : { what: 'problem', name: pair.name, path, error });
    }
    if (entries.length > 0) yield entries;
  }
}

function entryOf({ name, what, source, target }: Compared, isDeleted: (name: string) => boolean): SyncEntry {
  if (source !== null && target !== null && what === 'same') return { what, name, source, target };
  if (source !== null) return { what: target === null ? 'new' : 'changed', name, source, target };
  if (target === null) throw new StowageError('bug.unexpected', 'A name is on neither side.');
  return { what: 'only there', name, target, deletes: isDeleted(name) };
}

/** The file or blob, as it is reported. */
export function pathOf(item: AnyItem): string {
  return item.at === 'local' ? item.path : item.blob.name;
}

function problemStep({ name, path, error }: Extract<SyncEntry, { what: 'problem' }>): Step {
  return { kind: 'problem', problem: { source: path, target: name, error } };
}

/** The two sides of any comparison, of which a check needs no job. */
function sidesOf(
  spec: SyncSpec,
  { source, target, onRequest }: Pick<SyncPlanPorts, 'source' | 'target' | 'onRequest'>,
): { readonly source: SyncSide; readonly target: SyncSide } {
  const folders = spec.options.emptyFolders === true ? 'listed' : 'ignored';
  const options = { onRequest, folders } as const;
  if (spec.kind === 'upload') {
    const local = { folders, links: spec.options.followLinks } as const;
    return {
      source: localSide(spec.paths[0] ?? '.', spec.localNaming ?? 'posix', 'fail', local),
      target: new BlobSide(target, spec.container, spec.prefix, options),
    };
  }
  if (spec.kind === 'download') {
    return {
      source: new BlobSide(source, spec.container, prefixOf(spec), options),
      target: localSide(spec.targetDir, spec.localNaming ?? 'posix', 'empty', { folders }),
    };
  }
  return {
    source: new BlobSide(source, spec.from.container, prefixOf(spec), options),
    target: new BlobSide(target, spec.container, spec.prefix, options),
  };
}

export function localSide(
  dir: string,
  rules: NameRules,
  whenMissing: 'fail' | 'empty',
  options: Pick<LocalSideOptions, 'folders' | 'links'> = {},
): SyncSide {
  const naming: LocalNaming = {
    nameOf: async (root, segments) =>
      blobNameOf(segments, rules, 'uploadable', (await marksOfPath(root, segments, 'file', rules))?.literal),
    prefixOf: async (root, segments) => {
      const inside = [...segments, ''];
      return blobNameOf(inside, rules, 'uploadable', (await marksOfPath(root, inside, 'folder', rules))?.literal);
    },
    // It may hold the rest of longer names, or represent a folder beside a file of the same name.
    isMixed: (folder) => /%(?:25)?$/u.test(folder),
  };
  return new LocalSide(resolve(dir), naming, whenMissing, options);
}

const prefixOf = ({ selection: [first] }: DownloadSpec | CopySpec): string =>
  first?.kind === 'prefix' ? first.prefix : '';

/** What a plan does with empty folders, where it lists them. */
class EmptyFolders {
  readonly #spec: SyncSpec;
  readonly #deletes: SyncSettings['deletes'];
  readonly #namespace: Namespace;
  /** The last one of the source: what the target has in it comes next. */
  #empty = '';

  constructor(spec: SyncSpec, { deletes }: SyncSettings, target: Account) {
    this.#spec = spec;
    this.#deletes = deletes;
    this.#namespace = knownNamespace(target);
  }

  /**
   * Whether the other side has the folder by what is in it, which is enough unless the sync may delete all of that at a
   * service.
   */
  isThere({ name, source, isImplied }: Compared): boolean {
    if (source?.isFolder === true) this.#empty = name;
    if (isImplied !== true) return false;
    return source === null || this.#spec.kind === 'download' || this.#deletes === 'never';
  }

  /** A folder that the source has stays when the target's files in it go; one that holds links stays as well. */
  around(entry: SyncEntry, links: ReadonlySet<string>): SyncEntry {
    if (entry.what !== 'only there') return entry;
    const { name, target } = entry;
    if (target.isFolder === true && target.at === 'local' && [...links].some((link) => link.startsWith(name)))
      return { ...entry, deletes: false };
    return this.#empty !== '' && name.startsWith(this.#empty) ? { ...entry, inFolder: this.#empty } : entry;
  }

  /** Real folders have no content that a service could copy. */
  leftOut(entry: SyncEntry): SyncEntry | null {
    const { kind } = this.#spec;
    if (entry.what !== 'new' || entry.source.isFolder !== true || entry.source.at === 'local') return null;
    if (kind === 'download' || (this.#namespace === 'flat' && entry.source.blob.isFolder !== true)) return null;
    const step = { kind: 'left-out', path: entry.source.blob.name, why: 'folder marker' } as const;
    return { what: 'left out', name: entry.name, step };
  }
}

/** Names that a file of the plan can have at the target. */
class TargetNames {
  readonly #spec: SyncSpec;
  readonly #rules: StoredNameRules;
  readonly #folding: NameFolding;
  readonly #taken = createNameSet();
  /** Names of files that a later name may need as a folder: each starts with the one before. */
  readonly #files: string[] = [];
  /** The same of both sides, which a marker without a slash at its end would replace. */
  readonly #met: string[] = [];
  readonly #markers: Markers;

  private constructor(spec: SyncSpec, rules: StoredNameRules, folding: NameFolding, markers: Markers) {
    this.#spec = spec;
    this.#markers = markers;
    this.#rules = rules;
    this.#folding = folding;
  }

  static async of(spec: SyncSpec, target: Account): Promise<TargetNames> {
    const folding = spec.kind === 'download' ? await foreseeFolding(spec.targetDir) : keepsNames;
    return new TargetNames(spec, nameRulesOf(knownNamespace(target)), folding, markersOf(target));
  }

  /** Called for every name, in order. */
  meet({ name, source, target }: Compared): void {
    if (this.#spec.options.emptyFolders !== true) return;
    while (this.#met.length > 0 && !name.startsWith(this.#met.at(-1) ?? '')) this.#met.pop();
    if (source?.isFolder !== true && target?.isFolder !== true) this.#met.push(name);
  }

  /** Why the target cannot have the name; null when it can. */
  async problem({ name, source, target }: Compared): Promise<StowageError | null> {
    const spec = this.#spec;
    try {
      if (spec.kind === 'download') {
        if (source?.isFolder === true) await this.#assertLocalFolder(spec, name);
        else if (target === null) await this.#assertLocal(spec, name);
      } else if (source?.isFolder === true) {
        const folder = name.slice(0, -1);
        if (source.at === 'local') assertUploadName(spec.prefix + folder);
        this.#rules.assertPossible(spec.prefix + folder, 'folder');
        if (this.#markers === 'plain' && this.#met.includes(folder)) throw impossible(name, t`a blob has its name`);
      } else {
        const stored = spec.prefix + name;
        // A copy may have any name that its source has.
        if (source?.at === 'local') assertUploadName(stored);
        this.#rules.assertPossible(stored, 'file');
      }
      return null;
    } catch (thrown) {
      return StowageError.from(thrown);
    }
  }

  async #assertLocalFolder({ targetDir, localNaming = 'posix' }: DownloadSpec, name: string): Promise<void> {
    const folder = name.slice(0, -1);
    const segments = localSegments(folder, localNaming);
    if (!isReadBack(folder, segments, localNaming)) {
      throw impossible(name, t`no folder can have this name and be recognised as this one again`);
    }
    if (this.#met.includes(folder)) throw impossible(name, t`a blob has its name, and a disk cannot have both`);
    const isFree = await lstat(join(targetDir, ...segments)).then(
      (stats) => stats.isDirectory(),
      (thrown: unknown) => systemCodeOf(thrown) !== 'ENOTDIR',
    );
    if (!isFree) throw impossible(name, t`a file has its name, or that of a folder around it`);
  }

  async #assertLocal({ targetDir, localNaming = 'posix' }: DownloadSpec, name: string): Promise<void> {
    const segments = localSegments(name, localNaming);
    if (!isReadBack(name, segments, localNaming)) {
      throw impossible(name, t`no file can have this name and be recognised as this blob again`);
    }
    const { letterCase, form } = this.#folding;
    const isFolded = letterCase === 'folded' || form === 'folded';
    if (isFolded && this.#taken.add(collisionKey(segments, this.#folding)) === 'known') {
      throw impossible(name, t`on this disk it is the same name as another blob’s`);
    }
    while (this.#files.length > 0 && !name.startsWith(this.#files.at(-1) ?? '')) this.#files.pop();
    if (this.#files.some((file) => name.startsWith(`${file}/`))) {
      throw impossible(name, t`a blob has the name of its folder, and a disk cannot have both`);
    }
    this.#files.push(name);
    const path = join(targetDir, ...segments);
    const isFolder = await lstat(path).then(
      (stats) => stats.isDirectory(),
      (thrown: unknown) => {
        if (systemCodeOf(thrown) === 'ENOTDIR') throw impossible(name, t`a file has the name of its folder`);
        return false;
      },
    );
    if (isFolder) throw impossible(name, t`a folder has its name`);
  }
}

function behindLink(name: string, links: ReadonlySet<string>): StowageError | null {
  const place = placeOf(name, links);
  if (place === null) return null;
  return place === 'at'
    ? impossible(name, t`a symbolic link or special file has its name`)
    : impossible(name, t`a symbolic link has the name of its folder`);
}

/** Where the name is with regard to links. */
function placeOf(name: string, links: ReadonlySet<string>): 'at' | 'behind' | null {
  if (links.size === 0) return null;
  for (let end = name.indexOf('/'); end !== -1; end = name.indexOf('/', end + 1)) {
    if (links.has(name.slice(0, end))) return 'behind';
  }
  return links.has(name) ? 'at' : null;
}

function impossible(name: string, why: string): StowageError {
  const problem = t`“${name}” cannot be at the target: ${why}.`;
  return new StowageError('conflict.other', 'The target cannot have that name.', { context: { path: name, problem } });
}

/** From items to the files of a job. */
class StepsOf {
  readonly #spec: SyncSpec;
  readonly #options: TransferOptions;
  readonly #preferred: () => number | null;
  readonly #backup: Backup | null;
  readonly #markers: Markers;

  constructor(spec: SyncSpec, preferredBlockBytes: () => number | null, markers: Markers) {
    this.#markers = markers;
    this.#spec = spec;
    this.#options = spec.options;
    this.#preferred = preferredBlockBytes;
    this.#backup = backupOf(spec);
  }

  moved(name: string, source: AnyItem, target: AnyItem | null): Step {
    return { kind: 'file', file: this.#file(name, source, target), remark: '' };
  }

  #file(name: string, source: AnyItem, target: AnyItem | null): Unnumbered<PlannedFile> {
    const spec = this.#spec;
    if (source.isFolder === true) return this.#folder(name, source);
    if (spec.kind === 'upload')
      return uploadOf(source as LocalItem, spec.prefix + name, this.#options, this.#preferred());
    const { blob } = source as BlobSideItem;
    if (spec.kind !== 'download') return copyFileOf(blob, spec.prefix + name, this.#options);
    const at = target?.at === 'local' ? target.segments : localSegments(name, spec.localNaming ?? 'posix');
    return downloadFileOf(blob, at, this.#options, this.#preferred());
  }

  /** The marker of a folder, or the folder that it stands for. */
  #folder(name: string, source: AnyItem): Unnumbered<PlannedFile> {
    const spec = this.#spec;
    const folder = name.slice(0, -1);
    if (spec.kind === 'download')
      return folderFileOf((source as BlobSideItem).blob.name, localSegments(folder, spec.localNaming ?? 'posix'));
    const stored = storedMarker(spec.prefix + folder, this.#markers);
    if (source.at === 'local') return markerFileOf(source.path, stored);
    return copyFileOf(source.blob, source.blob.name.endsWith('/') ? spec.prefix + name : stored, this.#options);
  }

  /** Before something is replaced. */
  backup(item: AnyItem): readonly Step[] {
    const backup = this.#backup;
    if (backup === null || item.isFolder === true) return [];
    if (item.at === 'local') return backup.kind === 'folder' ? [this.removal({ name: item.name, target: item })] : [];
    if (backup.kind === 'folder') return [];
    const file = { ...copyFileOf(item.blob, backup.prefix + item.name, this.#options), backupIn: backup.container };
    return [{ kind: 'file', file, remark: '' }];
  }

  removal({ target: item, inFolder }: Pick<Deletion, 'name' | 'target' | 'inFolder'>): Step {
    const none = { t: 'remove', name: item.name, bytes: 0, blockBytes: 0 } as const;
    let file: Unnumbered<RemoveFile>;
    if (item.at === 'blob') file = { ...none, name: item.blob.name, etag: item.etag };
    else {
      const { segments, bytes, mtimeNs } = item;
      const isMoved = this.#backup?.kind === 'folder' && item.isFolder !== true;
      const local = {
        segments: [...segments],
        bytes,
        mtimeNs,
        ...(isMoved ? { to: join(this.#backup.dir, ...segments) } : {}),
        ...(item.isFolder === true ? { isFolder: true as const } : {}),
        ...(inFolder === undefined ? {} : { folderSegments: inFolder.split('/').length - 1 }),
      };
      file = { ...none, local };
    }
    return { kind: 'file', file, remark: '' };
  }
}

function uploadOf(
  { path, bytes, mtimeNs, ino, ctimeNs }: LocalItem,
  name: string,
  options: TransferOptions,
  preferred: number | null,
): Unnumbered<UploadFile> {
  return {
    t: 'upload',
    path,
    name,
    bytes,
    mtimeNs,
    ino,
    ctimeNs,
    blockBytes: movedBlockBytes(bytes, options, preferred),
  };
}

type Backup =
  | { readonly kind: 'folder'; readonly dir: string }
  | { readonly kind: 'prefix'; readonly container: string; readonly prefix: string };

function backupOf(spec: SyncSpec): Backup | null {
  const backup = spec.sync?.backup;
  if (backup === undefined) return null;
  if (spec.kind === 'download') return { kind: 'folder', dir: backup };
  const [container = ''] = backup.split('/', 1);
  return { kind: 'prefix', container, prefix: backup.slice(container.length + 1) };
}

/** Which names take part: what the patterns choose, without the backup if it is below the target. */
function keepIn(spec: SyncSpec, { filters }: SyncSettings): (name: string) => boolean {
  const chosen = chosenBy({ include: spec.include, exclude: spec.exclude, filters });
  const backup = backupBelow(spec);
  return backup === null ? chosen : (name) => !name.startsWith(backup) && chosen(name);
}

export interface NamePatterns {
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
  /** `+ PATTERN` and `- PATTERN`: the first that matches decides. */
  readonly filters?: readonly string[] | undefined;
}

export function chosenBy({ include = [], exclude = [], filters = [] }: NamePatterns): (name: string) => boolean {
  const chosen = nameFilter({ include, exclude });
  const rules = filters.map((line) => {
    const pattern = line.slice(1).trim();
    const matches = globTest(pattern.endsWith('/') ? `${pattern}**` : pattern);
    return { keeps: line.startsWith('+'), matches };
  });
  const isChosen = (name: string): boolean =>
    chosen(name) && (rules.find(({ matches }) => matches(name))?.keeps ?? true);
  // Folders are chosen by their names, as in an upload.
  return (name) => isChosen(name.endsWith('/') ? name.slice(0, -1) : name);
}

/** The name that the backup has below the target; null where it is somewhere else. */
function backupBelow(spec: SyncSpec): string | null {
  const backup = backupOf(spec);
  if (backup === null) return null;
  if (backup.kind === 'folder') {
    const below = spec.kind === 'download' ? relative(spec.targetDir, backup.dir) : '..';
    const parent = below.split(sep).slice(0, -1).join(posix.sep);
    return below.startsWith('..') || parent === '' ? (below.startsWith('..') ? null : `${below}/`) : `${parent}/`;
  }
  if (spec.kind === 'download' || backup.container !== spec.container || !backup.prefix.startsWith(spec.prefix))
    return null;
  // Those of earlier runs lie beside it.
  const below = backup.prefix.slice(spec.prefix.length).replace(/\/$/u, '');
  const end = below.lastIndexOf('/');
  return end === -1 ? `${below}/` : below.slice(0, end + 1);
}

/** Of two places in one account. */
function rejectOverlap(spec: SyncSpec): void {
  if (spec.kind !== 'copy' && spec.kind !== 'move') return;
  if (spec.from.container !== spec.container) return;
  const from = prefixOf(spec);
  if (!from.startsWith(spec.prefix) && !spec.prefix.startsWith(from)) return;
  throw invalidInput('TARGET', t`source and target overlap.`, t`Choose two folders of which none contains the other.`);
}

/** Names that were approved one by one are deleted whatever the source holds. */
export function needsContent({ deletes, emptySource: choice }: SyncSettings): boolean {
  return deletes === 'all' && choice !== 'allowed';
}

/** The source as messages name it. */
function sourceOf(spec: SyncSpec): string {
  if (spec.kind === 'upload') return spec.paths[0] ?? '.';
  return `${spec.kind === 'download' ? spec.container : spec.from.container}/${prefixOf(spec)}`;
}

function emptySource(source: string, deletions: number): StowageError {
  const problem = t`“${source}” holds nothing to sync, so nothing was deleted at the target. Check the path of the source. If it is right, choose the deletions in the plan, or use --allow-empty-source on the command line.`;
  return new StowageError('conflict.other', 'The source of the sync is empty.', {
    context: { source, deletions, problem },
  });
}

function tooMany(deletions: number, max: number): StowageError {
  const problem = t`${formatCount(deletions)} deletions are more than the limit of ${formatCount(max)}, so nothing was deleted. Check the two places, or raise the limit.`;
  return new StowageError('conflict.other', 'The plan has too many deletions.', {
    context: { deletions, max, problem },
  });
}

function heldBack(deletions: number, failed: number): StowageError {
  const problem = t`${formatCount(failed)} files failed, so none of the ${formatCount(deletions)} deletions was made. Resume the job when the cause is fixed.`;
  return new StowageError('conflict.other', 'Deletions wait for the files that failed.', {
    context: { deletions, failed, problem },
  });
}

function noBackup(failed: number): StowageError {
  const problem = t`${formatCount(failed)} backups failed, so what they would have saved was neither replaced nor deleted.`;
  return new StowageError('conflict.other', 'Backups failed.', { context: { failed, problem } });
}
