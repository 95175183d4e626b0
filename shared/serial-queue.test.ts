import { expect, it } from 'vitest';
import { createSerialQueue } from './serial-queue';

it('runs work one after another, also after a failure, and ends when all of it has', async () => {
  const queue = createSerialQueue();
  const order: string[] = [];
  const work = (name: string, fails: 'fails' | 'succeeds'): Promise<string> =>
    queue.take(async () => {
      order.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      order.push(`${name} ends`);
      if (fails === 'fails') throw new Error(name);
      return name;
    });
  const first = work('a', 'fails');
  const second = work('b', 'succeeds');
  expect(order).toEqual([]);
  await expect(first).rejects.toThrow('a');
  await queue.ended();
  expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  expect(await second).toBe('b');
});
