// What a transfer leaves out or changes, counted by reason before its first byte is moved. Reads folders and lists, but no
// files and no blobs.
import type { LeftOutEntry } from '../../../disk/follow-link';
import { StowageError } from '@shared/errors';
import type { Account } from '../../azure/account';
import { assertUploadName } from '../../blobs/blob-path';
import type { DownloadSpec, UploadSpec } from '../records/job-records';
import { nameFilter } from './glob';
import { type MarksOfPath, marksOfRelative } from './apart-marks';
import { codesOfRejectedName, keepsNames, localSegments, withoutMarks } from './names';
import { planDownload, uploadNameOf } from './plan';
import type { Lookup } from './source-watch';
import { type StatFiles, walkSources } from './walk';

/**
 * `refused name`: no blob can have it. `misleading name`: a download writes its invisible characters as %XX. `coded
 * name`: a download wrote it for a blob whose name no upload may store. `mark as a name`: it reads like what a download
 * writes for a file beside a folder of its name, and has no such folder. `one-way name`: the name of such a blob. `name
 * not UTF-8`: it cannot be read.
 */
export type LossReason =
  | LeftOutEntry
  | 'empty folder'
  | 'refused name'
  | 'misleading name'
  | 'coded name'
  | 'mark as a name'
  | 'one-way name'
  | 'name not UTF-8';

export interface Loss {
  readonly reason: LossReason;
  readonly count: number;
  /** The first path or name. */
  readonly example: string;
}

export interface TransferLosses {
  /** In the order in which they are met. */
  readonly losses: readonly Loss[];
  /** Files that the patterns leave. */
  readonly files: number;
  /** Patterns of `include` that no file matches. */
  readonly unmatched: readonly string[];
  /** `at-least`: a long list was not read to its end. */
  readonly counted: 'all' | 'at-least';
}

class LossTally {
  readonly #losses = new Map<LossReason, Loss>();
  readonly #unmatched: Map<string, (name: string) => boolean>;
  #files = 0;

  constructor(include: readonly string[]) {
    this.#unmatched = new Map(include.map((pattern) => [pattern, nameFilter({ include: [pattern] })]));
  }

  add(reason: LossReason, example: string): void {
    const before = this.#losses.get(reason);
    this.#losses.set(reason, { reason, count: (before?.count ?? 0) + 1, example: before?.example ?? example });
  }

  /** `name`: as the patterns meet it. */
  file(name: string): void {
    this.#files += 1;
    for (const [pattern, isMatch] of this.#unmatched) if (isMatch(name)) this.#unmatched.delete(pattern);
  }

  result(counted: TransferLosses['counted']): TransferLosses {
    const unmatched = [...this.#unmatched.keys()];
    return { losses: [...this.#losses.values()], files: this.#files, unmatched, counted };
  }
}

/** Rejects when cancelled; what cannot be read is for the job to report. */
export async function uploadLosses(spec: UploadSpec, signal: AbortSignal): Promise<TransferLosses> {
  const tally = new LossTally(spec.include ?? []);
  const { emptyFolders, followLinks: links } = spec.options;
  const keep = nameFilter({ include: spec.include ?? [], exclude: spec.exclude ?? [] });
  for await (const items of walkSources(spec.paths, { keep, signal, links, statFew: unseen, statMany: unseen })) {
    for (const item of items) {
      if (item.kind === 'left-out') tally.add(item.why, item.path);
      else if (item.kind === 'problem') tally.file(item.relativeName);
      else {
        if (item.kind === 'file' || emptyFolders === true) tally.file(item.relativeName);
        const isLost = item.kind === 'empty folder' && emptyFolders !== true;
        const reason = isLost
          ? 'empty folder'
          : lossOfName(spec, item.relativeName, await marksOfRelative(item, spec.localNaming));
        if (reason !== null) tally.add(reason, item.path);
      }
    }
  }
  return tally.result('all');
}

/** As many lists are read before a download, and for as long; the job reads them again. */
const maxLists = 20;
const maxListingMs = 5_000;

/** The losses that can be counted quickly. Rejects when cancelled; the job reports the rejections of the service. */
export async function downloadLosses(
  spec: DownloadSpec,
  account: Account,
  signal: AbortSignal,
): Promise<TransferLosses> {
  const tally = new LossTally(spec.include ?? []);
  const soon = AbortSignal.timeout(maxListingMs);
  let lists = 0;
  const ports = {
    account,
    preferredBlockBytes: () => null,
    folding: keepsNames,
    signal: AbortSignal.any([signal, soon]),
    requested: () => {
      lists += 1;
    },
  };
  let isWhole = true;
  try {
    for await (const steps of planDownload(spec, ports)) {
      for (const step of steps) {
        if (step.kind === 'left-out' && step.why === 'empty folder') tally.add('empty folder', step.path);
        if (step.kind === 'problem') {
          tally.file(step.problem.source);
          isWhole = false;
        }
        if (step.kind !== 'file') continue;
        tally.file(step.matched ?? step.file.name);
        if (step.remark === 'not read back') tally.add('one-way name', step.file.name);
      }
      if (lists > maxLists) return tally.result('at-least');
    }
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    return tally.result('at-least');
  }
  return tally.result(isWhole ? 'all' : 'at-least');
}

/** Names of which nothing is changed; most names are of this kind. */
const safeCharacters = /^[\w !#$&'()+,;=@[\]^`{}~./-]+$/u;

function lossOfName(spec: UploadSpec, relativeName: string, marks: MarksOfPath | null): LossReason | null {
  if (safeCharacters.test(relativeName)) return null;
  // The replacement character for bytes that are no text; a name that really contains it is extremely rare.
  if (relativeName.includes('\uFFFD')) return 'name not UTF-8';
  if (marks?.twin === 'on this disk') return 'refused name';
  const name = uploadNameOf(spec, relativeName, marks?.literal);
  try {
    assertUploadName(name);
  } catch (thrown) {
    if (StowageError.from(thrown).code === 'invalid.name') return 'refused name';
    throw thrown;
  }
  const { localNaming } = spec;
  if (localNaming === undefined) return null;
  const below = name.slice(uploadNameOf(spec, '').length);
  const back = localSegments(below, localNaming).join('/');
  const own = marks === null ? relativeName : withoutMarks(relativeName.split('/'), marks.literal).join('/');
  if (marks !== null && back !== own) return 'mark as a name';
  if (codesOfRejectedName(own, localNaming)) return 'coded name';
  return back === own ? null : 'misleading name';
}

const nothing: Lookup = { kind: 'file', identity: { bytes: 0, mtimeNs: '0', ino: '0' } };
const unseen: StatFiles = (paths) => Promise.resolve(paths.map(() => nothing));
