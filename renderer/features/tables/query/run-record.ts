// What the history records of each run in a tab: its figures from the state alone, at once when it ends and at most once per
// second while it continues.
import { t } from '@shared/strings/t';
import { call } from '@renderer/bridge';
import { showFailure } from '@renderer/ui';
import { StowageError } from '@shared/errors';
import { useEffect, useEffectEvent } from 'react';
import type { QueryRun } from '../result/query-run';
import { type SessionState, endedByLimit } from '../result/run-state';
import { type QueryTerms, type RunFigures, type RunOutcome, termsOf } from '@shared/model/saved-query';
import { classify, costAsSent } from '@shared/query/cost-class';
import type { TableQuery } from '@shared/model/table-query';
import { checkedFilter } from '@shared/query/key-filter';
import { counted } from '@shared/strings/counted';
import { formatBytes, formatDuration } from '@shared/units';

interface RunRecordsInput {
  readonly connectionId: string;
  readonly table: string;
  readonly session: QueryRun;
  /** Rows per page as in the settings. */
  readonly pageSize: number;
  /** The earlier run that the run with this first attempt continues; undefined if it began at its start. */
  readonly continued: (firstTry: number) => Continued | undefined;
}

export function useRunRecords({ connectionId, table, session, pageSize, continued }: RunRecordsInput): void {
  const recordOf = useEffectEvent(() => {
    const now = session.store.getState();
    return runRecord(now, session.nextToken(), continued(now.firstTry), pageSize);
  });
  useEffect(() => {
    const reportOnce = firstFailure(table);
    const recorder = createRunRecorder(
      ({ urgency: _urgency, ...record }) => {
        call('library.record', { connectionId, ...record }).catch(reportOnce);
      },
      (then, ms) => {
        const timer = window.setTimeout(then, ms);
        return () => window.clearTimeout(timer);
      },
    );
    const stop = session.store.subscribe((now, before) => {
      if (!isSameNews(now, before)) recorder.note(recordOf());
    });
    return () => {
      stop();
      recorder.flush();
    };
  }, [connectionId, table, session]);
}

/** A run that is restored after another one failed was recorded when it ran, and is not recorded again. */
function isSameNews(now: SessionState, before: SessionState): boolean {
  if (now.rejected === before.rejected) return false;
  return now.rejected !== undefined || (now.status === before.status && now.pages === before.pages);
}

/** Reports the first failure of a tab other than the engine's absence; the rows are shown nevertheless. */
function firstFailure(table: string): (thrown: unknown) => void {
  let hasReported = false;
  return (thrown) => {
    const error = StowageError.from(thrown);
    if (hasReported || error.kind === 'network' || error.kind === 'cancelled') return;
    hasReported = true;
    showFailure(error, t`The history of ${table} could not be saved`);
  };
}

interface RunRecorder {
  /** The run as it is now; null where there is nothing to keep. */
  note(record: RunRecord | null): void;
  /** Publishes the pending record. */
  flush(): void;
}

/** A timer that can be cancelled. */
type Later = (run: () => void, ms: number) => () => void;

const pauseMs = 1000;

export function createRunRecorder(keep: (record: RunRecord) => void, later: Later): RunRecorder {
  let waiting: RunRecord | null = null;
  let cancel: (() => void) | undefined;
  let last = '';
  const hand = (record: RunRecord): void => {
    const text = JSON.stringify([record.table, record.terms, record.lastRun]);
    if (text === last) return;
    last = text;
    keep(record);
  };
  const flush = (): void => {
    cancel?.();
    cancel = undefined;
    if (waiting !== null) hand(waiting);
    waiting = null;
  };
  return {
    note(record) {
      if (record === null) return;
      // Another query has begun: the pending record is the final one of the previous query.
      if (waiting !== null && queryText(waiting) !== queryText(record)) flush();
      waiting = record;
      if (record.urgency === 'at-once') flush();
      else cancel ??= later(flush, pauseMs);
    },
    flush,
  };
}

function queryText({ table, terms }: RunRecord): string {
  return JSON.stringify([table, terms]);
}

/** The run that an earlier one is continued by. */
export interface Continued {
  /** The terms of the whole query, before its row limit was reduced by the rows that had come. */
  readonly terms: QueryTerms;
  /** The figures of the earlier run when it stopped. */
  readonly before: RunFigures;
}

interface RunRecord {
  readonly table: string;
  readonly terms: QueryTerms;
  readonly lastRun: RunFigures;
  /** `at-once`: no further update follows automatically. */
  readonly urgency: 'at-once' | 'soon';
}

type RunState = Pick<SessionState, 'status' | 'goal' | 'query' | 'rowCount' | 'pages' | 'startTokens' | 'bytes'>;

/** Null while there is nothing to record about the run. */
export function runRecord(
  state: RunState,
  nextToken: string | null,
  continued: Continued | undefined,
  defaultPageSize: number,
): RunRecord | null {
  const { query, pages } = state;
  const outcome = outcomeOf(state);
  if (query === undefined || outcome === null) return null;
  // A continued run that brought nothing yet must not hide where the earlier one ended.
  if (pages.length === 0 && (outcome === 'running' || nextToken !== null)) return null;
  const before = continued?.before;
  return {
    table: query.table,
    terms: continued?.terms ?? termsOf(query, defaultPageSize),
    lastRun: {
      ending: outcome,
      rows: (before?.rows ?? 0) + state.rowCount,
      requests: (before?.requests ?? 0) + pages.reduce((sum, page) => sum + (page.requests ?? 1), 0),
      bytes: (before?.bytes ?? 0) + state.bytes,
      elapsedMs: (before?.elapsedMs ?? 0) + pages.reduce((sum, page) => sum + page.latencyMs, 0),
      costClass: costOf(query),
      token: nextToken,
      from: before?.from ?? (typeof state.startTokens[0] === 'string' ? 'token' : 'start'),
    },
    urgency: outcome === 'waiting' || outcome === 'running' ? 'soon' : 'at-once',
  };
}

function outcomeOf(state: RunState): RunOutcome | null {
  switch (state.status) {
    case 'idle':
      return null;
    case 'fetching':
    case 'reconnecting':
      return state.goal === 'to-end' ? 'running' : null;
    case 'complete':
      return endedByLimit(state) ? 'limit' : 'complete';
    case 'waiting':
    case 'stopped':
    case 'failed':
      return state.status;
  }
}

function costOf(query: TableQuery): RunFigures['costClass'] {
  return costAsSent(classify(checkedFilter(query).node), query.splitOr);
}

/** The query that continues after the run: its row limit is reduced by the rows already read. */
export function queryAfter(terms: QueryTerms, before: Pick<RunFigures, 'rows'>): QueryTerms {
  return terms.limit === undefined ? terms : { ...terms, limit: Math.max(1, terms.limit - before.rows) };
}

/** `12,340 rows · 13 requests · 4.1 MiB · 2.1 s`. */
export function figuresText({ rows, requests, bytes, elapsedMs, from }: RunFigures): string {
  return [
    `${counted(rows, 'row')}${from === 'token' ? t` from a continuation token` : ''}`,
    counted(requests, 'request'),
    formatBytes(bytes),
    formatDuration(elapsedMs),
  ].join(' · ');
}

/** Nothing is called complete while a token is left, nor where the start was not read. */
export function outcomeText({ ending: outcome, rows, from, token }: RunFigures): string {
  const at = counted(rows, 'row');
  switch (outcome) {
    case 'complete':
      if (token !== null) return t`more available`;
      return from === 'token' ? t`read to the end` : t`complete`;
    case 'limit':
      return t`row limit reached`;
    case 'waiting':
      return t`more available`;
    case 'stopped':
      return t`stopped at ${at}`;
    case 'failed':
      return t`failed after ${at}`;
    case 'running':
      return t`interrupted at ${at}`;
  }
}
