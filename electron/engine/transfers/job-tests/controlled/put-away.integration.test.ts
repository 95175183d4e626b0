import { expect, it } from 'vitest';
import { systemClock } from '../../../system-clock';
import { useBench } from '../../fixtures/use-bench';

const { bench } = useBench();

// The command line ends with its process, which a timer left behind holds.
it('waits for nothing once its jobs have ended and it was put away', async () => {
  const asleep = new Set<number>();
  let sleeps = 0;
  const transfers = bench.roomWith({
    clock: {
      ...systemClock,
      sleep: (ms, signal) => {
        const id = sleeps++;
        asleep.add(id);
        return systemClock.sleep(ms, signal).finally(() => asleep.delete(id));
      },
    },
  });
  const job = await transfers.uploadPaths({
    connectionId: 'test',
    container: bench.container.containerName,
    prefix: '',
    paths: [await bench.file('one.bin', 100)],
    options: bench.options(),
  });
  expect((await job.ended).state).toBe('done');
  await transfers.dispose();
  expect(sleeps).toBeGreaterThan(1);
  expect(asleep.size).toBe(0);
});
