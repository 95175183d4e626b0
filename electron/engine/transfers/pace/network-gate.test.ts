// Who waits for a service that does not answer can leave without the others.
import { expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import { createFakeClock } from '../../../testing/clock';
import { createNetworkGate, probeEveryMs } from './network-gate';

const lost = new StowageError('network.refused', 'Nobody answers.');

it('lets go of a file that is given up, and of the others when the service is back', async () => {
  const clock = createFakeClock();
  let answer: 'answers' | 'silent' = 'silent';
  const job = new AbortController();
  const gate = createNetworkGate({
    clock,
    probe: () => Promise.resolve(answer),
    signal: job.signal,
    onChange: () => undefined,
  });
  const [first, second] = [new AbortController(), new AbortController()];
  const back = gate.waitUntilBack(lost, first.signal);
  const through = gate.open(second.signal);
  const others = [gate.waitUntilBack(lost, job.signal), gate.open(job.signal)];
  await clock.advance(probeEveryMs);
  first.abort();
  second.abort();
  await expect(back).rejects.toMatchObject({ kind: 'cancelled' });
  await expect(through).rejects.toMatchObject({ kind: 'cancelled' });
  expect(gate.reason()).toBe(lost);
  answer = 'answers';
  await clock.advance(probeEveryMs);
  expect(await Promise.all(others)).toEqual(['came-back', undefined]);
  expect(gate.reason()).toBeNull();
});

it('lets nobody in who has been given up before', async () => {
  const job = new AbortController();
  const gate = createNetworkGate({
    clock: createFakeClock(),
    probe: () => Promise.resolve('silent'),
    signal: job.signal,
    onChange: () => undefined,
  });
  await expect(gate.waitUntilBack(lost, AbortSignal.abort())).rejects.toMatchObject({ kind: 'cancelled' });
  await expect(gate.open(AbortSignal.abort())).rejects.toMatchObject({ kind: 'cancelled' });
  job.abort();
});

it('is through at once where the service answers, and asks nobody once the job has ended', async () => {
  let probes = 0;
  const job = new AbortController();
  const clock = createFakeClock();
  const changes: unknown[] = [];
  let answer: 'answers' | 'silent' = 'answers';
  const gate = createNetworkGate({
    clock,
    probe: () => Promise.resolve(((probes += 1), answer)),
    signal: job.signal,
    onChange: () => changes.push(gate.reason()),
  });
  await gate.open(job.signal);
  expect(probes).toBe(0);
  expect(await gate.waitUntilBack(lost, job.signal)).toBe('was-there');
  expect([probes, changes]).toEqual([1, [lost, null]]);

  answer = 'silent';
  const waiting = gate.waitUntilBack(lost, new AbortController().signal);
  await clock.advance(0);
  job.abort();
  await expect(waiting).rejects.toMatchObject({ kind: 'cancelled' });
  await clock.advance(10 * probeEveryMs);
  expect(probes).toBe(2);
  await expect(gate.waitUntilBack(lost, new AbortController().signal)).rejects.toMatchObject({ kind: 'cancelled' });
  expect(probes).toBe(2);
});
