// Tokens under a fake clock: renewed before they expire, requested once for all callers.
import { expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import { createFakeClock } from '../../testing/clock';
import { type AcquireOptions, type TokenProvider, Tokens } from './tokens';

const target = { identityId: 'ada', tenant: 'contoso', resource: 'https://storage.azure.com' };
const minuteMs = 60_000;

function bench(lifeMs = 60 * minuteMs) {
  const clock = createFakeClock();
  const requests: AcquireOptions[] = [];
  let failure: StowageError | null = null;
  const provider: TokenProvider = {
    acquire: async (_tenant, _resource, options) => {
      requests.push(options);
      await Promise.resolve();
      if (failure !== null) throw failure;
      return { token: `token ${requests.length}`, expiresAtMs: clock.now() + lifeMs };
    },
  };
  const tokens = new Tokens(clock, () => Promise.resolve(provider));
  return { clock, requests, tokens, failWith: (error: StowageError | null) => (failure = error) };
}

it('tokens: are requested once, however many callers request them at the same time', async () => {
  const { tokens, requests } = bench();
  expect(tokens.current(target)).toBeNull();
  const issued = await Promise.all(Array.from({ length: 50 }, () => tokens.valid(target)));
  expect(new Set(issued.map(({ token }) => token))).toEqual(new Set(['token 1']));
  expect(tokens.current(target)).toBe('token 1');
  expect(requests).toHaveLength(1);
});

it('tokens: are renewed ten minutes before they expire, while the old one is still sent', async () => {
  const { tokens, requests, clock } = bench();
  await tokens.valid(target);
  await clock.advance(49 * minuteMs);
  expect([tokens.current(target), requests.length]).toEqual(['token 1', 1]);
  await clock.advance(minuteMs);
  expect(tokens.current(target)).toBe('token 1');
  await clock.advance(1);
  expect([tokens.current(target), requests.length]).toEqual(['token 2', 2]);
  expect(requests[1]?.isForced).toBe(true);
});

it('tokens: a renewal that fails is repeated later, and the token is sent until it expires', async () => {
  const { tokens, requests, clock, failWith } = bench();
  await tokens.valid(target);
  failWith(new StowageError('network.refused', 'gone'));
  await clock.advance(50 * minuteMs);
  expect(tokens.current(target)).toBe('token 1');
  await clock.advance(1);
  expect(tokens.current(target)).toBe('token 1');
  expect(requests).toHaveLength(2);
  await clock.advance(30_000);
  tokens.current(target);
  await clock.advance(1);
  expect(requests).toHaveLength(3);
  await clock.advance(10 * minuteMs);
  expect(tokens.current(target)).toBeNull();
  await expect(tokens.valid(target)).rejects.toMatchObject({ code: 'network.refused' });
  failWith(null);
  expect((await tokens.valid(target)).token).toBe('token 5');
});

it('tokens: one that was rejected is replaced once, however many requests were rejected with it', async () => {
  const { tokens, requests } = bench();
  await tokens.valid(target);
  const replaced = await Promise.all(Array.from({ length: 20 }, () => tokens.replace(target, 'token 1')));
  expect(new Set(replaced.map(({ token }) => token))).toEqual(new Set(['token 2']));
  // Another request that was sent before the renewal, and whose response came late.
  expect((await tokens.replace(target, 'token 1')).token).toBe('token 2');
  expect(requests).toHaveLength(2);
});

it('tokens: pass the claims of a challenge to the provider, even when another token was issued meanwhile', async () => {
  const { tokens, requests } = bench();
  await tokens.valid(target);
  await tokens.replace(target, 'an older one', '{"access_token":{}}');
  expect(requests[1]).toMatchObject({ isForced: true, claims: '{"access_token":{}}' });
});

it('tokens: differ between tenants and resources', async () => {
  const { tokens, requests } = bench();
  await tokens.valid(target);
  await tokens.valid({ ...target, tenant: 'fabrikam' });
  await tokens.valid({ ...target, resource: 'https://management.azure.com' });
  expect(requests).toHaveLength(3);
  expect(tokens.current(target)).toBe('token 1');
});

it('tokens: those who listen receive each new one, until they stop', async () => {
  const { tokens } = bench();
  const received: string[] = [];
  const stop = tokens.onRenewed((_, { token }) => received.push(token));
  await tokens.valid(target);
  await tokens.replace(target, 'token 1');
  stop();
  await tokens.replace(target, 'token 2');
  expect(received).toEqual(['token 1', 'token 2']);
});

it('tokens: report a wrong clock when a token has expired as it is issued', async () => {
  const { tokens } = bench(-1);
  await expect(tokens.valid(target)).rejects.toMatchObject({ code: 'auth.clock-skew' });
});

it('tokens: are forgotten with the identity', async () => {
  const { tokens } = bench();
  await tokens.valid(target);
  tokens.forget('somebody else');
  expect(tokens.current(target)).toBe('token 1');
  tokens.forget('ada');
  expect(tokens.current(target)).toBeNull();
});

it('tokens: a clock that is an hour fast is reported as such, once for each request, without a loop', async () => {
  const { tokens, requests } = bench(-1);
  await expect(tokens.valid(target)).rejects.toMatchObject({ code: 'auth.clock-skew' });
  expect(tokens.current(target)).toBeNull();
  await expect(tokens.replace(target, 'token 0')).rejects.toMatchObject({ code: 'auth.clock-skew' });
  expect(requests).toHaveLength(2);
});

it('tokens: with a clock that is an hour slow, a denied token is replaced once for all that were denied', async () => {
  const { tokens, requests } = bench(120 * minuteMs);
  const { token } = await tokens.valid(target);
  // By this clock it is good for another two hours, by that of the service it has expired.
  const replaced = await Promise.all(Array.from({ length: 20 }, () => tokens.replace(target, token)));
  expect(new Set(replaced.map((each) => each.token))).toEqual(new Set(['token 2']));
  expect(requests).toHaveLength(2);
});
