// Reads the whole time window of a diagnostics table for its counters, page by page, and follows it: later only its newest
// part is read again. Without React; the hooks are in use-window-reading.ts.
import { StowageError } from '@shared/errors';
import type { TableQuery } from '@shared/model/table-query';
import { msFromTicks, ticksFromMs } from '@shared/query/ticks';
import type { TimeKeys } from '@shared/query/wad-window';
import type { PackedPage } from '@shared/rows/packed-page';
import { entityAt } from '@shared/rows/packed-rows';
import { rangeOfQuery } from '../query/window-draft';
import { type QueryCalls, PageSource } from '../result/query-run';
import type { Yielder } from '../result/row-walk';
import { type CounterSamples, counterColumns, CounterGathering } from './counter-gathering';
import { type TimeRange, inRange } from './counter-tables';

/** Rows to read before the user is prompted whether to continue. */
export const budgetRows = 250_000;

export interface WindowReadingState {
  /** `budget`: the budget is spent, and there is more to read. */
  readonly status: 'none' | 'reading' | 'stopped' | 'budget' | 'done' | 'failed';
  readonly gathering: CounterSamples;
  readonly rows: number;
  readonly pages: number;
  /** When the newest samples were read last, ms since 1970; null before the first time. */
  readonly followedMs: number | null;
  /** Of a whole window, that of the last attempt to follow it. */
  readonly error: StowageError | null;
}

export interface WindowReading {
  /** Starts, or continues with another budget; does nothing when everything was read. */
  readonly start: () => void;
  readonly stop: () => void;
  /**
   * Moves a window that was read whole to one of the same length that ends now, reading its newest part alone; else does
   * nothing.
   * @param nowMs ms since 1970
   */
  readonly poll: (nowMs: number) => void;
  /** Stops, and reports no more states. */
  readonly dispose: () => void;
}

interface WindowReadingInput {
  readonly connectionId: string;
  readonly query: TableQuery;
  readonly port: QueryCalls;
  readonly turns: () => Yielder;
  /** Monotonic time in ms. */
  readonly now: () => number;
  readonly onState: (state: WindowReadingState) => void;
  readonly budget?: number;
  /** Where the keys hold the time; default `ticks`. */
  readonly time?: TimeKeys;
}

export function nothingRead(): WindowReadingState {
  return {
    status: 'none',
    gathering: new CounterGathering().current(),
    rows: 0,
    pages: 0,
    followedMs: null,
    error: null,
  };
}

const largestPage = 1000;
/** Charts are rendered again for each report. */
const reportEveryMs = 400;
/** Agents write once a minute. */
export const followEveryMs = 60_000;
const minuteMs = 60_000;

/** How much later than their time samples may arrive: agents send every minute, and close an hour after its end. */
const latenessMs = (table: string): number => (/hour|PT1H/iu.test(table) ? 150 * minuteMs : 10 * minuteMs);

/**
 * Reads page by page with the columns of the counters alone, gathered as they arrive, so that no rows are stored. After a
 * stop, a failure or the end of its budget it continues where it was and counts nothing twice.
 */
export function createWindowReading(input: WindowReadingInput): WindowReading {
  const { connectionId, port, turns: yielder, now, onState, time = 'ticks', budget = budgetRows } = input;
  const range = rangeOfQuery(input.query);
  const query: TableQuery = { ...input.query, select: [...counterColumns(time)], pageSize: largestPage };
  const source = new PageSource(port);
  const gathering = new CounterGathering();
  let token: string | undefined;
  let pages = 0;
  let running: AbortController | null = null;
  let isWhole = false;
  let isDisposed = false;
  let followedMs: number | null = null;

  const report = (status: WindowReadingState['status'], error: StowageError | null = null): void => {
    if (!isDisposed)
      onState({ status, gathering: gathering.current(), rows: gathering.rows, pages, followedMs, error });
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
      // A received page is gathered completely, even when the reading is stopped in the meantime.
      await gather(page, gathering);
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

  const gather = async (page: PackedPage, into: CounterGathering): Promise<void> => {
    const turn = yielder();
    for (const rows of page.blocks) {
      for (let at = 0; at < rows.count; at += 1) into.add(entityAt(rows, at));
      await turn.rest();
    }
  };

  const readNewest = async ({ from, to }: TimeRange, nowMs: number, signal: AbortSignal): Promise<void> => {
    const fromMs = nowMs - (msFromTicks(to) - msFromTicks(from));
    const knownMs = Math.min(followedMs ?? msFromTicks(to), nowMs);
    const cutMs = gathering.startOfMoment(Math.max(knownMs - latenessMs(query.table), fromMs));
    // The exact time of a sample can be a little before that of its key.
    const since = { from: ticksFromMs(cutMs - 2 * minuteMs), to: ticksFromMs(nowMs) };
    const newestQuery = inRange(query, since, time);
    const open = async (): Promise<string> => (await port.open({ connectionId, query: newestQuery }, signal)).sessionId;
    const newest = new CounterGathering();
    const own = new PageSource(port);
    try {
      for (let hasMore = true; hasMore;) {
        const page = await own.nextPage(open, signal);
        await gather(page, newest);
        hasMore = page.more;
      }
    } finally {
      own.close();
    }
    if (signal.aborted) return;
    gathering.renew(fromMs, cutMs, newest);
    followedMs = nowMs;
  };

  return {
    poll(nowMs) {
      if (running !== null || !isWhole || range === null) return;
      const controller = new AbortController();
      running = controller;
      readNewest(range, nowMs, controller.signal)
        .then(
          () => report('done'),
          (thrown: unknown) => report('done', controller.signal.aborted ? null : StowageError.from(thrown)),
        )
        .finally(() => {
          running = null;
          if (isDisposed) source.close();
        });
    },
    start() {
      // A finished reading has no token, so that it would start over and count everything twice.
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
