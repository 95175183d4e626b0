// Reads a tab's whole time window for its counters. Starts automatically when the window has both ends and its counters
// are shown; continues behind another view, and ends with its run.
import { StowageError } from '@shared/errors';
import type { TableQuery } from '@shared/model/table-query';
import type { PackedPage } from '@shared/rows/packed-page';
import type { TimeKeys } from '@shared/query/wad-window';
import { entityAt } from '@shared/rows/packed-rows';
import { type QueryCalls, PageSource, bridgeCalls } from '../result/query-run';
import { type Yielder, type RowSource, entitiesOf, walkRows, createFrameYielder } from '../result/row-walk';
import { counterColumns, CounterGathering } from './counter-gathering';
import { rangeQuery } from './counter-tables';
import { msFromTicks, ticksFromMs } from '@shared/query/ticks';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { SessionState } from '../result/run-state';
import { rangeOfQuery } from '../query/window-draft';

export interface WholeWindow extends WindowReadingState {
  readonly start: () => void;
  readonly stop: () => void;
}

const nothing = nothingRead();
const nowMs = (): number => performance.now();

export function useWindowReading(
  connectionId: string,
  { run, query, status }: Pick<SessionState, 'run' | 'query' | 'status'>,
  counters: 'in-front' | 'behind',
  time: TimeKeys = 'ticks',
  follow: 'following' | 'still' = 'still',
): WholeWindow {
  const [known, setKnown] = useState<{ readonly of: object | null; readonly state: WindowReadingState }>({
    of: null,
    state: nothing,
  });
  const reading = useMemo(() => {
    if (query === undefined) return null;
    const of = { run };
    const { start, stop, poll, dispose } = createWindowReading({
      connectionId,
      query,
      port: bridgeCalls,
      turns: createFrameYielder,
      now: nowMs,
      time,
      onState: (state) => setKnown({ of, state }),
    });
    return { of, start, stop, poll, dispose };
  }, [connectionId, query, run, time]);
  useEffect(() => () => reading?.dispose(), [reading]);

  const state = known.of !== null && known.of === reading?.of ? known.state : nothing;
  // Once per run, so that more pages of the rows do not continue a reading that the user stopped.
  const isFollowing = follow === 'following' && counters === 'in-front';
  const isPartly = status === 'waiting' || (isFollowing && status === 'complete');
  const isRequested = counters === 'in-front' && isPartly && state.status === 'none' && hasBothEnds(query);
  useEffect(() => {
    if (isRequested) reading?.start();
  }, [isRequested, reading]);
  useEffect(() => {
    if (!isFollowing || reading === null) return undefined;
    const timer = setInterval(() => reading.poll(Date.now()), followEveryMs);
    return () => clearInterval(timer);
  }, [isFollowing, reading]);

  return {
    ...state,
    start: () => reading?.start(),
    stop: () => reading?.stop(),
  };
}

function hasBothEnds(query: TableQuery | undefined): boolean {
  return query !== undefined && rangeOfQuery(query) !== null;
}

/** Rows to read before the user is prompted whether to continue. */
export const budgetRows = 250_000;

export interface WindowReadingState {
  /** `budget`: the budget is spent, and there is more to read. */
  readonly status: 'none' | 'reading' | 'stopped' | 'budget' | 'done' | 'failed';
  readonly gathering: CounterGathering;
  readonly rows: number;
  readonly pages: number;
  /** When the newest samples were read last, ms since 1970; null before the first time. */
  readonly followedMs: number | null;
  /** Of a whole window, that of the last attempt to follow it. */
  readonly error: StowageError | null;
}

interface WindowReading {
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
  return { status: 'none', gathering: new CounterGathering(), rows: 0, pages: 0, followedMs: null, error: null };
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
    if (!isDisposed) onState({ status, gathering, rows: gathering.rows, pages, followedMs, error });
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

  const readNewest = async (from: bigint, nowMs: number, signal: AbortSignal): Promise<void> => {
    const lengthMs = msFromTicks(range?.to ?? 0n) - msFromTicks(from);
    const knownMs = Math.min(followedMs ?? msFromTicks(range?.to ?? 0n), nowMs);
    const cutMs = gathering.startOfMoment(Math.max(knownMs - latenessMs(query.table), nowMs - lengthMs));
    // The exact time of a sample can be a little before that of its key.
    const since = { from: ticksFromMs(cutMs - 2 * minuteMs), to: ticksFromMs(nowMs) };
    const newestQuery = { ...rangeQuery(query.table, since, time), select: query.select };
    const open = async (): Promise<string> =>
      (await port.open({ connectionId, query: newestQuery }, signal)).sessionId;
    const newest = new CounterGathering();
    const own = new PageSource(port);
    try {
      for (let hasMore = true; hasMore; ) {
        const page = await own.nextPage(open, signal);
        await gather(page, newest);
        hasMore = page.more;
      }
    } finally {
      own.close();
    }
    if (signal.aborted) return;
    gathering.renew(nowMs - lengthMs, cutMs, newest);
    followedMs = nowMs;
  };

  return {
    poll(nowMs) {
      if (running !== null || !isWhole || range === null) return;
      const controller = new AbortController();
      running = controller;
      readNewest(range.from, nowMs, controller.signal)
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

interface LoadedRows {
  readonly run: number;
  readonly rowCount: number;
  readonly rows: RowSource;
  readonly turns: () => Yielder;
}

export interface Gathered {
  readonly run: number;
  readonly gathering: CounterGathering;
  /** Rows gathered; the object is a new one whenever this grows. */
  readonly rows: number;
  /** `unreadable`: rows could not be read back from disk. */
  readonly status: 'gathering' | 'done' | 'unreadable';
}

/** Chunks between two updates while there is more to gather. */
const chunksBetween = 25;

/** The counters of the loaded rows, in memory and on disk; rows that arrive are added. */
export function useGathered({ run, rowCount, rows, turns: yielder }: LoadedRows): Gathered {
  const known = useRef({ run, gathering: new CounterGathering() });
  const [gathered, setGathered] = useState<Gathered>(() => nothingOf(run));
  useEffect(() => {
    if (known.current.run !== run) known.current = { run, gathering: new CounterGathering() };
    const { gathering } = known.current;
    const { signal, abort } = stoppable();
    const publish = (status: Gathered['status']): void => setGathered({ run, gathering, rows: gathering.rows, status });
    const gather = async (): Promise<void> => {
      let chunks = 0;
      // Gathered rows are skipped, even when a page arrives in the meantime.
      const range = { from: gathering.rows, to: rowCount };
      for await (const chunk of walkRows(rows, range, { turns: yielder(), signal })) {
        for (const [row] of entitiesOf(chunk)) gathering.add(row);
        chunks += 1;
        if (chunks % chunksBetween === 0) publish('gathering');
      }
    };
    gather().then(
      () => {
        if (!signal.aborted) publish('done');
      },
      () => {
        if (!signal.aborted) publish('unreadable');
      },
    );
    return abort;
  }, [run, rowCount, rows, yielder]);
  return gathered.run === run ? gathered : nothingOf(run);
}

function nothingOf(run: number): Gathered {
  return { run, gathering: new CounterGathering(), rows: 0, status: 'gathering' };
}

function stoppable(): { readonly signal: AbortSignal; readonly abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
