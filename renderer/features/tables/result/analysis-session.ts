// The tab's findings about its result beyond the rows: statistics over the loaded rows, and analyses of the whole
// result by the engine. One per tab.
import { StowageError } from '@shared/errors';
import type { AnalysisResult } from '@shared/analysis/analysis-result';
import type { CallInput, CallOutput, StreamEvent, StreamInput } from '@shared/ipc/contract';
import type { AnalysisProgress } from '@shared/ipc/contract/analysis';
import type { TableQuery } from '@shared/model/table-query';
import { type StoreApi, createStore } from 'zustand/vanilla';
import type { SessionState } from './run-state';
import { type RowSource, type Yielder, entitiesOf, walkRows } from './row-walk';
import { ResultAnalysis } from '@shared/analysis/result-analysis';
import type { Entity } from '@shared/model/entity';

/** The engine's side; the bridge provides it in the app. */
export interface AnalysisPort {
  analyse(
    input: StreamInput<'tables.analyse'>,
    onEvent: (event: StreamEvent<'tables.analyse'>) => void,
    signal: AbortSignal,
  ): Promise<void>;
  soFar(input: CallInput<'tables.analysis-so-far'>): Promise<CallOutput<'tables.analysis-so-far'>>;
  forget(input: CallInput<'tables.forget-analysis'>): Promise<unknown>;
}

type Depth = StreamInput<'tables.analyse'>['depth'];

/** The progress of an analysis of the whole result. */
export interface Reading {
  /** The run of the tab whose query is read. */
  readonly run: number;
  readonly status: 'reading' | 'paused' | 'done' | 'failed';
  readonly progress: AnalysisProgress | null;
  /** The result of everything read, once it is done, paused or broken off; null before. */
  readonly result: AnalysisResult | null;
  readonly error: StowageError | null;
  /** Whether the engine still holds the data read before a failure, and so where to continue. */
  readonly afterFailure: 'lost' | 'kept';
}

/** The properties of a tab's run that statistics require. */
export type AnalysedRun = Pick<SessionState, 'run' | 'status' | 'query' | 'rowCount' | 'pages'>;

export interface AnalysisState {
  readonly loaded: LoadedStatistics | null;
  readonly profile: Reading | null;
  readonly count: Reading | null;
}

export interface AnalysisSession {
  readonly store: StoreApi<AnalysisState>;
  /** Analyses the loaded rows in small steps until it is done or `rest` is called. */
  scan(state: Pick<SessionState, 'run' | 'pages'>, rows: RowSource): void;
  rest(): void;
  /** Reads the whole result of this query from the beginning. */
  read(depth: Depth, connectionId: string, query: TableQuery, run: number): void;
  pause(depth: Depth): void;
  /** Continues where a pause or a failure stopped it, counting nothing twice. */
  resume(depth: Depth): void;
  /** Reads the same query again from the beginning. */
  startOver(depth: Depth): void;
  /** Ends a reading and releases it. */
  discard(depth: Depth): void;
  dispose(): void;
}

interface Active {
  readonly input: Omit<StreamInput<'tables.analyse'>, 'from'>;
  readonly run: number;
  controller: AbortController;
}

interface Begun {
  readonly connectionId: string;
  readonly query: TableQuery;
  readonly run: number;
}

export function createAnalysisSession(port: AnalysisPort, yielder: () => Yielder): AnalysisSession {
  const store = createStore<AnalysisState>(() => ({ loaded: null, profile: null, count: null }));
  const loaded = new LoadedRowsAnalysis(yielder, (statistics) => store.setState({ loaded: statistics }));
  const active = new Map<Depth, Active>();

  const change = (depth: Depth, part: Partial<Reading>): void => {
    const reading = store.getState()[depth];
    if (reading !== null) store.setState({ [depth]: { ...reading, ...part } });
  };

  /** Requests the current state of a paused analysis. */
  const check = (depth: Depth, reading: Active, status: 'paused' | 'failed'): void => {
    port.soFar({ analysisId: reading.input.analysisId }).then(
      ({ progress, result }) => {
        if (active.get(depth) !== reading || store.getState()[depth]?.status !== status) return;
        change(depth, { progress, result, ...(status === 'failed' ? { afterFailure: 'kept' } : {}) });
      },
      // The progress that was reported last stays.
      () => undefined,
    );
  };

  const follow = (depth: Depth, reading: Active, from: StreamInput<'tables.analyse'>['from']): void => {
    const { signal } = reading.controller;
    const isCurrent = (): boolean => !signal.aborted && active.get(depth) === reading;
    port
      .analyse(
        { ...reading.input, from },
        ({ progress, result }) => {
          if (!isCurrent()) return;
          change(depth, result === null ? { progress } : { progress, result, status: 'done' });
        },
        signal,
      )
      .catch((thrown: unknown) => {
        if (!isCurrent()) return;
        change(depth, { status: 'failed', error: StowageError.from(thrown), afterFailure: 'lost' });
        check(depth, reading, 'failed');
      });
  };

  const discard = (depth: Depth): void => {
    const reading = active.get(depth);
    if (reading !== undefined) {
      active.delete(depth);
      reading.controller.abort();
      // State that cannot be discarded is gone already, with its engine.
      port.forget({ analysisId: reading.input.analysisId }).catch(() => undefined);
    }
    store.setState({ [depth]: null });
  };

  const begin = (depth: Depth, { connectionId, query, run }: Begun): void => {
    discard(depth);
    const input = { analysisId: crypto.randomUUID(), connectionId, query, depth };
    const reading: Active = { input, run, controller: new AbortController() };
    active.set(depth, reading);
    store.setState({
      [depth]: { run, status: 'reading', progress: null, result: null, error: null, afterFailure: 'lost' },
    });
    follow(depth, reading, 'start');
  };

  return {
    store,
    scan: (state, rows) => loaded.scan(state, rows),
    rest: () => loaded.rest(),
    read: (depth, connectionId, query, run) => begin(depth, { connectionId, query, run }),
    pause(depth) {
      const reading = active.get(depth);
      if (reading === undefined || store.getState()[depth]?.status !== 'reading') return;
      reading.controller.abort();
      change(depth, { status: 'paused' });
      check(depth, reading, 'paused');
    },
    resume(depth) {
      const reading = active.get(depth);
      const status = store.getState()[depth]?.status;
      if (reading === undefined || (status !== 'paused' && status !== 'failed')) return;
      reading.controller = new AbortController();
      change(depth, { status: 'reading', error: null });
      follow(depth, reading, 'where-it-stopped');
    },
    startOver(depth) {
      const reading = active.get(depth);
      if (reading !== undefined) begin(depth, { ...reading.input, run: reading.run });
    },
    discard,
    dispose() {
      loaded.rest();
      discard('profile');
      discard('count');
    },
  };
}

export interface LoadedStatistics {
  readonly run: number;
  readonly result: AnalysisResult;
  /** `unreadable` where rows could not be read back from disk: the statistics end before them. */
  readonly status: 'looking' | 'done' | 'unreadable';
}

/** Pages between two results while there is more to look through. */
const pagesBetweenResults = 12;

class LoadedRowsAnalysis {
  readonly #yielder: () => Yielder;
  readonly #publish: (statistics: LoadedStatistics | null) => void;
  #analysis = new ResultAnalysis({ depth: 'profile' });
  #run = -1;
  #page = 0;
  #row = 0;
  /** The rest of a page that was begun. */
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

  /** Finished work is retained; the next step continues from there. */
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
