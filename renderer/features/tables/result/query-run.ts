// The query of one tab while it runs, from "Run" to its rows: opens a session in the engine, fetches packed pages while
// rows are wanted, reconnects while the engine is away, and appends what comes to the row list. A run can be stopped,
// continued from its last continuation token, and set aside while the next one is tried. Over 300 lines, because it is
// one state machine with the calls that drive it.
import { call, useEngineState } from '@renderer/bridge';
import { StowageError } from '@shared/errors';
import type { CallInput, CallOutput } from '@shared/ipc/contract';
import type { Entity } from '@shared/model/entity';
import type { PackedPage } from '@shared/rows/packed-page';
import type { PageWait } from '@shared/model/query-page';
import type { TableQuery } from '@shared/model/table-query';
import { packBlocks } from '@shared/rows/packed-rows';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { type RowStore, createDiskRows } from './disk-rows';
import { learnColumns } from './grid-column';
import { RowList } from './row-list';
import { type FailedRun, type SessionState, emptyState, halted, withPage } from './run-state';

/** The calls that reading a result needs: the network of this file. */
export interface QueryCalls {
  open(input: CallInput<'tables.open'>, signal: AbortSignal): Promise<CallOutput<'tables.open'>>;
  nextPage(input: CallInput<'tables.next-packed-page'>, signal: AbortSignal): Promise<PackedPage>;
  pageWait(input: CallInput<'tables.page-wait'>): Promise<PageWait | null>;
  setConcurrency(input: CallInput<'tables.set-concurrency'>): Promise<unknown>;
  close(input: CallInput<'tables.close'>): Promise<unknown>;
}

export const bridgeCalls: QueryCalls = {
  open: (input, signal) => call('tables.open', input, { signal }),
  nextPage: (input, signal) => call('tables.next-packed-page', input, { signal }),
  pageWait: (input) => call('tables.page-wait', input),
  setConcurrency: (input) => call('tables.set-concurrency', input),
  close: (input) => call('tables.close', input),
};

/** Waits between attempts to reach a restarting engine; no longer once aborted. */
type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

/** The state shown when a run began; it is restored if that run yields nothing. */
interface Aside {
  readonly state: SessionState;
  readonly connectionId: string;
  readonly token: string | null;
  readonly wanted: number;
}

interface QueryRunOptions {
  readonly calls?: QueryCalls;
  readonly wait?: Wait;
  /** Takes the rows that memory has no room for; without one all of them stay in memory. */
  readonly diskRows?: RowStore;
}

/** Twenty seconds, enough for the engine and its store to start. */
const maxRecoveries = 40;
const recoveryPauseMs = 500;

export class QueryRun {
  readonly store = createStore<SessionState>(() => emptyState);
  readonly rows: RowList;
  readonly #calls: QueryCalls;
  readonly #wait: Wait;
  readonly #source: PageSource;
  #connectionId = '';
  #fromToken: string | undefined;
  /** Where the query continues; null at its start and its end. */
  #token: string | null = null;
  #wanted = 1;
  #runs = 0;
  #aside: Aside | undefined;
  #fetching: AbortController | undefined;
  /** A failure from before the engine went away, which has nothing to do with its absence. */
  #earlierFailure: FailedRun | undefined;
  /** The page from which a failed query was last resumed automatically: its run, and the number of pages before. */
  #resumedAt = '';

  constructor({ calls = bridgeCalls, wait = waitInWindow, diskRows }: QueryRunOptions = {}) {
    this.#calls = calls;
    this.#wait = wait;
    this.#source = new PageSource(calls);
    this.rows = new RowList(diskRows === undefined ? {} : { store: diskRows });
  }

  /**
   * Aborts the current run and starts over with this query, or where `fromToken`, a token of the same query, points. The
   * rows on screen come back if it fails or is stopped before its first page.
   * @returns the number of the run
   */
  run(connectionId: string, query: TableQuery, fromToken?: string): number {
    return this.#begin(connectionId, query, fromToken);
  }

  /** Retries `SessionState.rejected`: the run that failed, or was stopped, before its first page. */
  retryFailedRun(): void {
    const { rejected: failed } = this.store.getState();
    if (failed !== undefined) this.#begin(failed.connectionId, failed.query, failed.fromToken, failed.firstTry);
  }

  /** Drops `SessionState.rejected`, once a user has seen it. */
  dismissFailedRun(): void {
    this.#set({ rejected: undefined });
  }

  /** The grid shows rows up to this count soon; fetches until they are there, unless stopped. */
  want(rowCount: number): void {
    this.#wanted = Math.max(this.#wanted, rowCount);
    if (this.store.getState().status === 'waiting' && this.#isWanted()) this.#start();
  }

  loadToEnd(): void {
    if (this.store.getState().status === 'complete') return;
    this.#set({ goal: 'to-end' });
    this.#start();
  }

  /** Also cancels reading to the end: from then on the grid decides which pages are fetched. */
  stop(): void {
    const { status } = this.store.getState();
    if (this.#fetching === undefined && status !== 'stopped') return;
    this.#halt();
    this.#set({ status: 'stopped', goal: 'on-demand' });
    this.#takeBack(stopped());
  }

  /** Like `stop`, but `resume` continues towards the same goal. */
  pause(): void {
    if (this.#fetching === undefined) return;
    this.#halt();
    this.#set({ status: 'stopped' });
    this.#takeBack(stopped());
  }

  /** Continues from the last token after `pause`, `stop` or a failure. */
  resume(): void {
    const { status, goal } = this.store.getState();
    if (status !== 'stopped' && status !== 'failed') return;
    if (goal === 'on-demand') this.#wanted = Math.max(this.#wanted, this.rows.length + 1);
    this.#set({ error: undefined });
    this.#start();
  }

  /** Requests that failed because the engine or its store was away are tried again, each page only once. */
  engineReturned(): void {
    const { status, error, rejected: failed, run, pages } = this.store.getState();
    const page = `${run}/${pages.length}`;
    if (failed !== this.#earlierFailure && failed?.error.kind === 'network') this.retryFailedRun();
    else if (status === 'failed' && error?.kind === 'network' && this.#resumedAt !== page) {
      // Only once from the same page: the page itself may be what kills the engine.
      this.#resumedAt = page;
      this.resume();
    }
  }

  engineLeft(): void {
    this.#earlierFailure = this.store.getState().rejected;
  }

  /** See `PageSource.pageWait`. */
  pageWait(): Promise<PageWait | null> {
    return this.#source.pageWait();
  }

  /** Ranges read at once from now on, 1…32; of a query that is read in parallel. */
  setConcurrency(concurrency: number): void {
    const { query } = this.store.getState();
    if (query?.parallel === undefined) return;
    this.#set({ query: { ...query, parallel: concurrency } });
    this.#source.setConcurrency(concurrency);
  }

  /** Replaces the loaded rows that had these ids, see `RowList.replace`. */
  async replaceRows(replacements: ReadonlyMap<string, Entity>): Promise<ReadonlySet<string>> {
    if (replacements.size === 0) return new Set();
    const missing = await this.rows.replace(replacements);
    this.#set({ columns: learnColumns(this.store.getState().columns, packBlocks([...replacements.values()])) });
    return missing;
  }

  /** Where the query continues; null before the first page and where nothing is left. */
  nextToken(): string | null {
    return this.#token;
  }

  dispose(): void {
    this.#halt();
    this.#source.close();
    this.#aside = undefined;
    this.rows.clear();
  }

  #set(change: Partial<SessionState>): void {
    this.store.setState(change);
  }

  #halt(): void {
    this.#fetching?.abort();
    this.#fetching = undefined;
  }

  #begin(connectionId: string, query: TableQuery, fromToken?: string, firstTry?: number): number {
    this.#halt();
    this.#source.close();
    this.#setAside();
    this.#connectionId = connectionId;
    this.#fromToken = fromToken;
    this.#token = fromToken ?? null;
    this.#wanted = 1;
    this.#runs += 1;
    const run = this.#runs;
    const { columns, columnsRead, keyCharacters } = this.store.getState();
    // The old columns stay until the first row is here, so that the header does not jump.
    this.#set({ ...emptyState, run, firstTry: firstTry ?? run, query, columns, columnsRead, keyCharacters });
    this.#start();
    return run;
  }

  #start(): void {
    const { query } = this.store.getState();
    if (query === undefined || this.#fetching !== undefined) return;
    this.#fetching = new AbortController();
    void this.#fetchPages(query, this.#fetching.signal);
  }

  /**
   * Fetches one page after another until no more are wanted, and continues automatically after recoverable failures.
   */
  async #fetchPages(query: TableQuery, signal: AbortSignal): Promise<void> {
    let recoveries = 0;
    for (;;) {
      this.#set({ status: recoveries === 0 ? 'fetching' : 'reconnecting' });
      try {
        const page = await this.#source.nextPage(() => this.#open(query, signal), signal);
        if (signal.aborted) return;
        recoveries = 0;
        this.#accept(page);
        if (page.more && this.#isWanted()) continue;
        this.#fetching = undefined;
        this.#set({ status: page.more ? 'waiting' : 'complete' });
        if (!page.more) this.#source.close();
        return;
      } catch (thrown) {
        if (signal.aborted) return;
        const error = StowageError.from(thrown);
        recoveries += 1;
        if (!isRecoverable(error) || recoveries > maxRecoveries) {
          this.#fetching = undefined;
          this.#set({ status: 'failed', error, rejected: undefined });
          this.#takeBack(error);
          return;
        }
        this.#set({ status: 'reconnecting' });
        const pauseMs = error.retry === 'no' ? 0 : Math.max(error.retry.afterMs, recoveryPauseMs);
        await this.#wait(pauseMs, signal);
        if (signal.aborted) return;
      }
    }
  }

  async #open(query: TableQuery, signal: AbortSignal): Promise<string> {
    const { pages, rowCount } = this.store.getState();
    const token = this.#token;
    if (pages.length > 0 && token === null) {
      throw new StowageError('invalid.token', 'The last page came without a continuation token.');
    }
    const rest = query.limit === undefined ? query : { ...query, limit: Math.max(1, query.limit - rowCount) };
    const from = token === null ? {} : { fromToken: token };
    const opened = await this.#calls.open({ connectionId: this.#connectionId, query: rest, ...from }, signal);
    return opened.sessionId;
  }

  #accept(page: PackedPage): void {
    this.#aside = undefined;
    this.rows.append(page.blocks);
    const startToken = this.#token;
    this.#token = page.token;
    this.#set(withPage(this.store.getState(), page, startToken));
  }

  #isWanted(): boolean {
    return this.store.getState().goal === 'to-end' || this.rows.length < this.#wanted;
  }

  /**
   * Rows are set aside until those of the run arrive; rows that an earlier run without results set aside stay there.
   */
  #setAside(): void {
    const state = this.store.getState();
    if (state.rowCount > 0) {
      this.#aside = { state, connectionId: this.#connectionId, token: this.#token, wanted: this.#wanted };
      this.rows.setAside();
    } else if (this.#aside === undefined || state.pages.length > 0) {
      this.#aside = undefined;
      this.rows.dropAside();
      this.rows.clear();
    }
  }

  /** If the run yielded nothing yet: the rows before it are on screen again, with its failure beside them. */
  #takeBack(error: StowageError): void {
    const { query, firstTry } = this.store.getState();
    if (this.#aside === undefined || query === undefined) return;
    const rejected = { connectionId: this.#connectionId, query, fromToken: this.#fromToken, firstTry, error };
    const { state, connectionId, token, wanted } = this.#aside;
    this.#connectionId = connectionId;
    this.#token = token;
    this.#wanted = wanted;
    this.#aside = undefined;
    this.rows.takeBack();
    this.#set({ ...halted(state), rejected });
  }
}

/** The run of one tab, for as long as the tab exists. */
export function useQueryRun(): { readonly session: QueryRun; readonly state: SessionState } {
  const [session] = useState(() => new QueryRun({ diskRows: createDiskRows() }));
  const state = useStore(session.store);
  useEffect(() => () => session.dispose(), [session]);
  const engine = useEngineState();
  useEffect(() => {
    if (engine !== 'running') return undefined;
    session.engineReturned();
    return () => session.engineLeft();
  }, [engine, session]);
  return { session, state };
}

/** The engine's session that pages come from: opened if there is none to continue, closed when it is not needed. */
export class PageSource {
  readonly #calls: QueryCalls;
  // Only a session whose last page arrived is used again: a page that was cancelled on its way may already be
  // counted as delivered on the other side, so the query is then reopened from the last token that is known here.
  #usableId: string | undefined;
  #openId: string | undefined;

  constructor(calls: QueryCalls) {
    this.#calls = calls;
  }

  /**
   * The next page. `open` resolves with the id of a session that begins at the run's position; called if none can
   * continue.
   * @throws StowageError `cancelled.by-user` when `signal` aborts, and the engine's errors
   */
  async nextPage(open: () => Promise<string>, signal: AbortSignal): Promise<PackedPage> {
    const id = this.#usableId ?? (await open());
    this.#usableId = undefined;
    this.#openId = id;
    if (signal.aborted) {
      this.#abandon(id);
      throw stopped();
    }
    try {
      const page = await this.#calls.nextPage({ sessionId: id }, signal);
      if (!signal.aborted) this.#usableId = id;
      return page;
    } finally {
      if (this.#usableId !== id) this.#abandon(id);
    }
  }

  /** The reason why the pending page waits; null if no attempt was denied or the reason is unknown. */
  async pageWait(): Promise<PageWait | null> {
    if (this.#openId === undefined) return null;
    // A session that is gone, with its engine, waits for nothing.
    return this.#calls.pageWait({ sessionId: this.#openId }).catch(() => null);
  }

  /**
   * Applies to the open session, also while a page is pending; one that is opened later begins with its initial number.
   */
  setConcurrency(concurrency: number): void {
    if (this.#openId === undefined) return;
    // If the session is already gone, it is reopened with the number just set.
    this.#calls.setConcurrency({ sessionId: this.#openId, concurrency }).catch(() => undefined);
  }

  close(): void {
    this.#abandon(this.#usableId);
    this.#usableId = undefined;
  }

  #abandon(id: string | undefined): void {
    // A session that cannot be closed is gone already, with its engine.
    if (id !== undefined) this.#calls.close({ sessionId: id }).catch(() => undefined);
  }
}

const comingBack: readonly string[] = ['network.engine-restarted', 'network.emulator-down'];

/**
 * The session is gone but the query is not. A recoverable error triggers the next request when it resolves; a permanent
 * one does not.
 */
function isRecoverable(error: StowageError): boolean {
  return error.code === 'not-found.session' || (comingBack.includes(error.code) && error.retry !== 'no');
}

function stopped(): StowageError {
  return new StowageError('cancelled.by-user', 'The query was stopped.');
}

function waitInWindow(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      window.clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = window.setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}
