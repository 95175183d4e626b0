// What a bulk change shows beyond what every job shows: the outcomes of its rows, its rate limit, and whether it can be
// undone.
import type { BulkStanding } from '@shared/model/table-bulk';
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
  /** Whether another job restores what this one changed, or has. */
  readonly isTakenBack: () => boolean;
}

export class BulkProgress {
  /** What every job shows; that of the rows is set by `showRows` alone. */
  readonly job: JobProgress;
  readonly #restores: string | null;
  readonly #isTakenBack: () => boolean;
  #rowsPerSecond: number | null;
  #undo: BulkStanding['undo'];
  #rowsWritten: number;
  #rowsUnchanged: number;
  /** Sent, and nobody knows what came of it. Null where a record of an earlier version does not say. */
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
    this.job = new JobProgress({ ...view, bulk: this.#standing() }, clock, changed, {
      title: () => titleOf(head),
      facts: () => factsOf(this.#standing(), rowsMeant(head)),
    });
  }

  /** `kept` even where nothing was written. */
  get undo(): BulkStanding['undo'] {
    return this.#undo === 'kept' && this.#isTakenBack() ? 'used' : this.#undo;
  }

  /** What a bulk change shows beside other jobs; the undo changes with what other jobs do. */
  view(): TableJob {
    return { ...this.job.view(), bulk: this.#standing() };
  }

  /** What was in flight when the job ended may have been carried out: undo asks the service, row by row. */
  get mayHaveWritten(): boolean {
    return this.#rowsWritten + (this.#rowsInDoubt ?? 0) > 0;
  }

  /** The rows as they were shown last are less than the results tell: it was killed, or its record does not say. */
  get isBehindResults(): boolean {
    return this.job.state === 'interrupted' || (this.#rowsInDoubt === null && this.#rowsWritten === 0);
  }

  /** Null for no limit. */
  showRate(rowsPerSecond: number | null): void {
    this.#rowsPerSecond = rowsPerSecond;
    this.job.set({ bulk: this.#standing() });
  }

  /** Another job has restored what this one changed. */
  showUndone(): void {
    this.#undo = 'used';
    this.job.set({ bulk: this.#standing() });
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
    this.job.set({ rowsTotal, failures: states.failures(), bulk: this.#standing() });
    this.job.count({ rowsDone: done - rowsDone, rowsRejected: rejected - rowsRejected });
  }

  #standing(): BulkStanding {
    return {
      rowsUnchanged: this.#rowsUnchanged,
      ...(this.#rowsInDoubt === null ? {} : { rowsInDoubt: this.#rowsInDoubt }),
      rowsPerSecondAllowed: this.#rowsPerSecond,
      undo: this.undo === 'kept' && !this.mayHaveWritten ? 'none' : this.undo,
      restores: this.#restores,
    };
  }
}
