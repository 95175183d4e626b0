// The readings behind the charts of counters, as React state: the whole time window of the tab's table, the same window
// of other tables, and the loaded rows. A window with both ends is read once its counters are shown; a reading continues
// behind another view, and ends with its run.
import type { TableQuery } from '@shared/model/table-query';
import { type TimeKeys, timeKeysOf } from '@shared/query/wad-window';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { rangeOfQuery } from '../query/window-draft';
import { bridgeCalls } from '../result/query-run';
import { type RowSource, type Yielder, createFrameYielder, entitiesOf, walkRows } from '../result/row-walk';
import type { SessionState } from '../result/run-state';
import { type CounterSamples, CounterGathering } from './counter-gathering';
import { type TimeRange, rangeQuery } from './counter-tables';
import {
  type WindowReading,
  type WindowReadingState,
  createWindowReading,
  followEveryMs,
  nothingRead,
} from './window-reading';

export interface WholeWindow extends WindowReadingState {
  /** Starts or continues; of a whole window that could not be followed, tries again. */
  readonly start: () => void;
  readonly stop: () => void;
}

export interface BesideWindow extends WholeWindow {
  readonly table: string;
}

export type Following = 'following' | 'still';

const nothing = nothingRead();
const elapsedMs = (): number => performance.now();

function readingOf(
  connectionId: string,
  query: TableQuery,
  time: TimeKeys,
  onState: (state: WindowReadingState) => void,
): WindowReading {
  return createWindowReading({
    connectionId,
    query,
    port: bridgeCalls,
    turns: createFrameYielder,
    now: elapsedMs,
    time,
    onState,
  });
}

/** A whole window has nothing left to read: there it was following that failed. */
function startAgain({ status }: WindowReadingState, reading: WindowReading | null): void {
  if (status === 'done') reading?.poll(Date.now());
  else reading?.start();
}

export function useWindowReading(
  connectionId: string,
  { run, query, status }: Pick<SessionState, 'run' | 'query' | 'status'>,
  counters: 'in-front' | 'behind',
  time: TimeKeys = 'ticks',
  follow: Following = 'still',
): WholeWindow {
  const [known, setKnown] = useState<{ readonly of: object | null; readonly state: WindowReadingState }>({
    of: null,
    state: nothing,
  });
  const reading = useMemo(() => {
    if (query === undefined) return null;
    const of = { run };
    return { of, ...readingOf(connectionId, query, time, (state) => setKnown({ of, state })) };
  }, [connectionId, query, run, time]);
  useEffect(() => () => reading?.dispose(), [reading]);

  const state = known.of !== null && known.of === reading?.of ? known.state : nothing;
  const isFollowing = follow === 'following' && counters === 'in-front';
  // Once per run, so that more pages of the rows do not continue a reading that the user stopped.
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
  return { ...state, start: () => startAgain(state, reading), stop: () => reading?.stop() };
}

function hasBothEnds(query: TableQuery | undefined): boolean {
  return query !== undefined && rangeOfQuery(query) !== null;
}

interface BesideInput {
  readonly connectionId: string;
  readonly tables: readonly string[];
  /** The window of the tab's table; null while it has no both ends. */
  readonly range: TimeRange | null;
  readonly counters: 'in-front' | 'behind';
  readonly follow: Following;
}

/** The same window of other tables, each read once it is chosen while the counters are in front. */
export function useBesideReadings({
  connectionId,
  tables,
  range,
  counters,
  follow,
}: BesideInput): readonly BesideWindow[] {
  const [states, setStates] = useState<ReadonlyMap<string, BesideState>>(new Map());
  const running = useRef(new Map<string, { readonly of: string; readonly reading: WindowReading }>());
  const window = range === null ? null : `${connectionId} ${range.from} ${range.to}`;
  const isInFront = counters === 'in-front';

  const readChosen = useEffectEvent((): void => {
    if (range === null || window === null) return;
    for (const [table, { of, reading }] of running.current) {
      if (of === window && tables.includes(table)) continue;
      reading.dispose();
      running.current.delete(table);
    }
    for (const table of tables) {
      if (running.current.has(table)) continue;
      const time = timeKeysOf(table, []) ?? 'ticks';
      const reading = readingOf(connectionId, rangeQuery(table, range, time), time, (state) =>
        setStates((before) => new Map(before).set(table, { of: window, state })),
      );
      running.current.set(table, { of: window, reading });
      reading.start();
    }
  });
  useEffect(() => {
    if (isInFront) readChosen();
  }, [isInFront, window, tables]);
  useEffect(() => {
    const all = running.current;
    return () => {
      for (const { reading } of all.values()) reading.dispose();
      all.clear();
    };
  }, []);
  useEffect(() => {
    if (!isInFront || follow !== 'following') return undefined;
    const timer = setInterval(() => {
      for (const { reading } of running.current.values()) reading.poll(Date.now());
    }, followEveryMs);
    return () => clearInterval(timer);
  }, [isInFront, follow]);

  return tables.map((table): BesideWindow => {
    const known = states.get(table);
    const state = known?.of === window ? known.state : nothing;
    return {
      table,
      ...state,
      start: () => startAgain(state, running.current.get(table)?.reading ?? null),
      stop: () => running.current.get(table)?.reading.stop(),
    };
  });
}

interface BesideState {
  /** The window that was read. */
  readonly of: string;
  readonly state: WindowReadingState;
}

interface LoadedRows {
  readonly run: number;
  readonly rowCount: number;
  readonly rows: RowSource;
  readonly turns: () => Yielder;
}

export interface Gathered {
  readonly run: number;
  readonly gathering: CounterSamples;
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
    const publish = (status: Gathered['status']): void =>
      setGathered({ run, gathering: gathering.current(), rows: gathering.rows, status });
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
  return { run, gathering: new CounterGathering().current(), rows: 0, status: 'gathering' };
}

function stoppable(): { readonly signal: AbortSignal; readonly abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
