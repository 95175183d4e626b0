// Connects a table tab with the library: its default query or unfinished run, the saved query loaded in the bar, queries
// requested from outside the tab, and the record of its runs.
import { type HistoryEntry, type QueryTerms, type SavedQuery, queryOf, termsOf } from '@shared/model/saved-query';
import type { PageStats } from '@shared/model/query-page';
import { useEffect, useEffectEvent, useState } from 'react';
import { useStore } from 'zustand';
import { type QueryDraft, type QueryPreview, emptyQueryDraft, previewQuery } from './query-draft';
import type { QueryRun } from '../result/query-run';
import type { SessionState } from '../result/run-state';
import { draftFromTerms, sameRows } from './draft-from-query';
import { type Continued, queryAfter, runRecord, useRunRecords } from './run-record';
import { type SavedQueries, useSavedQueries } from './use-saved-queries';
import { call } from '@renderer/bridge';
import type { CallOutput } from '@shared/ipc/contract';
import { type RequestedQuery, takeRequestedQueries } from '../result/pending-request';

interface TableLibraryInput {
  readonly connectionId: string;
  readonly table: string;
  readonly session: QueryRun;
  readonly draft: QueryDraft;
  readonly onDraftChange: (draft: QueryDraft) => void;
  readonly preview: QueryPreview;
  /** Rows per page as in the settings. */
  readonly pageSize: number;
  /** The saved state of the tab; with it, nothing runs automatically except the table's default query. */
  readonly atStart: { readonly draft: QueryDraft } | undefined;
}

/** The saved query that was put into the bar. */
export interface OpenedQuery {
  readonly saved: SavedQuery;
  readonly state: 'as-saved' | 'changed';
}

export interface TableLibrary {
  readonly saved: SavedQueries;
  /** The bar's current query; undefined while it has none. */
  readonly terms: QueryTerms | undefined;
  readonly opened: OpenedQuery | undefined;
  /** Only while nothing was run: the scan that can be continued, or that the query in the bar waits to be run. */
  readonly state: { readonly kind: 'unfinished'; readonly run: HistoryEntry } | { readonly kind: 'ready' } | null;
  /** The rows shown are those of the query that the table opens with. */
  readonly showsDefaultQuery: boolean;
  /** The rows shown continue after this many rows of an earlier run; null if the number is unknown. */
  readonly rowsBefore: number | null | undefined;
  readonly put: (terms: QueryTerms, saved?: SavedQuery) => void;
  readonly markSaved: (saved: SavedQuery) => void;
  readonly showAll: () => void;
  readonly startAgain: () => void;
  readonly continueRun: (run: HistoryEntry) => void;
  /** Continues from a token of the last query that ran; null from its start. */
  readonly continueFrom: (token: string | null) => void;
}

interface ContinuedRun extends Continued {
  readonly run: number;
}

export function useTableLibrary(input: TableLibraryInput): TableLibrary {
  const { connectionId, table, session, draft, onDraftChange, preview, pageSize, atStart } = input;
  const savedQueries = useSavedQueries(connectionId, table);
  const state = useStore(session.store);
  const [pending, setPending] = useState<TableLibrary['state']>(null);
  const [opened, setOpened] = useState<{ readonly saved: SavedQuery; readonly asRead: string }>();
  const [continuedRuns, setContinuedRuns] = useState<readonly ContinuedRun[]>([]);
  const continued = continuedRuns.find(({ run: of }) => of === state.firstTry);

  const ready = preview.state === 'ready' ? preview.query : undefined;
  const terms = ready === undefined ? undefined : termsOf(ready, pageSize);
  const readAs = (of: QueryDraft): string => {
    const read = previewQuery(of, { table, pageSize, select: [] });
    return read.state === 'ready' ? JSON.stringify(termsOf(read.query, pageSize)) : '';
  };

  const put = (next: QueryTerms, saved?: SavedQuery): void => {
    const nextDraft = draftFromTerms(next);
    onDraftChange(nextDraft);
    setOpened(saved === undefined ? undefined : { saved, asRead: readAs(nextDraft) });
    if (session.store.getState().status === 'idle') setPending({ kind: 'ready' });
  };
  const run = (next: QueryTerms, token?: string, after?: Continued): void => {
    const number = session.run(connectionId, queryOf(next, table, pageSize), token);
    // The run on screen is remembered too: it is restored if the new one yields nothing.
    setContinuedRuns((before) => [
      ...before.filter(({ run: of }) => of === state.firstTry),
      ...(after === undefined ? [] : [{ ...after, run: number }]),
    ]);
    setPending(null);
  };
  const continueRun = ({ terms: whole, lastRun }: HistoryEntry): void => {
    if (lastRun.token === null) return;
    const rest = queryAfter(whole, lastRun);
    put(rest);
    run(rest, lastRun.token, { terms: whole, before: lastRun });
  };

  useDefaultQuery({ connectionId, table, session }, (suggestion) => {
    const before = atStart?.draft ?? emptyQueryDraft;
    if (draft !== before) return;
    const isAsLeft = (of: QueryTerms): boolean => isEmptyDraft(before) || (terms !== undefined && sameRows(terms, of));
    if (suggestion.unfinished !== null && isAsLeft(suggestion.unfinished.terms)) {
      onDraftChange(draftFromTerms(suggestion.unfinished.terms));
      setPending({ kind: 'unfinished', run: suggestion.unfinished });
    } else if (suggestion.opening !== null && isAsLeft(suggestion.opening.terms)) {
      onDraftChange(draftFromTerms(suggestion.opening.terms));
      run(suggestion.opening.terms);
    } else if (atStart !== undefined) {
      setPending({ kind: 'ready' });
    } else if (ready !== undefined) {
      session.run(connectionId, ready);
    }
  });

  const applyRequested = useEffectEvent(({ terms: requested, saved, begin }: RequestedQuery) => {
    put(requested, saved);
    if (begin === 'run') run(requested);
  });
  useEffect(
    () => takeRequestedQueries(connectionId, table, (requested) => applyRequested(requested)),
    [connectionId, table],
  );

  useRunRecords({
    connectionId,
    table,
    session,
    pageSize,
    continued: (firstTry) => continuedRuns.find(({ run: of }) => of === firstTry),
  });

  const shownTerms = state.query === undefined ? undefined : termsOf(state.query, pageSize);
  const openedNow = savedQueries.saved?.find(({ id }) => id === opened?.saved.id);
  return {
    saved: savedQueries,
    terms,
    opened:
      opened === undefined || openedNow === undefined
        ? undefined
        : {
            saved: openedNow,
            state: terms !== undefined && JSON.stringify(terms) === opened.asRead ? 'as-saved' : 'changed',
          },
    state: state.status === 'idle' ? pending : null,
    showsDefaultQuery:
      savedQueries.opening !== undefined &&
      shownTerms !== undefined &&
      sameRows(shownTerms, savedQueries.opening.terms),
    rowsBefore: rowsBefore(continued, state),
    put,
    markSaved: (saved) => setOpened({ saved, asRead: JSON.stringify(terms ?? null) }),
    showAll: () => {
      onDraftChange(emptyQueryDraft);
      setOpened(undefined);
      run(everything);
    },
    startAgain: () => {
      const whole = continued?.terms ?? shownTerms ?? terms;
      if (whole === undefined) return;
      if (continued !== undefined) put(whole);
      run(whole);
    },
    continueRun,
    continueFrom: (token) => {
      if (shownTerms === undefined) return;
      if (token === null) {
        run(continued?.terms ?? shownTerms);
        return;
      }
      const page = state.startTokens.indexOf(token);
      const before = page < 0 ? null : runRecord(upToPage(state, page), token, continued, pageSize);
      run(shownTerms, token, before === null ? undefined : { terms: before.terms, before: before.lastRun });
    },
  };
}

/** As `TableLibrary.rowsBefore`: a run that continues one that itself began at a token has no known count. */
function rowsBefore(continued: Continued | undefined, { startTokens }: SessionState): number | null | undefined {
  if (continued !== undefined) return continued.before.from === 'token' ? null : continued.before.rows;
  return typeof startTokens[0] === 'string' ? null : undefined;
}

/** Compared by value: a draft that was stored and read again counts as empty too. */
function isEmptyDraft(draft: QueryDraft): boolean {
  return JSON.stringify(draft) === JSON.stringify(emptyQueryDraft);
}

const everything: QueryTerms = { partitionKey: { kind: 'any' }, rowKey: { kind: 'any' }, select: [] };

/** The run as it would have stopped before this page. */
function upToPage(state: SessionState, page: number): SessionState {
  const pages = state.pages.slice(0, page);
  const sum = (of: (stats: PageStats) => number): number => pages.reduce((total, stats) => total + of(stats), 0);
  return { ...state, status: 'stopped', pages, rowCount: sum(({ rows }) => rows), bytes: sum(({ bytes }) => bytes) };
}

type DefaultQuerySuggestion = CallOutput<'library.opening'>;

interface DefaultQueryTarget {
  readonly connectionId: string;
  readonly table: string;
  readonly session: QueryRun;
}

/** Called once, if nothing has been run by then. */
function useDefaultQuery(
  { connectionId, table, session }: DefaultQueryTarget,
  onSuggestion: (suggestion: DefaultQuerySuggestion) => void,
): void {
  const take = useEffectEvent((suggestion: DefaultQuerySuggestion) => {
    if (session.store.getState().status === 'idle') onSuggestion(suggestion);
  });
  useEffect(() => {
    if (session.store.getState().status !== 'idle') return;
    const controller = new AbortController();
    call('library.opening', { connectionId, table }, { signal: controller.signal }).then(
      (suggestion) => take(suggestion),
      () => {
        // Saved queries are only a convenience here: if they cannot be read, the table opens without them.
        if (!controller.signal.aborted) take({ opening: null, unfinished: null });
      },
    );
    return () => controller.abort();
  }, [connectionId, table, session]);
}
