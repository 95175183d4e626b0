// The result of a table query in the window: which run is on screen, how far it is read and should be read; it can be
// stopped, continued from its last continuation token, and kept while the next run is tried. One per tab.
import { StowageError } from '@shared/errors';
import type { Entity } from '@shared/model/entity';
import type { PackedPage, PageWait } from '@shared/model/query-page';
import type { TableQuery } from '@shared/query/filter';
import { packBlocks } from '@shared/rows/packed-rows';
import { type StoreApi, createStore } from 'zustand/vanilla';
import { learnColumns } from './grid-column';
import type { RowStore } from './disk-rows';
import { type PumpEnd, type PumpPorts, type Wait, pumpPages } from './page-pump';
import { type TablesPort, createPageSource, stopped } from './page-source';
import { RowList } from './row-list';
import { type SessionState, emptyState, halted, withPage } from './run-state';

export interface ResultSession {
  readonly store: StoreApi<SessionState>;
  readonly rows: RowList;
  /**
   * Aborts what runs and starts over with this query, or where `fromToken`, a token of the same query, points. The rows
   * on screen come back where it fails or is stopped before its first page.
   * @returns the number of the run
   */
  run(connectionId: string, query: TableQuery, fromToken?: string): number;
  /** Tries `SessionState.refused` once more: the run that failed, or was stopped, before its first page. */
  retryFailedRun(): void;
  /** Drops `SessionState.refused`, once a person has seen it. */
  dismissFailedRun(): void;
  /** The grid shows rows up to this count soon; fetches until they are there, unless stopped. */
  want(rowCount: number): void;
  loadToEnd(): void;
  /** Gives up reading to the end as well: what comes next is what the grid asks for. */
  stop(): void;
  /** Like `stop`, but `resume` goes on towards the same goal. */
  pause(): void;
  /** Goes on from the last token after `pause`, `stop` or a failure. */
  resume(): void;
  /** See `PageSource.pageWait`. */
  pageWait(): Promise<PageWait | null>;
  /** Ranges read at once from now on, 1…32; of a query that is read in parallel. */
  setConcurrency(concurrency: number): void;
  /** Puts entities in the places of the loaded rows that had these ids, see `RowList.replace`. */
  replaceRows(rows: ReadonlyMap<string, Entity>): Promise<ReadonlySet<string>>;
  /** Where the query goes on; null before the first page and where nothing is left. */
  nextToken(): string | null;
  dispose(): void;
}

/** What was on screen when a run began: it comes back where that run brings nothing. */
interface Aside {
  readonly state: SessionState;
  readonly connectionId: string;
  readonly token: string | null;
  readonly wanted: number;
}

/** `diskRows` takes the rows that memory has no room for; without one all of them stay in memory. */
export function createResultSession(port: TablesPort, wait: Wait, diskRows?: RowStore): ResultSession {
  const store = createStore<SessionState>(() => emptyState);
  const rows = new RowList(diskRows === undefined ? {} : { store: diskRows });
  let connectionId = '';
  let token: string | null = null;
  let wanted = 1;
  let runs = 0;
  let fromToken: string | undefined;
  let aside: Aside | undefined;
  let fetching: AbortController | undefined;
  const source = createPageSource(port);

  const set = (change: Partial<SessionState>): void => store.setState(change);

  const halt = (): void => {
    fetching?.abort();
    fetching = undefined;
  };

  const open = async (query: TableQuery, signal: AbortSignal): Promise<string> => {
    const { pages, rowCount } = store.getState();
    if (pages.length > 0 && token === null) {
      throw new StowageError('invalid.token', 'The last page came without a continuation token.');
    }
    const rest = query.limit === undefined ? query : { ...query, limit: Math.max(1, query.limit - rowCount) };
    const opened = await port.open(
      { connectionId, query: rest, ...(token === null ? {} : { fromToken: token }) },
      signal,
    );
    return opened.sessionId;
  };

  const accept = (page: PackedPage): void => {
    aside = undefined;
    rows.append(page.blocks);
    const startToken = token;
    token = page.token;
    set(withPage(store.getState(), page, startToken));
  };

  const isWanted = (): boolean => store.getState().goal === 'to-end' || rows.length < wanted;

  /** Rows are set aside until those of the run are here; what an earlier one without any set aside stays there. */
  const setAside = (): void => {
    const state = store.getState();
    if (state.rowCount > 0) {
      aside = { state, connectionId, token, wanted };
      rows.setAside();
    } else if (aside === undefined || state.pages.length > 0) {
      dropAside();
      rows.clear();
    }
  };

  const dropAside = (): void => {
    aside = undefined;
    rows.dropAside();
  };

  /** Where the run brought nothing yet: the rows before it are on screen again, with what became of it. */
  const takeBack = (error: StowageError): void => {
    const { query, firstTry } = store.getState();
    if (aside === undefined || query === undefined) return;
    const failedRun = { connectionId, query, fromToken, firstTry, error };
    ({ connectionId, token, wanted } = aside);
    const state = { ...halted(aside.state), rejected: failedRun };
    aside = undefined;
    rows.takeBack();
    set(state);
  };

  const onEnd = (end: PumpEnd): void => {
    fetching = undefined;
    if (end.kind === 'failed') {
      set({ status: 'failed', error: end.error, rejected: undefined });
      takeBack(end.error);
      return;
    }
    set({ status: end.kind });
    if (end.kind === 'complete') source.close();
  };

  const start = (): void => {
    const { query } = store.getState();
    if (query === undefined || fetching !== undefined) return;
    fetching = new AbortController();
    const nextPage = (signal: AbortSignal): Promise<PackedPage> => source.nextPage(() => open(query, signal), signal);
    const onStatus: PumpPorts['onStatus'] = (status) => set({ status });
    void pumpPages({ nextPage, accept, isWanted, onStatus, onEnd, wait }, fetching.signal);
  };

  const begin = (onConnection: string, query: TableQuery, from?: string, firstTry?: number): number => {
    halt();
    source.close();
    setAside();
    connectionId = onConnection;
    fromToken = from;
    token = from ?? null;
    wanted = 1;
    runs += 1;
    const { columns, columnsRead, keyCharacters } = store.getState();
    // The old columns stay until the first row is here, so that the header does not jump.
    set({ ...emptyState, run: runs, firstTry: firstTry ?? runs, query, columns, columnsRead, keyCharacters });
    start();
    return runs;
  };

  return {
    store,
    rows,
    run: (onConnection, query, from) => begin(onConnection, query, from),
    retryFailedRun() {
      const { rejected: failedRun } = store.getState();
      if (failedRun !== undefined)
        begin(failedRun.connectionId, failedRun.query, failedRun.fromToken, failedRun.firstTry);
    },
    dismissFailedRun: () => set({ rejected: undefined }),
    want(rowCount) {
      wanted = Math.max(wanted, rowCount);
      if (store.getState().status === 'waiting' && isWanted()) start();
    },
    loadToEnd() {
      if (store.getState().status === 'complete') return;
      set({ goal: 'to-end' });
      start();
    },
    stop() {
      const { status } = store.getState();
      if (fetching === undefined && status !== 'stopped') return;
      halt();
      set({ status: 'stopped', goal: 'on-demand' });
      takeBack(stopped());
    },
    pause() {
      if (fetching === undefined) return;
      halt();
      set({ status: 'stopped' });
      takeBack(stopped());
    },
    pageWait: () => source.pageWait(),
    setConcurrency(concurrency) {
      const { query } = store.getState();
      if (query?.parallel === undefined) return;
      set({ query: { ...query, parallel: concurrency } });
      source.setConcurrency(concurrency);
    },
    async replaceRows(replacements) {
      if (replacements.size === 0) return new Set();
      const missing = await rows.replace(replacements);
      set({ columns: learnColumns(store.getState().columns, packBlocks([...replacements.values()])) });
      return missing;
    },
    nextToken: () => token,
    resume() {
      const { status, goal } = store.getState();
      if (status !== 'stopped' && status !== 'failed') return;
      if (goal === 'on-demand') wanted = Math.max(wanted, rows.length + 1);
      set({ error: undefined });
      start();
    },
    dispose() {
      halt();
      source.close();
      aside = undefined;
      rows.clear();
    },
  };
}
