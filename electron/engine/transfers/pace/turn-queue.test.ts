import { describe, expect, it } from 'vitest';
import { createTurnQueue } from './turn-queue';

async function queueOf(
  atOnce: number,
  ids: readonly string[],
): Promise<{ queue: ReturnType<typeof createTurnQueue>; started: string[] }> {
  const queue = createTurnQueue(atOnce);
  const started: string[] = [];
  for (const id of ids) void queue.enter(id).then(() => started.push(id));
  await Promise.resolve();
  return { queue, started };
}

describe('turn queue', () => {
  it('lets so many move at once and the others in order', async () => {
    const { queue, started } = await queueOf(2, ['a', 'b', 'c', 'd']);
    expect(started).toEqual(['a', 'b']);
    expect([queue.positionOf('c'), queue.positionOf('d'), queue.positionOf('a')]).toEqual([1, 2, null]);
    queue.leave('a');
    await Promise.resolve();
    expect(started).toEqual(['a', 'b', 'c']);
  });

  it('puts waiting jobs in another order', async () => {
    const { queue, started } = await queueOf(1, ['a', 'b', 'c', 'd']);
    queue.reorder('d', 'b');
    queue.reorder('b', null);
    queue.reorder('a', null);
    expect(['d', 'c', 'b'].map((id) => queue.positionOf(id))).toEqual([1, 2, 3]);
    for (const id of ['a', 'd', 'c']) queue.leave(id);
    await Promise.resolve();
    expect(started).toEqual(['a', 'd', 'c', 'b']);
  });

  it('reports moving and waiting jobs, in their order, whenever the position of a waiting one changes', () => {
    const orders: unknown[] = [];
    const queue = createTurnQueue(1, (order) => orders.push(order));
    for (const id of ['a', 'b', 'c', 'd']) void queue.enter(id);
    queue.startNow('d');
    queue.leave('a');
    queue.reorder('c', 'b');
    expect(orders).toEqual([
      { moving: ['a'], waiting: ['b'] },
      { moving: ['a'], waiting: ['b', 'c'] },
      { moving: ['a'], waiting: ['b', 'c', 'd'] },
      { moving: ['d'], waiting: ['c', 'b'] },
    ]);
  });

  it('leaves the others alone when one is named that does not wait', async () => {
    const { queue, started } = await queueOf(1, ['a', 'b', 'c']);
    queue.startNow('gone');
    queue.reorder('gone', 'b');
    queue.reorder('b', 'gone');
    await Promise.resolve();
    expect(started).toEqual(['a']);
    expect(['c', 'b', 'gone'].map((id) => queue.positionOf(id))).toEqual([1, 2, null]);
  });

  it('starts one at once, and no other in its slot afterwards', async () => {
    const { queue, started } = await queueOf(1, ['a', 'b', 'c']);
    queue.startNow('c');
    await Promise.resolve();
    expect(started).toEqual(['a', 'c']);
    expect(queue.moving).toBe(2);
    queue.leave('a');
    await Promise.resolve();
    expect(started).toEqual(['a', 'c']);
    queue.leave('c');
    await Promise.resolve();
    expect(started).toEqual(['a', 'c', 'b']);
  });
});
