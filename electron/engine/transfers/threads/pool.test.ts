// Which account the other threads are to give a pause.
import { expect, it } from 'vitest';
import type { AccountDescriptor } from '../../azure/account';
import type { JobReport, ToWorker } from '../worker/messages';
import type { PoolMember } from './pool-member';
import { shareSlowdown } from './pool';

function account(name: string): AccountDescriptor {
  return { connectionId: name, accountName: name, endpoints: {}, credential: { kind: 'sas', token: '' } };
}
const accounts = { descriptor: account('target'), source: account('source') };

it.each(['target', 'source'] as const)('throttling of the %s of a copy is passed on to other threads', (of) => {
  const messages: ToWorker[] = [];
  const member = (): PoolMember =>
    ({
      slowUntilMs: new Map<string, number>(),
      post: (message: ToWorker) => messages.push(message),
    }) as unknown as PoolMember;
  const [one, other] = [member(), member()];
  const report = { jobId: 'job', slowdownMs: 3_000, slowdownOrigin: 'own', slowdownOf: of } as JobReport;
  expect(shareSlowdown(report, one, [one, other], accounts)).toBeCloseTo(3_000, 0);
  expect(messages).toEqual([{ t: 'slow-down', descriptor: account(of), ms: 3_000 }]);
});
