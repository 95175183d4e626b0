// Sums up what a transfer would bring, file by file; keeps no files except a few examples.
import type { ErrorShape, StowageError } from '@shared/errors';
import {
  type SurveySum,
  type TakenName,
  type TransferSurvey,
  type TransferWay,
  noFiles,
} from '@shared/model/transfer-survey';
import type { SentOperation } from '@shared/model/monitor';
import { OperationCounts } from '../../metrics/operation-counts';
import { EarlyStays } from '../../blobs/early-stays';
import { blockCount } from '../plan/block-plan';
import type { BlobFacts } from '../plan/overwrite';
import type { PlanStep } from '../plan/plan';
import { FirstRefusals } from './first-refusals';
import type { SurveyedFile } from './surveyed-file';

export interface TallyParts {
  readonly way: TransferWay;
  /** Requests that look up names at the target. */
  readonly connectionId: string;
  /** Block size of a file of this size; 0 means one request for the whole file. */
  readonly blockBytesOf: (bytes: number) => number;
  /** See `transferSurvey`. */
  readonly freeBytes?: number | null;
  /** Why what has the name of a file is never replaced; null where the policy decides. */
  readonly whyNotReplaced?: (file: SurveyedFile, stored: StoredFacts) => StowageError | null;
  /** At the moment. */
  readonly writing: () => readonly string[];
}

/** Facts of the existing blob or file; the time as ISO text. */
export type StoredFacts = Pick<BlobFacts, 'bytes' | 'lastModified' | 'blobType' | 'tier'>;

const examplesKept = 5;
const groups = (['newer', 'older'] as const).flatMap((source) =>
  (['same', 'other'] as const).flatMap((size) => [false, true].map((otherType) => ({ source, size, otherType }))),
);

export class SurveyTally {
  #all: SurveySum = noFiles;
  #largest: TransferSurvey['largest'] = null;
  readonly #taken = groups.map((group) => ({ ...group, sum: noFiles, early: new EarlyStays() }));
  /** Files whose names are free as far as known. */
  readonly #early = new EarlyStays();
  /** Ordered by name. */
  readonly #examples: TakenName[] = [];
  readonly #refused = new FirstRefusals();
  readonly #onlyNumbered = new FirstRefusals();
  readonly #otherType = new FirstRefusals();
  #numberedSum: SurveySum = noFiles;
  readonly #sent = new OperationCounts();
  readonly #finding = new OperationCounts();
  #links = 0;
  #specials = 0;
  #emptyFolders = 0;
  readonly #parts: TallyParts;
  counted: TransferSurvey['counted'] = 'all';
  looked: TransferSurvey['looked'] = 'all';
  problem: ErrorShape | null = null;

  constructor(parts: TallyParts) {
    this.#parts = parts;
  }

  get files(): number {
    return this.#all.files;
  }

  add(file: SurveyedFile): void {
    this.#all = this.#with(this.#all, file.bytes);
    if (this.#largest === null || file.bytes > this.#largest.bytes) {
      this.#largest = { name: file.name, bytes: file.bytes };
    }
    if (file.leave !== undefined) this.#early.add(file.leave);
  }

  refuse(source: string, error: StowageError): void {
    this.#refused.add(source, error);
  }

  /** The name of this file is taken by something that no policy replaces. */
  refuseUnlessNumbered(file: SurveyedFile, error: StowageError): void {
    this.#onlyNumbered.add(file.source, error);
    this.#numberedSum = this.#with(this.#numberedSum, file.bytes);
  }

  /** A folder marker is nothing that a person would miss, as a rule. */
  leaveOut(why: Extract<PlanStep<never>, { readonly kind: 'left-out' }>['why']): void {
    if (why === 'special') this.#specials += 1;
    else if (why === 'empty folder') this.#emptyFolders += 1;
    else if (why !== 'folder marker') this.#links += 1;
  }

  /** The name of a counted file is taken. */
  take(file: SurveyedFile, stored: StoredFacts): void {
    const source = file.modifiedMs > Date.parse(stored.lastModified) ? 'newer' : 'older';
    const size = file.bytes === stored.bytes ? 'same' : 'other';
    const refusal = this.#parts.whyNotReplaced?.(file, stored) ?? null;
    if (refusal !== null) this.#otherType.add(file.source, refusal);
    const group = this.#taken.find(
      (one) => one.source === source && one.size === size && one.otherType === (refusal !== null),
    );
    if (group !== undefined) {
      group.sum = this.#with(group.sum, file.bytes);
      if (file.leave !== undefined) {
        this.#early.remove(file.leave);
        group.early.add(file.leave);
      }
    }
    // They are looked up concurrently and found in any order; the first by name are kept.
    const after = this.#examples.findIndex(({ name }) => name > file.name);
    this.#examples.splice(after === -1 ? this.#examples.length : after, 0, {
      name: file.name,
      sourceBytes: file.bytes,
      sourceModifiedMs: file.modifiedMs,
      storedBytes: stored.bytes,
      storedModified: stored.lastModified,
    });
    if (this.#examples.length > examplesKept) this.#examples.pop();
  }

  /** Counts a request that looks up names at the target. */
  send(operation: string): void {
    this.#sent.add({ connectionId: this.#parts.connectionId, service: 'blob', operation });
  }

  /** Counts a request that lists what is copied or downloaded. */
  find(connectionId: string, operation: string): void {
    const request: Omit<SentOperation, 'requests'> = { connectionId, service: 'blob', operation };
    this.#sent.add(request);
    this.#finding.add(request);
  }

  told(state: TransferSurvey['state']): TransferSurvey {
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
          early: group.early.told(),
        })),
      examples: [...this.#examples],
      looked: this.looked,
      writing: [...this.#parts.writing()],
      problem: this.problem,
      refused: this.#refused.told(),
      ...(this.#otherType.told().files === 0 ? {} : { otherType: this.#otherType.told() }),
      onlyNumbered: { ...this.#onlyNumbered.told(), sum: this.#numberedSum },
      links: this.#links,
      specials: this.#specials,
      emptyFolders: this.#emptyFolders,
      early: this.#early.told(),
      freeBytes: this.#parts.freeBytes ?? null,
      sent: this.#sent.answer(),
      finding: this.#finding.answer(),
    };
  }

  #with(sum: SurveySum, bytes: number): SurveySum {
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
