// Reports the progress of a run to a window: rows as they are measured, at most four times per second.
import { type Cell, type RunTotals, type Sample, rowsOf } from '@shared/lab/run';
import type { LabEvent } from '@shared/lab/lab-messages';
import type { Clock } from '../../ports';

type Phase = Extract<LabEvent, { kind: 'progress' }>['phase'];

const minIntervalMs = 250;

export class RunProgress {
  readonly #push: (event: LabEvent) => void;
  readonly #clock: Clock;
  readonly #columns: readonly string[];
  readonly #totals: () => RunTotals;
  #waiting: Cell[][] = [];
  #phase: Phase = 'preparing';
  #step = '';
  #done = 0;
  #total = 0;
  #beganMs = 0;
  #lastMs = Number.NEGATIVE_INFINITY;

  constructor(push: (event: LabEvent) => void, clock: Clock, columns: readonly string[], totals: () => RunTotals) {
    this.#push = push;
    this.#clock = clock;
    this.#columns = columns;
    this.#totals = totals;
  }

  begin(total: number): void {
    this.#total = total;
    this.#beganMs = this.#clock.monotonic();
  }

  phase(phase: Phase, step: string): void {
    const isNew = phase !== this.#phase;
    this.#phase = phase;
    this.#step = step;
    this.#report(isNew ? 'now' : 'in time');
  }

  measured(sample: Sample): void {
    this.#waiting.push(...rowsOf(this.#columns, [sample]));
    this.#report('in time');
  }

  stepDone(): void {
    this.#done += 1;
    this.#report('in time');
  }

  #report(when: 'now' | 'in time'): void {
    const nowMs = this.#clock.monotonic();
    if (when === 'in time' && nowMs - this.#lastMs < minIntervalMs) return;
    this.#lastMs = nowMs;
    const passedMs = nowMs - this.#beganMs;
    this.#push({
      kind: 'progress',
      phase: this.#phase,
      step: this.#step,
      done: this.#done,
      total: this.#total,
      remainingMs: this.#done === 0 ? null : Math.round((passedMs / this.#done) * (this.#total - this.#done)),
      totals: this.#totals(),
      rows: this.#waiting,
    });
    this.#waiting = [];
  }
}
