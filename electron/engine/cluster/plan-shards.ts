// Plans a part of a job on many machines, on a worker: walks folders or lists blobs, cuts what it finds into shards, and
// leaves the rest as further parts. The same folders give the same shards, so that nothing is done twice when a part is
// planned again. A folder is never walked in two parts.
import type { StowageError } from '@shared/errors';
import type { Account } from '../azure/account';
import { listFilesPage } from '../blobs/folder-markers';
import { ListProgress } from '../blobs/list-check';
import { listBlobPage } from '../blobs/listing';
import { nameFilter } from '../transfers/plan/glob';
import { DeniedChoices, lastSegment, resolveChoices } from '../transfers/plan/look-up-blobs';
import { marksOfRelative } from '../transfers/plan/apart-marks';
import { localSegments } from '../transfers/plan/names';
import { notFound, rootOf, uploadNameOf } from '../transfers/plan/plan';
import { type WalkedFolder, walkInto, walkSources } from '../transfers/plan/walk';
import { divided } from './divided';
import { writeManifest } from './export-parts';
import { Findings, type PlanPorts } from './findings';
import type { WalkFrom, WalkWork } from './messages';
import { planLevels } from './plan-levels';
import { planRanges, planSlices } from './plan-tables';
import type { ClusterSpec, SpecOf } from './specs';

type UploadSpec = SpecOf<'upload'>;
type CopySpec = SpecOf<'copy'>;
type DownloadSpec = SpecOf<'download'>;

/** Of one part. Counts, not times: they have to be the same when it is planned again. */
const maxEntries = 10_000;
const maxPages = 4;
const pageSize = 5000;
/** A listing with the metadata that tells markers of folders has shorter pages. */
const maxFilesPages = 10;
export async function planPart(part: WalkWork, spec: ClusterSpec, ports: PlanPorts): Promise<void> {
  const found = new Findings(part, ports);
  const { from } = part;
  if (from.at === 'end') await planEnd(part.job, spec, ports);
  else if (spec.kind === 'check' || ('sync' in spec && spec.sync !== undefined))
    await planLevels(from, spec, found, ports);
  else if (spec.kind === 'upload') await planUpload(from, spec, found, ports);
  else if (spec.kind === 'copy') await planCopy(from, spec, found, ports);
  else if (spec.kind === 'download') await planDownload(from, spec, found, ports);
  else if (spec.kind === 'export') await planRanges(from, spec, found, ports);
  else if (spec.kind === 'import') await planSlices(from, spec, found, ports);
  else for (let node = 1; node <= spec.nodes; node += 1) await found.addAlone([`node-${node}`, '', 0]);
  await found.end();
}

async function planEnd(job: string, spec: ClusterSpec, { line }: PlanPorts): Promise<void> {
  if (spec.kind === 'export') await writeManifest(job, spec, line);
}

async function planUpload(from: WalkFrom, spec: UploadSpec, found: Findings, { signal }: PlanPorts): Promise<void> {
  const { paths, as, options, include = [], exclude = [] } = spec;
  const folders: WalkedFolder[] = [];
  const walking = {
    keep: nameFilter({ include, exclude }),
    signal,
    links: options.followLinks,
    // What a folder is in matters only where links could lead back to it.
    onFolder: (folder: WalkedFolder) =>
      void folders.push(options.followLinks === undefined ? { ...folder, within: [] } : folder),
  };
  // Decides how names on the disk become names of blobs, as for an upload from here.
  const naming = {
    prefix: spec.prefix,
    ...(spec.localNaming === undefined ? {} : { localNaming: spec.localNaming }),
  } as Parameters<typeof uploadNameOf>[0];
  let entries = 0;
  const take = async (walked: ReturnType<typeof walkSources>): Promise<void> => {
    for await (const items of walked) {
      for (const item of items) {
        entries += 1;
        if (item.kind === 'left-out') continue;
        if (item.kind === 'problem') {
          found.fail(item.path, rootOf(spec.prefix) + item.relativeName, item.error);
        } else if (item.kind === 'file' || options.emptyFolders === true) {
          const bytes = item.kind === 'file' ? item.identity.bytes : 0;
          const marks = await marksOfRelative(item, spec.localNaming);
          await found.add(item.path, as ?? uploadNameOf(naming, item.relativeName, marks?.literal), bytes);
        }
      }
    }
  };
  if (from.at === 'start') await take(walkSources(paths, walking));
  else if (from.at === 'folders') folders.push(...from.folders);
  while (folders.length > 0 && entries < maxEntries) {
    const folder = folders.pop();
    if (folder !== undefined) await take(walkInto(folder, paths, walking));
  }
  for (const part of divided(folders)) await found.goOn({ at: 'folders', folders: part });
}

async function planCopy(from: WalkFrom, spec: CopySpec, found: Findings, ports: PlanPorts): Promise<void> {
  if (from.at === 'start') {
    for (const [chosen, one] of spec.selection.entries()) {
      if (one.kind === 'blob') await found.add(one.name, one.as, 0);
      else await found.goOn({ at: 'page', chosen, marker: '' });
    }
    return;
  }
  const one = from.at === 'page' ? spec.selection[from.chosen] : undefined;
  if (from.at !== 'page' || one?.kind !== 'prefix') return;
  const source = await ports.open(spec.from.endpoint);
  const { container } = spec.from;
  let { marker } = from;
  const progress = new ListProgress(container, source);
  for (let pages = 0; pages < maxPages; pages += 1) {
    const listed = { container, prefix: one.prefix, depth: 'flat' as const, pageSize, signal: ports.signal };
    const page = await listBlobPage(source, { ...listed, marker });
    progress.follow(page);
    for (const { name, bytes } of page.blobs) await found.add(name, one.as + name.slice(one.prefix.length), bytes);
    if (page.marker === null || page.marker === '') return;
    ({ marker } = page);
  }
  await found.goOn({ ...from, marker });
}

async function planDownload(from: WalkFrom, spec: DownloadSpec, found: Findings, ports: PlanPorts): Promise<void> {
  const source = await ports.open(spec.endpoint);
  const { container, localNaming } = spec;
  if (from.at === 'start') return planChosen(spec, found, source, ports);
  const chosen = from.at === 'page' ? spec.selection[from.chosen] : undefined;
  if (from.at !== 'page' || chosen === undefined) return;
  const { prefix, as } = folderOf(chosen);
  const { include = [], exclude = [] } = spec;
  const keep = nameFilter({ include, exclude });
  const root = as === '' ? [] : localSegments(as, localNaming);
  let { marker } = from;
  const progress = new ListProgress(container, source);
  let seen = 0;
  for (let pages = 0; pages < maxFilesPages; pages += 1) {
    const page = await listFilesPage(source, { container, prefix, marker, signal: ports.signal });
    progress.follow({ ...page, marker: page.marker ?? null });
    seen += page.blobs.length + page.markers.length;
    for (const { name, bytes } of page.blobs) {
      const below = name.slice(prefix.length);
      if (keep(below)) await found.add(name, [...root, ...localSegments(below, localNaming)].join('/'), bytes);
    }
    if (page.marker === undefined) {
      const isMissing = from.marker === '' && seen === 0 && prefix !== '' && from.mayBeEmpty !== true;
      if (isMissing) found.fail(prefix, '', notFound(prefix, spec).problem.error);
      return;
    }
    ({ marker } = page);
  }
  await found.goOn({ ...from, marker });
}

/** Blobs that were chosen by name, and for each folder a part of its own. */
async function planChosen(
  { selection, container, localNaming }: DownloadSpec,
  found: Findings,
  account: Account,
  { signal }: PlanPorts,
): Promise<void> {
  const denied = new DeniedChoices();
  for await (const { choices, since, shown } of resolveChoices(
    { selection },
    { account, container, rejected: denied, signal },
  )) {
    for (const problems of denied.shown('read', since, shown)) failAll(problems, found);
    for (const choice of choices) {
      if (choice.kind === 'problem') failAll([choice], found);
      else if (choice.kind === 'blob') {
        const { name, bytes } = choice.blob;
        const segments = choice.named ?? localSegments(lastSegment(name), localNaming);
        await found.add(name, segments.join('/'), bytes);
      } else if (choice.kind === 'prefix') {
        const chosen = selection.findIndex((one) => folderOf(one).prefix === choice.prefix);
        const mayBeEmpty = choice.isMarked === true ? { mayBeEmpty: true } : {};
        await found.goOn({ at: 'page', chosen, marker: '', ...mayBeEmpty });
      }
    }
  }
  for (const problems of denied.settle()) failAll(problems, found);
}

interface Problem {
  readonly problem: { readonly source: string; readonly target: string; readonly error: StowageError };
}

function failAll(problems: readonly Problem[], found: Findings): void {
  for (const { problem } of problems) found.fail(problem.source, problem.target, problem.error);
}

/** The folder of blobs that a choice means unless it is a blob, and the name of the local one. */
function folderOf(chosen: DownloadSpec['selection'][number]): { readonly prefix: string; readonly as: string } {
  return chosen.kind === 'prefix' ? chosen : { prefix: `${chosen.name}/`, as: lastSegment(chosen.name) };
}
