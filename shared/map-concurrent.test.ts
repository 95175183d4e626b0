import { describe, expect, it } from 'vitest';
import { mapConcurrent } from './map-concurrent';

/** Concurrent work that completes when the test resolves it, in any order. */
function held() {
  const begun: number[] = [];
  const ends = new Map<number, (thrown?: Error) => void>();
  const work = (item: number): Promise<string> =>
    new Promise((resolve, reject) => {
      begun.push(item);
      ends.set(item, (thrown) => (thrown === undefined ? resolve(`did ${item}`) : reject(thrown)));
    });
  const end = async (item: number, thrown?: Error): Promise<void> => {
    ends.get(item)?.(thrown);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, work, end };
}

describe('concurrent mapping', () => {
  it('is on so many at once, begun in their order, and answers in it', async () => {
    const { begun, work, end } = held();
    const all = mapConcurrent([1, 2, 3, 4], 2, work);
    expect(begun).toEqual([1, 2]);
    await end(2);
    expect(begun).toEqual([1, 2, 3]);
    for (const item of [3, 4, 1]) await end(item);
    expect(await all).toEqual(['did 1', 'did 2', 'did 3', 'did 4']);
  });

  it('begins nothing more after a failure, and rejects with the first when the others have ended', async () => {
    const { begun, work, end } = held();
    let thrown: unknown = null;
    const all = mapConcurrent([1, 2, 3, 4], 3, work).catch((error: unknown) => {
      thrown = error;
    });
    await end(2, new Error('first'));
    await end(1, new Error('second'));
    expect([begun, thrown]).toEqual([[1, 2, 3], null]);
    await end(3);
    await all;
    expect(thrown).toEqual(new Error('first'));
  });

  it('is done at once where there is nothing', async () => {
    expect(await mapConcurrent([], 8, () => Promise.reject(new Error('nothing to do')))).toEqual([]);
  });
});
