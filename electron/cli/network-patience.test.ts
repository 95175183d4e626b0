import { expect, it } from 'vitest';
import { createPatience, createSilenceWatch } from './network-patience';

const still = { state: 'running', bytesDone: 0, bytesPerSecond: 0, filesDone: 0, filesTotal: 1 } as const;

it('network patience: ends after the limit without the network, and starts over when it was back', () => {
  let nowMs = 0;
  const patience = createPatience({ unreachableMs: 1000, silentMs: null }, () => nowMs);
  const at = (ms: number, waitsFor?: 'network' | 'server'): boolean => {
    nowMs = ms;
    return patience.isOver({ ...still, waitsFor });
  };
  expect([at(0, 'network'), at(999, 'network'), at(1000, 'network')]).toEqual([false, false, true]);
  expect([at(1500), at(1600, 'network'), at(2599, 'network'), at(2600, 'network')]).toEqual([
    false,
    false,
    false,
    true,
  ]);
  expect([at(9000, 'server'), at(99_000, 'server')]).toEqual([false, false]);
});

it('network patience: ends when a running job has moved nothing for the limit, whatever it waits for', () => {
  let nowMs = 0;
  const patience = createPatience({ unreachableMs: 1000, silentMs: 1000 }, () => nowMs);
  const at = (ms: number, job: Partial<Parameters<typeof patience.isOver>[0]> = {}): boolean => {
    nowMs = ms;
    return patience.isOver({ ...still, ...job });
  };
  expect([at(0), at(600), at(700, { waitsFor: 'network' }), at(1000, { waitsFor: 'network' })]).toEqual([
    false,
    false,
    false,
    true,
  ]);
  expect([at(1100, { bytesDone: 1 }), at(2099, { bytesDone: 1 }), at(2100, { bytesDone: 1 })]).toEqual([
    false,
    false,
    true,
  ]);
  const others = [{ bytesPerSecond: 1 }, { state: 'waiting' }, { waitsFor: 'server' }] as const;
  expect(others.flatMap((job, index) => [at(5000 + index * 3000, job), at(7500 + index * 3000, job)])).not.toContain(
    true,
  );
});

it('silence: is reported once when a running job has moved nothing for the limit, and again after it moved', () => {
  let nowMs = 0;
  const watch = createSilenceWatch(3000, () => nowMs);
  const at = (ms: number, job: Partial<Parameters<typeof watch.isNew>[0]> = {}): boolean => {
    nowMs = ms;
    return watch.isNew({ ...still, ...job });
  };
  expect([at(0), at(2999), at(3000), at(9000)]).toEqual([false, false, true, false]);
  expect([at(9500, { bytesDone: 5 }), at(12_499, { bytesDone: 5 }), at(12_500, { bytesDone: 5 })]).toEqual([
    false,
    false,
    true,
  ]);
  const others = [{ state: 'paused' }, { waitsFor: 'server' }, { filesTotal: 0 }, { bytesPerSecond: 1 }] as const;
  expect(others.map((job, index) => at(20_000 + index * 5000, job))).toEqual([false, false, false, false]);
});
