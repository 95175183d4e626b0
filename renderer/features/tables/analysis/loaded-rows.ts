// Statistics over the rows that a tab has loaded, fed as pages arrive, in slices too short to be felt.
import type { AnalysisResult } from '@shared/analysis/analysis-result';
import { ResultAnalysis } from '@shared/analysis/result-analysis';
import type { Entity } from '@shared/model/entity';
import type { SessionState } from '../session/query-session';

export type RowReader = (index: number) => Entity | undefined;

/** Runs a slice soon and returns how to call it off; `elapsedMs` tells how long the slice has run. */
export type Schedule = (slice: (elapsedMs: () => number) => void) => () => void;

export interface LoadedStatistics {
  readonly run: number;
  readonly result: AnalysisResult;
  /** Rows that are loaded by the session but no longer at hand. */
  readonly missing: number;
}

/** Half of a frame. */
const sliceMs = 8;
/** Slices between two results while there is more to look through. */
const slicesBetweenResults = 30;

export class LoadedRows {
  readonly #schedule: Schedule;
  readonly #publish: (statistics: LoadedStatistics | null) => void;
  #analysis = new ResultAnalysis({ depth: 'profile' });
  #run = -1;
  #page = 0;
  #row = 0;
  #missing = 0;
  #rest: Generator<undefined, void, undefined> | null = null;
  #callOff: (() => void) | null = null;
  #slices = 0;
  #source: { readonly pages: SessionState['pages']; readonly rowAt: RowReader } | null = null;

  constructor(schedule: Schedule, publish: (statistics: LoadedStatistics | null) => void) {
    this.#schedule = schedule;
    this.#publish = publish;
  }

  lookThrough({ run, pages }: Pick<SessionState, 'run' | 'pages'>, rowAt: RowReader): void {
    if (run !== this.#run) this.#startOver(run);
    this.#source = { pages, rowAt };
    if (this.#isBehind()) this.#callOff ??= this.#schedule((elapsedMs) => this.#slice(elapsedMs));
  }

  /** What is done stays; the next look goes on from there. */
  rest(): void {
    this.#callOff?.();
    this.#callOff = null;
  }

  #startOver(run: number): void {
    this.rest();
    this.#run = run;
    this.#analysis = new ResultAnalysis({ depth: 'profile' });
    this.#page = 0;
    this.#row = 0;
    this.#missing = 0;
    this.#rest = null;
    this.#publish(null);
  }

  #isBehind(): boolean {
    return this.#rest !== null || this.#page < (this.#source?.pages.length ?? 0);
  }

  #slice(elapsedMs: () => number): void {
    this.#callOff = null;
    do {
      this.#rest ??= this.#nextPage();
      if (this.#rest?.next().done === true) this.#rest = null;
    } while (this.#isBehind() && elapsedMs() < sliceMs);
    this.#slices += 1;
    const isBehind = this.#isBehind();
    if (!isBehind || this.#slices % slicesBetweenResults === 0) {
      this.#publish({ run: this.#run, result: this.#analysis.result(), missing: this.#missing });
    }
    if (isBehind) this.#callOff = this.#schedule((next) => this.#slice(next));
  }

  #nextPage(): Generator<undefined, void, undefined> | null {
    const stats = this.#source?.pages[this.#page];
    if (this.#source === null || stats === undefined) return null;
    const rows: Entity[] = [];
    for (let index = this.#row; index < this.#row + stats.rows; index += 1) {
      const row = this.#source.rowAt(index);
      if (row === undefined) this.#missing += 1;
      else rows.push(row);
    }
    this.#page += 1;
    this.#row += stats.rows;
    return this.#analysis.slices(rows, stats);
  }
}
