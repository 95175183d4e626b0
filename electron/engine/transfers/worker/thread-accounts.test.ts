// Whose throttling a job of this thread waits for, and how the wait ends.
import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../testing/clock';
import type { AccountDescriptor, RestAccount } from '../../azure/account';
import { createPacers } from '../../azure/pacer';
import { ThreadAccounts } from './thread-accounts';

function account(name: string): AccountDescriptor {
  const credential = { kind: 'sas', token: '' } as const;
  return { connectionId: name, accountName: name, endpoints: { blob: `https://${name}` }, credential };
}

/** A job that copies from one account to another. */
function copying() {
  const clock = createFakeClock();
  const pacers = createPacers(clock, () => 0);
  const pacerOf = ({ accountName, endpoints }: AccountDescriptor) => pacers.of(accountName, endpoints.blob ?? '');
  const accounts = new ThreadAccounts({
    monotonic: () => clock.monotonic(),
    pacerOf,
    openAccount: (_job, descriptor) =>
      ({ descriptor, slowdownMs: () => pacerOf(descriptor).remainingMs() }) as RestAccount,
  });
  const [target, source] = [account('target'), account('source')];
  accounts.open('job', target, source);
  return { accounts, target, source, pacerOf };
}

describe('a job that copies', () => {
  it('waits for the account that is throttled longer, be it the one it copies from', () => {
    const { accounts, target, source, pacerOf } = copying();
    expect(accounts.slownessOf('job')).toMatchObject({ slowdownMs: 0 });
    pacerOf(source).slowDown(3_000);
    expect(accounts.slownessOf('job')).toEqual({ slowdownMs: 3_000, slowdownOrigin: 'own', slowdownOf: 'source' });
    pacerOf(target).slowDown(5_000);
    expect(accounts.slownessOf('job')).toEqual({ slowdownMs: 5_000, slowdownOrigin: 'own', slowdownOf: 'target' });
    accounts.slowDown(source, 9_000);
    expect(accounts.slownessOf('job')).toEqual({ slowdownMs: 9_000, slowdownOrigin: 'told', slowdownOf: 'source' });
  });

  it('stops waiting for both accounts on request of the user', () => {
    const { accounts, target, source, pacerOf } = copying();
    pacerOf(source).slowDown(60_000);
    pacerOf(target).slowDown(60_000);
    accounts.tryNow('job');
    expect([pacerOf(source).remainingMs(), pacerOf(target).remainingMs()]).toEqual([0, 0]);
    expect(accounts.slownessOf('job')).toMatchObject({ slowdownMs: 0 });
  });
});
