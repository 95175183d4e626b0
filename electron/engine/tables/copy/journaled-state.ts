// The state of one copy in memory and in its journal: whatever happens to the copy is recorded in both.
import type { JobRun } from '../jobs/job-life';
import type { CopyHead, CopyRecord } from './copy-records';
import { type CopyState, initialCopyState, recordsOf, stateAfter } from './copy-state';

/** The number of records after which the journal is compacted. */
const longestJournal = 2000;

export class JournaledState {
  readonly #head: CopyHead;
  #state: CopyState;
  #appended = 0;

  /** @param records of an earlier run; empty for a new job */
  constructor(head: CopyHead, records: readonly CopyRecord[]) {
    this.#head = head;
    this.#state = records.reduce(stateAfter, initialCopyState);
  }

  get now(): CopyState {
    return this.#state;
  }

  /** `synced` also waits until the record cannot be lost to a power cut. */
  async note({ journal }: JobRun<CopyRecord>, record: CopyRecord, durability: 'lazy' | 'synced'): Promise<void> {
    this.take(record);
    this.#appended += 1;
    if (this.#appended % longestJournal === 0) await journal.compact(recordsOf(this.#head, this.#state));
    else await journal.append([record], durability);
  }

  /** A record that the caller has already written. */
  take(record: CopyRecord): void {
    this.#state = stateAfter(this.#state, record);
  }
}
