import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareBelowOne } from '@shared/fixtures/spread-numbers';
import {
  type Outcome,
  type RetryContext,
  backoffMs,
  decideRetry,
  maxTries,
  parseRetryAfter,
  retryAfterCapMs,
} from './retry-policy';

const answer = (status: number, retryAfterMs: number | null = null, serviceCode = ''): Outcome => ({
  kind: 'answer',
  status,
  serviceCode,
  retryAfterMs,
});
const failure = (
  code: 'network.reset' | 'network.refused' | 'network.timeout',
  more: Partial<Outcome> = {},
): Outcome => ({
  kind: 'failure',
  code,
  sent: 'perhaps',
  connection: 'live',
  ...(more as object),
});
const decide = (outcome: Outcome, more: Partial<RetryContext> = {}) =>
  decideRetry({ outcome, attempt: 1, replay: 'safe', random: 0.5, ...more });

it.each([
  [{ 'x-ms-retry-after-ms': '27' }, 27],
  [{ 'x-ms-retry-after-ms': '1500.5', 'retry-after': '9' }, 1501],
  [{ 'x-ms-retry-after-ms': 'soon', 'retry-after': '9' }, 9000],
])('retry after: reads the milliseconds that Cosmos DB gives, %j', (headers, ms) => {
  expect(parseRetryAfter(headers as Record<string, string>, 0)).toBe(ms);
});

it('a retry names the code of the failure as its cause', () => {
  expect(decide(failure('network.reset'))).toMatchObject({ kind: 'retry', cause: 'network.reset' });
});

describe('a busy service', () => {
  it('waits exactly the requested time, for the whole account', () => {
    expect(decide(answer(503, 3_000))).toEqual({ kind: 'retry', afterMs: 3_000, slowDownMs: 3_000, cause: '503' });
  });
  it('waits a minute when an hour is requested', () => {
    expect(decide(answer(429, 3_600_000))).toMatchObject({ afterMs: retryAfterCapMs, slowDownMs: retryAfterCapMs });
  });
  it('backs off increasingly when no wait is requested', () => {
    const waits = [1, 2, 3, 4].map((attempt) => decide(answer(503), { attempt, random: 0 }));
    expect(waits.map((wait) => wait.kind === 'retry' && wait.slowDownMs)).toEqual([400, 800, 1600, 3200]);
  });
  it.each([0, 500])('backs off at least as long as usual when %i ms are requested', (requestedMs) => {
    const waits = [1, 2, 3, 4].map((attempt) => decide(answer(503, requestedMs), { attempt, random: 0.5 }));
    expect(waits.map((wait) => wait.kind === 'retry' && wait.slowDownMs)).toEqual([600, 1200, 2400, 4800]);
  });
  it('retries unsafe requests, because the service did not act', () => {
    expect(decide(answer(503, 0), { replay: 'unsafe' }).kind).toBe('retry');
  });
});

describe('response', () => {
  it.each([400, 401, 403, 404, 409, 412, 416, 501])('%i is final', (status) => {
    expect(decide(answer(status))).toEqual({ kind: 'give-up' });
  });
  it.each([500, 502, 504, 408, 449])('%i is retried for a safe request and delays no other request', (status) => {
    expect(decide(answer(status))).toMatchObject({ kind: 'retry', slowDownMs: 0 });
    expect(decide(answer(status), { replay: 'unsafe' })).toEqual({ kind: 'give-up' });
  });
  it('waits as long as a failing service requests, at most a minute', () => {
    expect(decide(answer(500, 3_000))).toMatchObject({ afterMs: 3_000 });
    expect(decide(answer(504, 3_600_000))).toMatchObject({ afterMs: retryAfterCapMs });
    expect(decide(answer(502, 10), { random: 0 })).toMatchObject({ afterMs: 200 });
  });
  it('resends the bytes immediately, a few times, when they arrived damaged', () => {
    const tries = [1, 2, 3].map((attempt) => decide(answer(400, null, 'Md5Mismatch'), { attempt }).kind);
    expect(tries).toEqual(['retry', 'retry', 'give-up']);
  });
});

describe('a failed connection', () => {
  it('is attempted once more after it was refused', () => {
    expect(decide(failure('network.refused', { sent: 'nothing' }), { replay: 'unsafe' })).toMatchObject({
      kind: 'retry',
    });
    expect(decide(failure('network.refused'), { attempt: 2 })).toEqual({ kind: 'give-up' });
    for (const [random, afterMs] of [
      [0, 250],
      [1, 500],
    ] as const)
      expect(decide(failure('network.refused'), { random })).toMatchObject({ afterMs });
  });
  it('that was closed while idle is replaced without waiting', () => {
    expect(decide(failure('network.reset', { connection: 'stale' }))).toMatchObject({ kind: 'retry', afterMs: 0 });
  });
  it('is left to the caller for an unsafe request, unless nothing was sent', () => {
    expect(decide(failure('network.reset'), { replay: 'unsafe' })).toEqual({ kind: 'give-up' });
    expect(decide(failure('network.timeout', { sent: 'nothing' }), { replay: 'unsafe' })).toMatchObject({
      kind: 'retry',
    });
  });
});

describe('any request', () => {
  const outcomes = fc.oneof(
    fc.record({
      kind: fc.constant('answer' as const),
      status: fc.integer({ min: 300, max: 599 }),
      serviceCode: fc.constantFrom('', 'ServerBusy', 'Md5Mismatch', 'OperationTimedOut'),
      retryAfterMs: fc.option(fc.nat(10_000_000)),
    }),
    fc.record({
      kind: fc.constant('failure' as const),
      code: fc.constantFrom(
        'network.reset' as const,
        'network.refused' as const,
        'network.name-unknown' as const,
        'network.timeout' as const,
        'network.stalled' as const,
        'network.truncated' as const,
        'network.certificate' as const,
        'network.not-azure' as const,
      ),
      sent: fc.constantFrom('nothing' as const, 'perhaps' as const),
      connection: fc.constantFrom('stale' as const, 'live' as const),
    }),
  );

  it('is retried immediately after a stale connection when it changes nothing', () => {
    const stale = failure('network.reset', { connection: 'stale' });
    expect(decide(stale, { replay: 'until-answered' })).toMatchObject({ kind: 'retry', afterMs: 0 });
    expect(decide(stale, { replay: 'unsafe' })).toEqual({ kind: 'give-up' });
    expect(decide(failure('network.reset'), { replay: 'until-answered' })).toEqual({ kind: 'give-up' });
    expect(decide(answer(500), { replay: 'until-answered' })).toEqual({ kind: 'give-up' });
  });

  it.each([
    [8, answer(503)],
    [8, answer(429)],
    [6, answer(500)],
    [6, failure('network.reset')],
    [6, failure('network.timeout')],
    [6, failure('network.reset', { connection: 'stale' })],
    [3, answer(400, null, 'Crc64Mismatch')],
    [2, failure('network.refused')],
  ])('allows %i attempts in all: %j', (tries, outcome) => {
    expect(decide(outcome, { attempt: tries - 1 }).kind).toBe('retry');
    expect(decide(outcome, { attempt: tries })).toEqual({ kind: 'give-up' });
  });

  it('ends within the limit, and never resends an unsafe request that the service may have acted on', () => {
    fc.assert(
      fc.property(outcomes, fc.constantFrom('safe', 'unsafe'), shareBelowOne, (outcome, replay, chance) => {
        let attempt = 1;
        for (; attempt <= Math.max(...Object.values(maxTries)); attempt += 1) {
          const decision = decideRetry({ outcome, attempt, replay, random: chance });
          if (decision.kind === 'give-up') break;
          expect(decision.afterMs).toBeGreaterThanOrEqual(0);
          expect(decision.afterMs).toBeLessThanOrEqual(retryAfterCapMs);
          if (replay !== 'unsafe') continue;
          const certain =
            outcome.kind === 'answer'
              ? outcome.status === 429 || outcome.status === 503
              : outcome.sent === 'nothing' ||
                outcome.code === 'network.refused' ||
                outcome.code === 'network.name-unknown';
          expect(certain).toBe(true);
        }
        expect(attempt).toBeLessThanOrEqual(Math.max(...Object.values(maxTries)));
      }),
    );
  });

  it('backs off within the same doubling bounds for any random number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), shareBelowOne, (attempt, chance) => {
        const ceilingMs = Math.min(20_000, 400 * 2 ** (attempt - 1));
        expect(backoffMs(attempt, chance)).toBeGreaterThanOrEqual(Math.floor(ceilingMs / 2));
        expect(backoffMs(attempt, chance)).toBeLessThanOrEqual(ceilingMs);
      }),
    );
  });
});

describe('Retry-After', () => {
  const nowMs = Date.UTC(2024, 0, 1, 0, 0, 0);
  it.each([
    [undefined, null],
    ['3', 3_000],
    [' 0 ', 0],
    ['Mon, 01 Jan 2024 00:01:30 GMT', 90_000],
    ['Sun, 31 Dec 2023 00:00:00 GMT', 0],
    ['-5', null],
    ['soon', null],
    ['2024', 2_024_000],
    ['', null],
  ])('%j is %j ms', (value, expected) => {
    const headers: Record<string, string> = value === undefined ? {} : { 'retry-after': value };
    expect(parseRetryAfter(headers, nowMs)).toBe(expected);
  });
  it.each([-3_600_000, 0, 3_600_000])(
    'counts a date from the time of the response when our clock is off by %i ms',
    (off) => {
      const headers = { 'retry-after': 'Mon, 01 Jan 2024 00:00:30 GMT', date: 'Mon, 01 Jan 2024 00:00:00 GMT' };
      expect(parseRetryAfter(headers, nowMs + off)).toBe(30_000);
      expect(parseRetryAfter({ ...headers, date: 'now' }, nowMs + off)).toBe(Math.max(0, 30_000 - off));
    },
  );
});
