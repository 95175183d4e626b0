// Statistics over the rows that a tab has loaded, in memory and on disk, updated as pages arrive, in turns too short to
// be noticed.
import type { AnalysisResult } from '@shared/analysis/analysis-result';
import { ResultAnalysis } from '@shared/analysis/result-analysis';
import type { Entity } from '@shared/model/entity';
import type { SessionState } from './session-state';
import { type RowSource, entitiesOf, walkRows } from './row-walk';
import type { Yielder } from './yielder';

export interface LoadedStatistics {
  readonly run: number;
  readonly result: AnalysisResult;
  /** `unreadable` where rows could not be read back from disk: the statistics end before them. */
  readonly status: 'looking' | 'done' | 'unreadable';
}

/** Pages between two results while there is more to look through. */
const pagesBetweenResults = 12;

export class LoadedRowsAnalysis {
  readonly #yielder: () => Yielder;
  readonly #publish: (statistics: LoadedStatistics | null) => void;
  #analysis = new ResultAnalysis({ depth: 'profile' });
  #run = -1;
  #page = 0;
  #row = 0;
  /** What is left of a page that was begun. */
  #rest: Generator<undefined, void, undefined> | null = null;
  #looking: AbortController | null = null;
  #source: { readonly pages: SessionState['pages']; readonly rows: RowSource } | null = null;

  constructor(yielder: () => Yielder, publish: (statistics: LoadedStatistics | null) => void) {
    this.#yielder = yielder;
    this.#publish = publish;
  }

  scan({ run, pages }: Pick<SessionState, 'run' | 'pages'>, rows: RowSource): void {
    if (run !== this.#run) this.#startOver(run);
    this.#source = { pages, rows };
    if (this.#looking !== null || !this.#isBehind()) return;
    const own = new AbortController();
    this.#looking = own;
    this.#appearance(own.signal).then(
      () => this.#end(own, 'done'),
      () => this.#end(own, 'unreadable'),
    );
  }

  /** What is done stays; the next look goes on from there. */
  rest(): void {
    this.#looking?.abort();
    this.#looking = null;
  }

  #startOver(run: number): void {
    this.rest();
    this.#run = run;
    this.#analysis = new ResultAnalysis({ depth: 'profile' });
    this.#page = 0;
    this.#row = 0;
    this.#rest = null;
    this.#publish(null);
  }

  #isBehind(): boolean {
    return this.#rest !== null || this.#page < (this.#source?.pages.length ?? 0);
  }

  #end(own: AbortController, status: LoadedStatistics['status']): void {
    if (this.#looking !== own) return;
    this.#looking = null;
    this.#report(status);
  }

  #report(status: LoadedStatistics['status']): void {
    this.#publish({ run: this.#run, result: this.#analysis.result(), status });
  }

  async #appearance(signal: AbortSignal): Promise<void> {
    const yielder = this.#yielder();
    while (this.#isBehind()) {
      this.#rest ??= await this.#nextPage(yielder, signal);
      if (signal.aborted) return;
      while (this.#rest?.next().done === false) {
        await yielder.rest();
        if (signal.aborted) return;
      }
      this.#rest = null;
      if (this.#page % pagesBetweenResults === 0 && this.#isBehind()) this.#report('looking');
    }
  }

  async #nextPage(yielder: Yielder, signal: AbortSignal): Promise<Generator<undefined, void, undefined> | null> {
    const page = this.#source?.pages[this.#page];
    if (this.#source === null || page === undefined) return null;
    const read: Entity[] = [];
    const range = { from: this.#row, to: this.#row + page.rows };
    for await (const chunk of walkRows(this.#source.rows, range, { turns: yielder, signal })) {
      for (const [row] of entitiesOf(chunk)) read.push(row);
    }
    if (signal.aborted) return null;
    this.#page += 1;
    this.#row += page.rows;
    return this.#analysis.slices(read, page);
  }
}
