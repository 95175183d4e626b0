// What was noted of a job and is not written yet. The standing knows it at once.
import type { BlockNumber } from '@shared/model/block-number';
import { blockRecords } from './job-compaction';
import type { JobRecord } from './job-records';
import { type JobState, apply } from './job-state';

export class NotedRecords {
  readonly #jobState: JobState;
  readonly #blocks = new Map<number, Map<BlockNumber, number | undefined>>();
  #records: JobRecord[] = [];

  constructor(jobState: JobState) {
    this.#jobState = jobState;
  }

  add(record: JobRecord): void {
    // Safe blocks of a file are written before the next record about that file.
    this.#closeRuns();
    this.#push(record);
  }

  /** Blocks are gathered into runs, which become records with the next of `add` and `take`. */
  addBlock(f: number, number: BlockNumber, sum?: number): void {
    const sums = this.#blocks.get(f) ?? new Map<BlockNumber, number | undefined>();
    sums.set(number, sum);
    this.#blocks.set(f, sums);
  }

  take(): readonly JobRecord[] {
    this.#closeRuns();
    const records = this.#records;
    this.#records = [];
    return records;
  }

  /** For records that were taken and not written: they come before those noted since. */
  putBack(records: readonly JobRecord[]): void {
    this.#records = [...records, ...this.#records];
  }

  #closeRuns(): void {
    for (const [f, sums] of this.#blocks) for (const record of blockRecords(f, sums)) this.#push(record);
    this.#blocks.clear();
  }

  #push(record: JobRecord): void {
    apply(this.#jobState, record);
    this.#records.push(record);
  }
}
