// Decides after each unsuccessful attempt whether and when to retry. Pure: time and randomness come in, a decision goes
// out; waiting and sending are done by request.ts. failures/causes.ts maps failures to causes.
import { type ErrorCode, StowageError } from '@shared/errors';
import { type RetryCause, failureRow, retryRow } from './failures/causes';

export type { RetryCause } from './failures/causes';

/** How an attempt ended, reduced to what the decision needs. */
export type Outcome =
  | {
      readonly kind: 'answer';
      readonly status: number;
      /** `x-ms-error-code` or the code in the body; empty without one. */
      readonly serviceCode: string;
      /** The service's Retry-After in ms; null without one. */
      readonly retryAfterMs: number | null;
    }
  | {
      readonly kind: 'failure';
      readonly code: ErrorCode;
      /** `nothing`: the service cannot have seen the request. */
      readonly sent: 'nothing' | 'perhaps';
      readonly connection: 'stale' | 'live';
    };

/**
 * `safe`: may be retried after any failure. `unsafe`: only when the service did not act on it.
 * `until-answered`: it changes nothing, but after part of an answer was delivered only the caller can resume it.
 */
export type Replay = 'safe' | 'unsafe' | 'until-answered';

export interface RetryContext {
  readonly outcome: Outcome;
  /** Attempts that ended for the same cause, this one included. */
  readonly attempt: number;
  readonly replay: Replay;
  /** Uniform in [0, 1). */
  readonly random: number;
}

export type RetryDecision =
  | { readonly kind: 'give-up' }
  | {
      readonly kind: 'retry';
      /** Time to wait before this request is retried. */
      readonly afterMs: number;
      /** How long the whole account should wait; 0 when the problem concerns this request alone. */
      readonly slowDownMs: number;
      /** Status or error code, for the metrics. */
      readonly cause: string;
    };

/** The attempt that follows an unsuccessful one. */
export interface NextTry {
  /** 2 or more. */
  readonly attempt: number;
  readonly afterMs: number;
}

/** The longest wait that the product accepts from the service; the user can always retry earlier. */
export const retryAfterCapMs = 60_000;
/** Number of attempts including the first. */
export const maxTries = Object.fromEntries(
  Object.entries(retryRow).map(([cause, { maxTries: tries }]) => [cause, tries]),
) as Readonly<Record<RetryCause, number>>;

/** The same failure, of a request that was repeated for as long as its caller allows. */
export function markOutOfTime(error: StowageError): StowageError {
  const { code, message, retry, requestId, context } = error;
  return new StowageError(code, message, { retry, requestId, context: { ...context, time: 'used-up' } });
}

export function isOutOfTime({ context }: StowageError): boolean {
  return context.time === 'used-up';
}

const firstBackoffMs = 400;
const longestBackoffMs = 20_000;

const giveUp: RetryDecision = { kind: 'give-up' };

/**
 * `x-ms-retry-after-ms` of Cosmos DB, else Retry-After, in ms; null when absent or not understood. A date counts from the time of the response, because our clock
 * may be wrong; `nowMs`, wall time, is for responses without a date.
 */
export function parseRetryAfter(headers: Readonly<Record<string, string>>, nowMs: number): number | null {
  const exact = headers['x-ms-retry-after-ms']?.trim() ?? '';
  if (/^\d{1,12}(?:\.\d+)?$/.test(exact)) return Math.ceil(Number(exact));
  const text = headers['retry-after']?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const dateMs = parseHttpDate(text);
  if (Number.isNaN(dateMs)) return null;
  const serverTimeMs = parseHttpDate(headers.date ?? '');
  return Math.max(0, dateMs - (Number.isNaN(serverTimeMs) ? nowMs : serverTimeMs));
}

/** Only real HTTP dates; Date.parse would guess at other texts. */
function parseHttpDate(text: string): number {
  return /^[A-Za-z]{3},/.test(text) ? Date.parse(text) : Number.NaN;
}

/** Doubles from 0.4 s up to 20 s; the upper half is random, so that workers do not return in step. */
export function backoffMs(attempt: number, random: number): number {
  const ceilingMs = Math.min(longestBackoffMs, firstBackoffMs * 2 ** (attempt - 1));
  return Math.round(ceilingMs * (0.5 + random / 2));
}

/** What the attempt counts against; null when it is final. */
export function causeOf(outcome: Outcome): RetryCause | null {
  if (outcome.kind === 'answer') {
    const { status } = outcome;
    if (status === 429 || status === 503) return 'busy';
    if (status === 500 || status === 502 || status === 504 || status === 408 || status === 449) return 'serverError';
    return reportsDamage(outcome) ? 'checksum' : null;
  }
  const { countedAs } = failureRow(outcome.code);
  return countedAs === 'network' && outcome.connection === 'stale' ? 'stale' : countedAs;
}

/**
 * What to do after an unsuccessful attempt. An unsafe request is retried only if the service reports that it did not
 * act.
 */
export function decideRetry({ outcome, attempt, replay, random }: RetryContext): RetryDecision {
  const cause = causeOf(outcome);
  if (cause === null || attempt >= retryRow[cause].maxTries || !mayRepeat(outcome, cause, replay)) return giveUp;
  const afterMs = waitOf(outcome, cause, { attempt, random });
  return {
    kind: 'retry',
    afterMs,
    slowDownMs: retryRow[cause].slowsDown === 'account' ? afterMs : 0,
    cause: nameOf(outcome),
  };
}

function mayRepeat(outcome: Outcome, cause: RetryCause, replay: Replay): boolean {
  // A busy service reports that it did not act, and failures/after-busy.ts handles the case in which it did; one that
  // was never reached cannot have acted.
  if (replay === 'safe' || cause === 'busy' || cause === 'connection') return true;
  if (outcome.kind === 'answer') return false;
  return outcome.sent === 'nothing' || (cause === 'stale' && replay === 'until-answered');
}

function waitOf(
  outcome: Outcome,
  cause: RetryCause,
  { attempt, random }: Pick<RetryContext, 'attempt' | 'random'>,
): number {
  const requestedMs = outcome.kind === 'answer' ? Math.min(outcome.retryAfterMs ?? 0, retryAfterCapMs) : 0;
  switch (retryRow[cause].wait) {
    case 'longer backoff':
      return Math.max(requestedMs, backoffMs(attempt + 1, random));
    case 'backoff':
      return Math.max(requestedMs, backoffMs(attempt, random));
    case 'a moment':
      return Math.round(250 + 250 * random);
    case 'nothing':
      return 0;
  }
}

function nameOf(outcome: Outcome): string {
  if (outcome.kind === 'failure') return outcome.code;
  return reportsDamage(outcome) ? outcome.serviceCode : String(outcome.status);
}

/** The service received other bytes than were sent. */
function reportsDamage(outcome: Outcome & { kind: 'answer' }): boolean {
  return outcome.status === 400 && (outcome.serviceCode === 'Md5Mismatch' || outcome.serviceCode === 'Crc64Mismatch');
}
