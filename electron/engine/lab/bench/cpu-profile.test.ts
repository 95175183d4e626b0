// The profiler names the function that used the processor, and leaves out idle time.
import { expect, it } from 'vitest';
import { profiled, selfTimes } from './cpu-profile';

it('profile: counts a sample for the function it was taken in, until the next sample, and leaves out idle time', () => {
  const node = (id: number, name: string, url = '') => ({ id, callFrame: { functionName: name, url } });
  const nodes = [node(1, '(idle)'), node(2, 'decode', 'file:///app/codec.js'), node(3, '(garbage collector)')];
  const times = selfTimes({ nodes, samples: [2, 1, 2, 3, 2], timeDeltas: [0, 1000, 5000, 2000, 500] });
  expect(times).toEqual([
    { name: 'decode (codec.js)', selfMs: 3 },
    { name: '(garbage collector)', selfMs: 0.5 },
  ]);
});

it('profile: names the function that was busy', async () => {
  const busy = function spinForProfile(): number {
    const end = performance.now() + 40;
    let turns = 0;
    while (performance.now() < end) turns += 1;
    return turns;
  };
  const times = await profiled(async () => {
    await Promise.resolve();
    busy();
  });
  expect(times?.slice(0, 3).map(({ name }) => name)).toContainEqual(expect.stringContaining('spinForProfile'));
});
