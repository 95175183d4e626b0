// What the attempts of one request are counted against, and the waits between them.
import { describe, expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import { createFakeClock } from '../../testing/clock';
import { serviceHeaders } from '../../testing/faults';
import { createMetricsLog } from '../../testing/metrics-log';
import { createAccountDeps } from './account-deps';
import type { Authorizer } from './credentials';
import { type HttpRequest, type HttpResponse, TransportFailure } from './http/http-types';
import { createRestAccount } from './request';

type Outcome = 'busy' | 'failing' | 'reset' | 'stale' | 'done';
const noTime = { queueMs: 0, firstByteMs: 0, totalMs: 0 };
const statusOf = { busy: 503, failing: 500, done: 201 } as const;

/** How a request ends whose attempts end like this, and the waits between them; no time passes. */
async function sent(...endings: Outcome[]): Promise<{ readonly ended: string; readonly waitsMs: readonly number[] }> {
  const { ended, waitsMs } = await sentFor(null, endings);
  return { ended, waitsMs };
}

/** `retryForMs`: null for as many attempts as the policy allows. */
async function sentFor(
  retryForMs: number | null,
  endings: Outcome[],
): Promise<{
  readonly ended: string;
  readonly waitsMs: readonly number[];
  readonly limits: readonly HttpRequest['limits'][];
}> {
  const limits: HttpRequest['limits'][] = [];
  const send = (sentRequest: HttpRequest): Promise<HttpResponse> => {
    limits.push(sentRequest.limits);
    const outcome = endings.shift();
    if (outcome !== undefined && outcome !== 'reset' && outcome !== 'stale') {
      const headers = serviceHeaders(outcome === 'failing' ? { 'retry-after': '7' } : {});
      const status = statusOf[outcome];
      return Promise.resolve({ status, headers, metadataNames: {}, body: Buffer.alloc(0), ...noTime });
    }
    const error = new StowageError('network.reset', 'Reset.');
    return Promise.reject(new TransportFailure(error, 'perhaps', outcome === 'stale' ? 'stale' : 'live'));
  };
  const clock = createFakeClock();
  const waitsMs: number[] = [];
  const sleep = (ms: number): Promise<void> => {
    waitsMs.push(ms);
    return clock.advance(ms);
  };
  const deps = createAccountDeps({
    metrics: createMetricsLog(),
    clock: { ...clock, sleep },
    random: () => 0,
    ...(retryForMs === null ? {} : { patience: { retryForMs, onWaiting: () => undefined } }),
    createClient: () => ({ send, dispose: () => undefined }),
  });
  const credential = { kind: 'key', accountName: 'a', accountKey: Buffer.alloc(64).toString('base64') } as const;
  const location = { connectionId: 'c', accountName: 'a', endpoints: { blob: 'http://127.0.0.1:1/a' } };
  const account = createRestAccount({ ...location, credential }, deps);
  const request = { service: 'blob', operation: 'PutBlock', method: 'PUT', path: '/b/n', resource: 'b' } as const;
  const ended = await account.send({ ...request, replay: 'safe' }).then(
    ({ attempts }) => `done after ${attempts}`,
    (error: unknown) => StowageError.from(error).code,
  );
  return { ended, waitsMs, limits };
}
const ends = async (...endings: Outcome[]): Promise<string> => (await sent(...endings)).ended;
const times = (count: number, outcome: Outcome): Outcome[] => Array.from({ length: count }, () => outcome);

describe('attempts of a request', () => {
  it('are counted for each cause: throttling does not use up those for a broken connection', async () => {
    expect(await ends(...times(7, 'busy'), ...times(5, 'reset'), 'done')).toBe('done after 13');
    expect(await ends(...times(5, 'reset'), ...times(7, 'busy'), 'done')).toBe('done after 13');
    expect(await ends(...times(5, 'busy'), ...times(6, 'reset'), 'done')).toBe('network.reset');
    expect(await ends('reset', ...times(8, 'busy'), 'done')).toBe('throttled.server-busy');
  });

  it('that used a connection which had died while idle do not count against other causes', async () => {
    expect(await ends(...times(5, 'stale'), ...times(5, 'reset'), 'done')).toBe('done after 11');
    expect(await ends(...times(6, 'stale'), 'done')).toBe('network.reset');
  });

  it('wait for an answer only for the time that is left, but each for a few seconds', async () => {
    const { limits } = await sentFor(20_000, [...times(12, 'reset')]);
    const waits = limits.map(({ headerMs }) => headerMs);
    expect(waits[0]).toBe(20_000);
    expect(waits).toEqual([...waits].sort((one, other) => other - one));
    expect(waits.at(-1)).toBe(5_000);
    const [first] = (await sentFor(1_000, ['done'])).limits;
    expect(first).toMatchObject({ connectMs: 5_000, headerMs: 5_000, stallMs: 5_000 });
    const [unbounded] = (await sentFor(null, ['done'])).limits;
    expect([unbounded, (await sentFor(600_000, ['done'])).limits[0]]).toEqual([unbounded, unbounded]);
  });

  it('continue for the given time while the service fails, and not after it', async () => {
    expect((await sentFor(600_000, [...times(40, 'failing'), 'done'])).ended).toBe('done after 41');
    const { ended, waitsMs } = await sentFor(60_000, [...times(40, 'failing'), 'done']);
    expect(ended).not.toMatch(/^done/u);
    expect(waitsMs.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(75_000);
  });

  it.each<[Outcome, string]>([
    ['busy', 'throttled.server-busy'],
    ['failing', 'throttled.server-error'],
    ['reset', 'network.reset'],
  ])('end with the given time however short it is: %s', async (outcome, code) => {
    const { ended, waitsMs } = await sentFor(1_000, [...times(20, outcome), 'done']);
    expect(ended).toBe(code);
    expect(waitsMs.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(1_000);
    expect((await sentFor(0, [outcome, 'done'])).ended).toBe(code);
  });

  it('fill the given time: the last one is at its end although the pause would be longer', async () => {
    const { waitsMs } = await sentFor(30_000, [...times(40, 'busy'), 'done']);
    expect(waitsMs.reduce((sum, ms) => sum + ms, 0)).toBe(30_000);
  });

  it('wait as long as a failing service requests, and briefly when it requests nothing', async () => {
    expect(await sent('failing', 'done')).toEqual({ ended: 'done after 2', waitsMs: [7_000] });
    expect(await sent('reset', 'done')).toEqual({ ended: 'done after 2', waitsMs: [200] });
  });
});

describe('an authorization', () => {
  it('may have to be fetched first, and is requested again before each attempt', async () => {
    const sentWith: (string | undefined)[] = [];
    const statuses = [503, 201];
    const send = ({ headers }: HttpRequest): Promise<HttpResponse> => {
      sentWith.push(headers.authorization);
      const status = statuses.shift() ?? 500;
      return Promise.resolve({
        status,
        headers: serviceHeaders(),
        metadataNames: {},
        body: Buffer.alloc(0),
        ...noTime,
      });
    };
    const clock = createFakeClock();
    const deps = createAccountDeps({
      metrics: createMetricsLog(),
      clock: { ...clock, sleep: (ms) => clock.advance(ms) },
      random: () => 0,
      createClient: () => ({ send, dispose: () => undefined }),
    });
    let issued = 0;
    const tokens: Authorizer = {
      authorize: async ({ query }) => {
        await Promise.resolve();
        issued += 1;
        return { query, headers: { authorization: `Bearer ${issued}` } };
      },
    };
    const descriptor = {
      connectionId: 'c',
      accountName: 'a',
      endpoints: { blob: 'http://127.0.0.1:1/a' },
      credential: { kind: 'key', accountName: 'a', accountKey: '' },
    } as const;
    const account = createRestAccount(descriptor, deps, tokens);
    const request = { service: 'blob', operation: 'PutBlock', method: 'PUT', path: '/b/n', resource: 'b' } as const;
    expect(await account.send({ ...request, replay: 'safe' })).toMatchObject({ status: 201, attempts: 2 });
    expect(sentWith).toEqual(['Bearer 1', 'Bearer 2']);
  });
});
