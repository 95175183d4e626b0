// The list of rows that a bulk job processes: how much of it is valid, and which rows the user has given up.
import { stat } from 'node:fs/promises';
import { StowageError } from '@shared/errors';
import { readIfExists } from '../../../disk/read-if-exists';
import type { BulkHistory } from './bulk-history';
import type { BulkRecord } from './bulk-records';
import { type PlanExtent, type PlannedRow, plannedRows } from './plan-file';
import type { RowStates } from './row-states';

export class BulkPlan {
  readonly path: string;
  #extent: PlanExtent | null;
  #givenUp: number;

  constructor(path: string, { extent, givenUp }: Pick<BulkHistory, 'extent' | 'givenUp'>) {
    this.path = path;
    this.#extent = extent;
    this.#givenUp = givenUp;
  }

  /** How much of the plan file is valid; null before it is complete. */
  get extent(): PlanExtent | null {
    return this.#extent;
  }

  /** Called after its record was written. */
  complete(extent: PlanExtent): void {
    this.#extent = extent;
  }

  /** The plan as its journal record. */
  record(extent: PlanExtent): BulkRecord {
    return { record: 'planned', ...extent, ...(this.#givenUp === 0 ? {} : { givenUp: this.#givenUp }) };
  }

  /** From now on, none of the listed rows is sent any more. */
  giveUp(): void {
    this.#givenUp = this.#extent?.rows ?? 0;
  }

  /** Whether no row is left that was given up before it was settled. */
  isWorkedOff(states: RowStates): boolean {
    for (let index = 0; index < this.#givenUp; index += 1) {
      if (['pending', 'sent'].includes(states.of(index))) return false;
    }
    return true;
  }

  /** The rows except those given up. @throws StowageError `local.io` if the file is damaged */
  async rows(): Promise<AsyncIterable<PlannedRow>> {
    return plannedRows(this.path, await this.soundExtent(), this.#givenUp);
  }

  /** @throws StowageError `local.io` if the file is shorter than its valid extent */
  async soundExtent(): Promise<PlanExtent> {
    const { path } = this;
    const found = await readIfExists(path, (present) => stat(present), null);
    if (this.#extent === null || found === null || found.size < this.#extent.bytes) {
      throw new StowageError('local.io', 'The list of rows is incomplete.', { context: { path } });
    }
    return this.#extent;
  }
}
