import { expect, it } from 'vitest';
import { createTurns } from './in-turns';

it('runs work one after another, also after a failure, and ends when all of it has', async () => {
  const turns = createTurns();
  const told: string[] = [];
  const work = (name: string, fails: 'fails' | 'succeeds'): Promise<string> =>
    turns.take(async () => {
      told.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      told.push(`${name} ends`);
      if (fails === 'fails') throw new Error(name);
      return name;
    });
  const first = work('a', 'fails');
  const second = work('b', 'succeeds');
  expect(told).toEqual([]);
  await expect(first).rejects.toThrow('a');
  await turns.ended();
  expect(told).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  expect(await second).toBe('b');
});
