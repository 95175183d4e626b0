// When the work of a job is tried again by itself, and when its failure is that of the job.
import { expect, it } from 'vitest';
import { type ErrorCode, StowageError, cancelled } from '@shared/errors';
import { retryOnOutage } from './retry-on-outage';

const away = 'network.reset';

interface How {
  readonly hasReachedService?: boolean;
  /** When it is stopped. */
  readonly stopped?: 'before' | 'at the outage';
}

/** Work that fails with each of these once before it is done, and the outages that were shown. */
function working(failures: readonly ErrorCode[], { hasReachedService = true, stopped }: How = {}) {
  const left = [...failures];
  const outages: ErrorCode[] = [];
  const stopping = new AbortController();
  if (stopped === 'before') stopping.abort();
  const work = (): Promise<string> => {
    const code = left.shift();
    return code === undefined ? Promise.resolve('done') : Promise.reject(new StowageError(code, 'It failed.'));
  };
  const cutOff = ({ code }: StowageError): void => {
    outages.push(code);
    if (stopped === 'at the outage') stopping.abort();
  };
  const sleep = (_ms: number, signal?: AbortSignal): Promise<void> =>
    signal?.aborted === true ? Promise.reject(cancelled()) : Promise.resolve();
  const ports = { progress: { hasReachedService, cutOff }, clock: { sleep }, signal: stopping.signal };
  return { ended: retryOnOutage(work, ports), outages };
}

it('goes on until the network is back, and shows each time that it was cut off', async () => {
  const { ended, outages } = working([away, away]);
  expect(await ended).toBe('done');
  expect(outages).toEqual([away, away]);
});

it.each([
  ['what the service says', ['auth.denied'], {}],
  ['a network in which the service was never reached', [away], { hasReachedService: false }],
  ['whatever is met once it is stopped', [away], { stopped: 'before' }],
] as const)('fails by %s', async (_cause, failures, how) => {
  const { ended, outages } = working(failures, how);
  await expect(ended).rejects.toMatchObject({ code: failures[0] });
  expect(outages).toEqual([]);
});

it('ends when it is stopped while it waits', async () => {
  const { ended, outages } = working([away], { stopped: 'at the outage' });
  await expect(ended).rejects.toMatchObject({ code: 'cancelled.by-user' });
  expect(outages).toEqual([away]);
});
