// The state of one copy in memory and in its journal: whatever happens to the copy is recorded in both.
import type { JobRun } from '../jobs/job-life';
import type { CopyHead, CopyRecord } from './copy-records';
import { type CopyStanding, newStanding, recordsOf, standingAfter } from './copy-standing';

/** The number of records after which the journal is compacted. */
const longestJournal = 2000;

export class KeptStanding {
  readonly #head: CopyHead;
  #standing: CopyStanding;
  #appended = 0;

  /** @param records of an earlier run; empty for a new job */
  constructor(head: CopyHead, records: readonly CopyRecord[]) {
    this.#head = head;
    this.#standing = records.reduce(standingAfter, newStanding);
  }

  get now(): CopyStanding {
    return this.#standing;
  }

  /** `synced` also waits until the record cannot be lost to a power cut. */
  async note({ journal }: JobRun<CopyRecord>, record: CopyRecord, durability: 'lazy' | 'synced'): Promise<void> {
    this.take(record);
    this.#appended += 1;
    if (this.#appended % longestJournal === 0) await journal.compact(recordsOf(this.#head, this.#standing));
    else await journal.append([record], durability);
  }

  /** A record that the caller has already written. */
  take(record: CopyRecord): void {
    this.#standing = standingAfter(this.#standing, record);
  }
}
