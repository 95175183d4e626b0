// What the history records of a run, from the session's state alone; rows of the part before a restart are added.
import { type QueryTerms, type RunOutcome, type RunFigures, termsOf } from '@shared/model/saved-query';
import { classify, costAsSent } from '@shared/query/cost-class';
import type { TableQuery } from '@shared/model/table-query';
import { checkedFilter } from '@shared/query/key-filter';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { formatBytes, formatDuration } from '@shared/units';
import type { SessionState } from '../result/session-state';
import { endedByLimit } from '../result/tail-text';

/** The run that an earlier one is continued by. */
export interface Continued {
  /** The terms of the whole query, before its row limit was reduced by the rows that had come. */
  readonly terms: QueryTerms;
  /** What the earlier run had brought when it stopped. */
  readonly before: RunFigures;
}

export interface RunRecord {
  readonly table: string;
  readonly terms: QueryTerms;
  readonly lastRun: RunFigures;
  /** `at-once`: nothing more comes by itself. */
  readonly urgency: 'at-once' | 'soon';
}

type RunState = Pick<SessionState, 'status' | 'goal' | 'query' | 'rowCount' | 'pages' | 'startTokens' | 'bytes'>;

/** Null while there is nothing to say about the run. */
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

/** The query that reads on after the run: a row limit counts what had come already. */
export function queryAfter(terms: QueryTerms, before: Pick<RunFigures, 'rows'>): QueryTerms {
  return terms.limit === undefined ? terms : { ...terms, limit: Math.max(1, terms.limit - before.rows) };
}

/** `12,340 rows · 13 requests · 4.1 MiB · 2.1 s`. */
export function figuresText({ rows, requests, bytes, elapsedMs, from }: RunFigures): string {
  return [
    `${counted(rows, 'row')}${from === 'token' ? t` from a token on` : ''}`,
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
      if (token !== null) return t`more to come`;
      return from === 'token' ? t`read to the end` : t`complete`;
    case 'limit':
      return t`row limit reached`;
    case 'waiting':
      return t`more to come`;
    case 'stopped':
      return t`stopped at ${at}`;
    case 'failed':
      return t`failed after ${at}`;
    case 'running':
      return t`interrupted at ${at}`;
  }
}
