// Work that waits to be started: in order, ahead of the order on request, and never twice.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWorkQueue } from './work-queue';

const all = <T>(queue: ReturnType<typeof createWorkQueue<T>>): T[] => {
  const items: T[] = [];
  for (let item = queue.next(); item !== null; item = queue.next()) items.push(item);
  return items;
};

describe('a queue of work', () => {
  it('returns the first item, and none that was withdrawn', () => {
    const queue = createWorkQueue<string>();
    for (const item of ['a', 'b', 'c', 'd']) queue.push(item);
    expect(queue.next()).toBe('a');
    expect(queue.withdraw((item) => item === 'c')).toBe('c');
    expect(queue.withdraw((item) => item === 'a')).toBeNull();
    queue.pushFirst('c');
    queue.pushFirst('z');
    expect(queue.length()).toBe(4);
    expect(all(queue)).toEqual(['z', 'c', 'b', 'd']);
  });

  it('is the same as a list, whatever is done with it', () => {
    const step = fc.oneof(
      fc.record({ do: fc.constantFrom('push', 'first', 'withdraw'), item: fc.nat(9) }),
      fc.record({ do: fc.constant('next'), item: fc.nat(9) }),
    );
    fc.assert(
      fc.property(fc.nat(1100), fc.array(step, { maxLength: 40 }), (before, steps) => {
        const queue = createWorkQueue<number>();
        // Taken items are removed in larger steps.
        for (let n = 0; n < before; n += 1) queue.push(n);
        for (let n = 0; n < before; n += 1) queue.next();
        const list: number[] = [];
        for (const { do: act, item } of steps) {
          if (act === 'push') list.push((queue.push(item), item));
          if (act === 'first') list.unshift((queue.pushFirst(item), item));
          if (act === 'next') expect(queue.next()).toBe(list.shift() ?? null);
          if (act === 'withdraw') {
            const at = list.indexOf(item);
            expect(queue.withdraw((one) => one === item)).toBe(list.splice(at, at === -1 ? 0 : 1)[0] ?? null);
          }
          expect(queue.length()).toBe(list.length);
        }
        expect(all(queue)).toEqual(list);
      }),
    );
  });

  it('takes items out again that came first, before any was handed out', () => {
    const queue = createWorkQueue<string>();
    for (const item of ['b', 'a', 'z']) queue.pushFirst(item);
    expect(queue.withdraw((item) => item === 'z')).toBe('z');
    queue.push('c');
    expect([queue.length(), all(queue)]).toEqual([3, ['a', 'b', 'c']]);
  });

  it('lets in when fewer wait than were named, or when it is closed', async () => {
    const queue = createWorkQueue<string>();
    for (const item of ['a', 'b']) queue.push(item);
    const entered: string[] = [];
    const waits = queue.roomBelow(1).then(() => entered.push('next'));
    queue.next();
    await Promise.resolve();
    expect(entered).toEqual([]);
    queue.next();
    await waits;
    queue.push('c');
    const closed = queue.roomBelow(1).then(() => entered.push('close'));
    await Promise.resolve();
    expect(entered).toEqual(['next']);
    queue.close();
    await closed;
    expect(entered).toEqual(['next', 'close']);
  });

  it.each(['close', 'drop'] as const)('notifies waiting callers that no work will come: %s', async (end) => {
    const queue = createWorkQueue<string>();
    const waits = queue.whenSome();
    queue[end]();
    expect(await waits).toBe('closed');
  });

  it('lets in when something was withdrawn', async () => {
    const queue = createWorkQueue<string>();
    queue.push('a');
    const room = queue.roomBelow(1);
    queue.withdraw(() => true);
    await expect(room).resolves.toBeUndefined();
  });

  it('reports when something waits, and when nothing will', async () => {
    const queue = createWorkQueue<string>();
    const some = queue.whenSome();
    queue.pushFirst('a');
    expect(await some).toBe('some');
    queue.close();
    expect([queue.push('b'), queue.pushFirst('b')]).toEqual(['closed', 'closed']);
    expect(await queue.whenSome()).toBe('some');
    expect(queue.next()).toBe('a');
    expect(await queue.whenSome()).toBe('closed');
  });
});
