// Reads a whole time window for its counters: page by page with the counters' columns alone, gathered as they come, so that
// no rows are kept. Stopped, broken off or at the end of its budget it goes on from where it stands, counting nothing twice.
import { StowageError } from '@shared/errors';
import type { TableQuery } from '@shared/model/table-query';
import { entityAt } from '@shared/rows/packed-rows';
import { type QueryCalls, PageSource } from '../result/query-run';
import type { Yielder } from '../result/row-walk';
import { counterColumns, CounterGathering } from './counter-gathering';

/** Rows that are read before a person is asked whether to go on. */
export const budgetRows = 250_000;

export interface WindowReadingState {
  /** `budget`: as many rows were read as are read unasked, and more is to come. */
  readonly status: 'none' | 'reading' | 'stopped' | 'budget' | 'done' | 'failed';
  readonly gathering: CounterGathering;
  readonly rows: number;
  readonly pages: number;
  readonly error: StowageError | null;
}

export interface WindowReading {
  /** Begins, or goes on for another budget; nothing where all was read. */
  readonly start: () => void;
  readonly stop: () => void;
  /** Stops telling. */
  readonly dispose: () => void;
}

export interface WindowReadingInput {
  readonly connectionId: string;
  readonly query: TableQuery;
  readonly port: QueryCalls;
  readonly turns: () => Yielder;
  /** ms, from any moment on. */
  readonly now: () => number;
  readonly onState: (state: WindowReadingState) => void;
  readonly budget?: number;
}

export function nothingRead(): WindowReadingState {
  return { status: 'none', gathering: new CounterGathering(), rows: 0, pages: 0, error: null };
}

const largestPage = 1000;
/** Charts are drawn anew for each. */
const reportEveryMs = 400;

export function createWindowReading(input: WindowReadingInput): WindowReading {
  const { connectionId, port, turns: yielder, now, onState, budget = budgetRows } = input;
  const query: TableQuery = { ...input.query, select: [...counterColumns], pageSize: largestPage };
  const source = new PageSource(port);
  const gathering = new CounterGathering();
  let token: string | undefined;
  let pages = 0;
  let running: AbortController | null = null;
  let isWhole = false;
  let isDisposed = false;

  const report = (status: WindowReadingState['status'], error: StowageError | null = null): void => {
    if (!isDisposed) onState({ status, gathering, rows: gathering.rows, pages, error });
  };

  const readOn = async (signal: AbortSignal): Promise<'done' | 'budget' | 'stopped'> => {
    const open = async (): Promise<string> => {
      const from = token === undefined ? {} : { fromToken: token };
      return (await port.open({ connectionId, query, ...from }, signal)).sessionId;
    };
    const until = gathering.rows + budget;
    let lastReportMs = now();
    while (gathering.rows < until) {
      if (signal.aborted) return 'stopped';
      const page = await source.nextPage(open, signal);
      // A page that came is taken whole, also where somebody stops meanwhile.
      const turn = yielder();
      for (const rows of page.blocks) {
        for (let at = 0; at < rows.count; at += 1) gathering.add(entityAt(rows, at));
        await turn.rest();
      }
      pages += 1;
      token = page.token ?? undefined;
      isWhole = !page.more;
      if (isWhole) return 'done';
      if (now() - lastReportMs < reportEveryMs) continue;
      lastReportMs = now();
      report('reading');
    }
    return 'budget';
  };

  return {
    start() {
      // A finished reading has no token to go on from: it would begin anew and count everything twice.
      if (running !== null || isWhole) return;
      const controller = new AbortController();
      running = controller;
      report('reading');
      readOn(controller.signal)
        .then(
          (how) => report(how),
          (thrown: unknown) => {
            if (controller.signal.aborted) report('stopped');
            else report('failed', StowageError.from(thrown));
          },
        )
        .finally(() => {
          running = null;
          if (isDisposed) source.close();
        });
    },
    stop: () => running?.abort(),
    dispose() {
      isDisposed = true;
      if (running === null) source.close();
      else running.abort();
    },
  };
}
