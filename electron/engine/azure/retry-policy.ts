// Decides after each unsuccessful try whether and when to retry. Pure: time and randomness come in, a decision goes
// out; waiting and sending are done by conversation.ts.
import type { ErrorCode } from '@shared/errors';

/** How a try ended, as far as deciding needs to know. */
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
 * `safe`: may be retried after any failure. `unsafe`: only when the service certainly did not act on it.
 * `until-answered`: it changes nothing, but after part of an answer was delivered only the caller can resume it.
 */
export type Replay = 'safe' | 'unsafe' | 'until-answered';

export interface RetryQuestion {
  readonly outcome: Outcome;
  /** 1 after the first try. For damaged bytes only the damaged tries are counted. */
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

/** The try that follows an unsuccessful one. */
export interface NextTry {
  /** 2 or more. */
  readonly attempt: number;
  readonly afterMs: number;
}

/** The longest wait that the product accepts from the service; people can always retry earlier. */
export const retryAfterCapMs = 60_000;
/** Number of tries including the first. */
export const maxTries = { busy: 8, serverError: 6, network: 6, checksum: 3, connection: 2 } as const;

const firstBackoffMs = 400;
const longestBackoffMs = 20_000;

const giveUp: RetryDecision = { kind: 'give-up' };

/**
 * Retry-After in ms; null when absent or not understood. A date counts from the time that the answer tells, because our
 * clock may be wrong; `nowMs`, wall time, is for answers that tell none.
 */
export function parseRetryAfter(headers: Readonly<Record<string, string>>, nowMs: number): number | null {
  const text = headers['retry-after']?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const dateMs = parseHttpDate(text);
  if (Number.isNaN(dateMs)) return null;
  const toldMs = parseHttpDate(headers.date ?? '');
  return Math.max(0, dateMs - (Number.isNaN(toldMs) ? nowMs : toldMs));
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

/** What to do after an unsuccessful try. An unsafe request is retried only if the service cannot have acted. */
export function decideRetry(question: RetryQuestion): RetryDecision {
  return question.outcome.kind === 'answer'
    ? afterAnswer(question.outcome, question)
    : afterFailure(question.outcome, question);
}

function afterAnswer(outcome: Outcome & { kind: 'answer' }, question: RetryQuestion): RetryDecision {
  const { attempt, replay, random } = question;
  const { status, serviceCode, retryAfterMs } = outcome;
  const cause = String(status);
  if (status === 429 || status === 503) {
    if (attempt >= maxTries.busy) return giveUp;
    // Asked again too soon, a busy service would use up all tries at once.
    const waitMs = Math.max(Math.min(retryAfterMs ?? 0, retryAfterCapMs), backoffMs(attempt + 1, random));
    return { kind: 'retry', afterMs: waitMs, slowDownMs: waitMs, cause };
  }
  if (replay !== 'safe') return giveUp;
  if (status === 500 || status === 502 || status === 504 || status === 408) {
    if (attempt >= maxTries.serverError) return giveUp;
    const askedMs = Math.min(retryAfterMs ?? 0, retryAfterCapMs);
    return { kind: 'retry', afterMs: Math.max(askedMs, backoffMs(attempt, random)), slowDownMs: 0, cause };
  }
  // The bytes were damaged in transit; the service stored nothing.
  if (saysDamaged(outcome)) {
    if (attempt >= maxTries.checksum) return giveUp;
    return { kind: 'retry', afterMs: 0, slowDownMs: 0, cause: serviceCode };
  }
  return giveUp;
}

/** The service received other bytes than were sent. */
export function saysDamaged(outcome: Outcome): boolean {
  if (outcome.kind !== 'answer' || outcome.status !== 400) return false;
  return outcome.serviceCode === 'Md5Mismatch' || outcome.serviceCode === 'Crc64Mismatch';
}

function afterFailure(outcome: Outcome & { kind: 'failure' }, question: RetryQuestion): RetryDecision {
  const { attempt, replay, random } = question;
  const { code, sent, connection } = outcome;
  switch (code) {
    case 'network.refused':
    case 'network.name-unknown':
      // Nobody answers, or the network is down: retry once shortly, then the caller decides how long to wait.
      if (attempt >= maxTries.connection) return giveUp;
      return { kind: 'retry', afterMs: Math.round(250 + 250 * random), slowDownMs: 0, cause: code };
    case 'network.reset':
    case 'network.timeout':
    case 'network.stalled':
    case 'network.truncated': {
      // A kept-alive connection was closed before the response: retry at once on another one.
      const isUnanswered = replay === 'until-answered' && connection === 'stale';
      if (replay !== 'safe' && sent === 'perhaps' && !isUnanswered) return giveUp;
      if (attempt >= maxTries.network) return giveUp;
      const afterMs = connection === 'stale' ? 0 : backoffMs(attempt, random);
      return { kind: 'retry', afterMs, slowDownMs: 0, cause: code };
    }
    default:
      return giveUp;
  }
}
