import { describe, expect, it } from 'vitest';
import type { FetchedPage, Position } from './page';
import { RangePages } from './query';

const start: Position = { kind: 'start' };
const end: Position = { kind: 'end' };
const at = (partitionKey: string): Position => ({ kind: 'at', partitionKey, rowKey: null });

interface PageRequest {
  readonly from: Position;
  readonly head: (next: Position) => void;
  readonly body: (next: Position) => void;
  readonly fail: (error: Error) => void;
  readonly signal: AbortSignal;
}

/** A service whose heads and bodies arrive when the test sends them. */
function service(): {
  readonly pages: RangePages<unknown>;
  readonly requested: readonly PageRequest[];
  readonly froms: () => Position[];
} {
  const requested: PageRequest[] = [];
  const pages = new RangePages((from, head, signal) => {
    return new Promise<FetchedPage<unknown>>((resolve, reject) => {
      const body = (next: Position): void => resolve({ rows: [], next } as unknown as FetchedPage<unknown>);
      signal.addEventListener('abort', () => reject(new Error('aborted')));
      requested.push({ from, head, body, fail: reject, signal });
    });
  });
  return { pages, requested, froms: () => requested.map(({ from }) => from) };
}

describe('the page behind the one that is read', () => {
  it('is requested when the head reveals where it begins, and not again when it is due', async () => {
    const { pages, requested, froms } = service();
    const first = pages.page(start, 'read-on');
    expect(froms()).toEqual([start]);
    requested[0]?.head(at('b'));
    expect(froms()).toEqual([start, at('b')]);
    requested[0]?.body(at('b'));
    expect(await first).toMatchObject({ next: at('b') });
    const second = pages.page(at('b'), 'read-on');
    requested[1]?.head(end);
    requested[1]?.body(end);
    expect(await second).toMatchObject({ next: end });
    expect(froms()).toEqual([start, at('b')]);
  });

  it('waits while no caller reads on, also when its position is known', async () => {
    const { pages, requested, froms } = service();
    const first = pages.page(start, 'stay');
    requested[0]?.head(at('b'));
    requested[0]?.body(at('b'));
    await first;
    expect(froms()).toEqual([start]);
  });

  it('is one page, however early heads come', async () => {
    const { pages, requested, froms } = service();
    const first = pages.page(start, 'read-on');
    requested[0]?.head(at('b'));
    requested[1]?.head(at('c'));
    expect(froms()).toEqual([start, at('b')]);
    requested[0]?.body(at('b'));
    await first;
    // Its known position is used once it is due.
    void pages.page(at('b'), 'read-on');
    expect(froms()).toEqual([start, at('b'), at('c')]);
  });

  it('is replaced when a second attempt reveals another position', async () => {
    const { pages, requested, froms } = service();
    const first = pages.page(start, 'read-on');
    requested[0]?.head(at('b'));
    requested[0]?.head(at('c'));
    expect(requested[1]?.signal.aborted).toBe(true);
    requested[0]?.body(at('c'));
    await first;
    const second = pages.page(at('c'), 'stay');
    requested[2]?.body(end);
    await second;
    expect(froms()).toEqual([start, at('b'), at('c')]);
  });

  it('is dropped when the range continues elsewhere', async () => {
    const { pages, requested, froms } = service();
    const first = pages.page(start, 'read-on');
    requested[0]?.head(at('b'));
    requested[0]?.body(at('c'));
    await first;
    const second = pages.page(at('c'), 'stay');
    expect(requested[1]?.signal.aborted).toBe(true);
    requested[2]?.body(end);
    expect(await second).toMatchObject({ next: end });
    expect(froms()).toEqual([start, at('b'), at('c')]);
  });

  it('is requested again when its read-ahead failed', async () => {
    const { pages, requested, froms } = service();
    pages.readAhead(start);
    pages.readAhead(start);
    expect(froms()).toEqual([start]);
    requested[0]?.fail(new Error('reset'));
    await new Promise(setImmediate);
    const first = pages.page(start, 'stay');
    requested[1]?.body(end);
    expect(await first).toMatchObject({ next: end });
  });

  it.each(['readAhead', 'begin'] as const)('fails for whoever waits for it, and can be had again (%s)', async (by) => {
    const { pages, requested } = service();
    pages[by](start);
    const first = pages.page(start, 'stay');
    requested[0]?.fail(new Error('refused'));
    await expect(first).rejects.toThrow('refused');
    const again = pages.page(start, 'stay');
    requested[1]?.body(end);
    expect(await again).toMatchObject({ next: end });
    expect(requested).toHaveLength(2);
  });
});

it('reports the failure of the first page even if it occurred before any caller requested it', async () => {
  const { pages, requested } = service();
  pages.begin(start);
  requested[0]?.fail(new Error('refused'));
  await new Promise(setImmediate);
  await expect(pages.page(start, 'stay')).rejects.toThrow('refused');
  expect(requested).toHaveLength(1);
});

it('aborts requests in flight, rejects waiting calls as cancelled, and can continue', async () => {
  const { pages, requested } = service();
  const first = pages.page(start, 'read-on');
  requested[0]?.head(at('b'));
  pages.stop();
  await expect(first).rejects.toMatchObject({ code: 'cancelled.by-user' });
  expect(requested.map(({ signal }) => signal.aborted)).toEqual([true, true]);
  const again = pages.page(start, 'stay');
  requested[2]?.body(end);
  expect(await again).toMatchObject({ next: end });
});
