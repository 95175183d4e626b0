// What a bulk change shows beyond what every job shows: the outcomes of its rows, its rate limit, and whether it can be
// undone.
import type { BulkState } from '@shared/model/table-bulk';
import type { TableJob } from '@shared/model/table-job';
import type { Clock } from '../../ports';
import { JobProgress } from '../jobs/job-progress';
import type { BulkHistory } from './bulk-history';
import type { BulkHead } from './bulk-records';
import { factsOf, rowsMeant, titleOf } from './describe-action';
import type { RowStates } from './row-states';

export interface BulkProgressOptions {
  readonly head: BulkHead;
  readonly history: BulkHistory;
  readonly clock: Clock;
  readonly changed: () => void;
  /** Whether another job is restoring or has restored the rows that this one changed. */
  readonly isTakenBack: () => boolean;
}

export class BulkProgress {
  /** What every job shows; its row counts are set only by `showRows`. */
  readonly job: JobProgress;
  readonly #restores: string | null;
  readonly #isTakenBack: () => boolean;
  #rowsPerSecond: number | null;
  #undo: BulkState['undo'];
  #rowsWritten: number;
  #rowsUnchanged: number;
  /** Rows that were sent with unknown outcome. Null if a record of an earlier version lacks it. */
  #rowsInDoubt: number | null;

  constructor({ head, history, clock, changed, isTakenBack }: BulkProgressOptions) {
    const { view, isNew, rowsPerSecond, undo } = history;
    this.#restores = head.restores;
    this.#isTakenBack = isTakenBack;
    this.#rowsPerSecond = rowsPerSecond;
    this.#undo = undo;
    this.#rowsUnchanged = view.bulk?.rowsUnchanged ?? 0;
    this.#rowsWritten = view.rowsDone - this.#rowsUnchanged;
    this.#rowsInDoubt = isNew ? 0 : (view.bulk?.rowsInDoubt ?? null);
    this.job = new JobProgress({ ...view, bulk: this.#bulkState() }, clock, changed, {
      title: () => titleOf(head),
      facts: () => factsOf(this.#bulkState(), rowsMeant(head)),
    });
  }

  /** `saved` even if nothing was written. */
  get undo(): BulkState['undo'] {
    return this.#undo === 'kept' && this.#isTakenBack() ? 'used' : this.#undo;
  }

  /** What a bulk change shows beyond other jobs; whether it can be undone depends on other jobs. */
  view(): TableJob {
    return { ...this.job.view(), bulk: this.#bulkState() };
  }

  /**
   * Requests in flight when the job ended may have been carried out: undo reads the rows from the service, one at a
   * time.
   */
  get mayHaveWritten(): boolean {
    return this.#rowsWritten + (this.#rowsInDoubt ?? 0) > 0;
  }

  /** Whether the results hold more rows than were shown last: the job was killed, or its record does not include it. */
  get isBehindResults(): boolean {
    return this.job.state === 'interrupted' || (this.#rowsInDoubt === null && this.#rowsWritten === 0);
  }

  /** Null means no limit. */
  showRate(rowsPerSecond: number | null): void {
    this.#rowsPerSecond = rowsPerSecond;
    this.job.set({ bulk: this.#bulkState() });
  }

  /** Called when another job has restored the rows that this one changed. */
  showUndone(): void {
    this.#undo = 'used';
    this.job.set({ bulk: this.#bulkState() });
  }

  /** @param rowsPlanned null before the plan is complete */
  showRows(states: RowStates, rowsPlanned: number | null): void {
    const { rowsDone, rowsRejected } = this.job.counts;
    this.#rowsWritten = states.count('written');
    this.#rowsUnchanged = states.count('unchanged');
    this.#rowsInDoubt = states.count('sent');
    const done = this.#rowsWritten + this.#rowsUnchanged;
    const rejected = states.count('failed');
    const rowsTotal = rowsPlanned === null ? null : rowsPlanned - states.count('retried');
    this.job.set({ rowsTotal, failures: states.failures(), bulk: this.#bulkState() });
    this.job.count({ rowsDone: done - rowsDone, rowsRejected: rejected - rowsRejected });
  }

  #bulkState(): BulkState {
    return {
      rowsUnchanged: this.#rowsUnchanged,
      ...(this.#rowsInDoubt === null ? {} : { rowsInDoubt: this.#rowsInDoubt }),
      rowsPerSecondAllowed: this.#rowsPerSecond,
      undo: this.undo === 'kept' && !this.mayHaveWritten ? 'none' : this.undo,
      restores: this.#restores,
    };
  }
}
