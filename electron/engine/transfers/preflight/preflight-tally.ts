// Sums up what a transfer would do, file by file; holds no files except a few examples.
import type { ErrorShape, StowageError } from '@shared/errors';
import type { SentOperation } from '@shared/model/monitor';
import {
  type PreflightSum,
  type TakenName,
  type TransferPreflight,
  type TransferWay,
  noFiles,
} from '@shared/model/transfer-preflight';
import { type EarlyLeave, EarlyStays } from '../../blobs/early-stays';
import { OperationCounts } from '../../metrics/operation-counts';
import { blockCount } from '../plan/blocks';
import type { BlobFacts } from '../plan/overwrite';
import type { PlanStep } from '../plan/plan';
import { type SourceIdentity, mtimeMsOf } from '../plan/source-watch';

export interface TallyParts {
  readonly way: TransferWay;
  /** Requests that look up names at the target. */
  readonly connectionId: string;
  /** Block size of a file of this size; 0 means one request for the whole file. */
  readonly blockBytesOf: (bytes: number) => number;
  /** See `transferPreflight`. */
  readonly freeBytes?: number | null;
  /** Why an existing object of that name is never replaced; null if the policy decides. */
  readonly whyNotReplaced?: (file: PreflightFile, stored: StoredFacts) => StowageError | null;
  /** At the moment. */
  readonly writing: () => readonly string[];
}

/** Facts of the existing blob or file; the time as ISO text. */
export type StoredFacts = Pick<BlobFacts, 'bytes' | 'lastModified' | 'blobType' | 'tier'>;

const maxExamples = 5;
const groups = (['newer', 'older'] as const).flatMap((source) =>
  (['same', 'other'] as const).flatMap((size) => [false, true].map((otherType) => ({ source, size, otherType }))),
);

export class PreflightTally {
  #all: PreflightSum = noFiles;
  #largest: TransferPreflight['largest'] = null;
  readonly #taken = groups.map((group) => ({ ...group, sum: noFiles, early: new EarlyStays() }));
  /** Files whose names are free, if known. */
  readonly #early = new EarlyStays();
  /** Ordered by name. */
  readonly #examples: TakenName[] = [];
  readonly #rejected = new FirstRejections();
  readonly #onlyNumbered = new FirstRejections();
  readonly #otherType = new FirstRejections();
  #numberedSum: PreflightSum = noFiles;
  readonly #sent = new OperationCounts();
  readonly #finding = new OperationCounts();
  #links = 0;
  #specials = 0;
  #emptyFolders = 0;
  #oneWay: TransferPreflight['oneWay'];
  readonly #parts: TallyParts;
  counted: TransferPreflight['counted'] = 'all';
  looked: TransferPreflight['looked'] = 'all';
  problem: ErrorShape | null = null;

  constructor(parts: TallyParts) {
    this.#parts = parts;
  }

  get files(): number {
    return this.#all.files;
  }

  add(file: PreflightFile): void {
    this.#all = this.#with(this.#all, file.bytes);
    if (this.#largest === null || file.bytes > this.#largest.bytes) {
      this.#largest = { name: file.name, bytes: file.bytes };
    }
    if (file.leave !== undefined) this.#early.add(file.leave);
  }

  reject(source: string, error: StowageError): void {
    this.#rejected.add(source, error);
  }

  /** The name of this file is taken by something that no policy replaces. */
  rejectUnlessNumbered(file: PreflightFile, error: StowageError): void {
    this.#onlyNumbered.add(file.source, error);
    this.#numberedSum = this.#with(this.#numberedSum, file.bytes);
  }

  /** A folder marker is nothing that a user would miss, as a rule. */
  leaveOut(why: Extract<PlanStep<never>, { readonly kind: 'left-out' }>['why']): void {
    if (why === 'special') this.#specials += 1;
    else if (why === 'empty folder') this.#emptyFolders += 1;
    else if (why !== 'folder marker') this.#links += 1;
  }

  /** An upload could not give the downloaded file back the name of its blob. */
  noteOneWay(blob: string): void {
    this.#oneWay = { blobs: (this.#oneWay?.blobs ?? 0) + 1, example: this.#oneWay?.example ?? blob };
  }

  /** The name of a counted file is taken. */
  take(file: PreflightFile, stored: StoredFacts): void {
    const source = file.modifiedMs > Date.parse(stored.lastModified) ? 'newer' : 'older';
    const size = file.bytes === stored.bytes ? 'same' : 'other';
    const rejection = this.#parts.whyNotReplaced?.(file, stored) ?? null;
    if (rejection !== null) this.#otherType.add(file.source, rejection);
    const group = this.#taken.find(
      (one) => one.source === source && one.size === size && one.otherType === (rejection !== null),
    );
    if (group !== undefined) {
      group.sum = this.#with(group.sum, file.bytes);
      if (file.leave !== undefined) {
        this.#early.remove(file.leave);
        group.early.add(file.leave);
      }
    }
    // They are looked up concurrently and found in any order; the first by name are retained.
    const after = this.#examples.findIndex(({ name }) => name > file.name);
    this.#examples.splice(after === -1 ? this.#examples.length : after, 0, {
      name: file.name,
      sourceBytes: file.bytes,
      sourceModifiedMs: file.modifiedMs,
      storedBytes: stored.bytes,
      storedModified: stored.lastModified,
    });
    if (this.#examples.length > maxExamples) this.#examples.pop();
  }

  /** Counts a request that looks up names at the target. */
  send(operation: string): void {
    this.#sent.add({ connectionId: this.#parts.connectionId, service: 'blob', operation });
  }

  /** Counts a request that lists the sources of a copy or download. */
  find(connectionId: string, operation: string): void {
    const request: Omit<SentOperation, 'requests'> = { connectionId, service: 'blob', operation };
    this.#sent.add(request);
    this.#finding.add(request);
  }

  report(state: TransferPreflight['state']): TransferPreflight {
    return {
      state,
      way: this.#parts.way,
      all: this.#all,
      counted: this.counted,
      largest: this.#largest,
      taken: this.#taken
        .filter(({ sum }) => sum.files > 0)
        .map(({ otherType, ...group }) => ({
          ...group,
          ...(otherType ? { otherType } : {}),
          early: group.early.report(),
        })),
      examples: [...this.#examples],
      looked: this.looked,
      writing: [...this.#parts.writing()],
      problem: this.problem,
      rejected: this.#rejected.report(),
      ...(this.#otherType.report().files === 0 ? {} : { otherType: this.#otherType.report() }),
      onlyNumbered: { ...this.#onlyNumbered.report(), sum: this.#numberedSum },
      links: this.#links,
      specials: this.#specials,
      emptyFolders: this.#emptyFolders,
      ...(this.#oneWay === undefined ? {} : { oneWay: this.#oneWay }),
      early: this.#early.report(),
      freeBytes: this.#parts.freeBytes ?? null,
      sent: this.#sent.answer(),
      finding: this.#finding.answer(),
    };
  }

  #with(sum: PreflightSum, bytes: number): PreflightSum {
    const blockBytes = this.#parts.blockBytesOf(bytes);
    const blocks = blockBytes === 0 ? 0 : blockCount(bytes, blockBytes);
    return {
      files: sum.files + 1,
      bytes: sum.bytes + bytes,
      puts: sum.puts + (blocks === 0 ? 1 : 0),
      blocks: sum.blocks + blocks,
      lists: sum.lists + (blocks === 0 ? 0 : 1),
    };
  }
}

/** One file or blob of a preflight: its known state, and the name it would get. */
export interface PreflightFile {
  /** Path, or name of the blob that is copied or downloaded. */
  readonly source: string;
  /** Full name of the blob at the target; of a download the path below its folder, with `/`. */
  readonly name: string;
  readonly bytes: number;
  readonly modifiedMs: number;
  /** Only for a move: its early leave of its tier. */
  readonly leave?: EarlyLeave | undefined;
}

export function preflightFileOf(source: string, name: string, identity: SourceIdentity): PreflightFile {
  return { source, name, bytes: identity.bytes, modifiedMs: mtimeMsOf(identity) };
}

const maxRejectionsRetained = 20;

/** Counts the files that cannot be moved, with the reasons of the first by name, in whatever order they are found. */
class FirstRejections {
  #files = 0;
  /** In order. */
  readonly #first: { readonly source: string; readonly error: ErrorShape }[] = [];

  add(source: string, error: StowageError): void {
    this.#files += 1;
    const rejection = { source, error: error.toShape() };
    const after = this.#first.findIndex((one) => isBefore(rejection, one));
    this.#first.splice(after === -1 ? this.#first.length : after, 0, rejection);
    if (this.#first.length > maxRejectionsRetained) this.#first.pop();
  }

  report(): TransferPreflight['rejected'] {
    return { files: this.#files, examples: [...this.#first] };
  }
}

type Rejection = TransferPreflight['rejected']['examples'][number];

/** The same file chosen twice can be rejected twice, for different reasons. */
function isBefore(one: Rejection, other: Rejection): boolean {
  return one.source === other.source ? one.error.code < other.error.code : one.source < other.source;
}
