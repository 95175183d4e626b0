// When nothing is under way any more, and what becomes of work that throws.
import { expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import { WorkUnderWay } from './work-under-way';

function heldWork(): { readonly work: () => Promise<void>; readonly end: (error?: Error) => void } {
  let end: (error?: Error) => void = () => undefined;
  const ended = new Promise<void>((resolve, reject) => {
    end = (error) => (error === undefined ? resolve() : reject(error));
  });
  return { work: () => ended, end };
}

it('is settled at once while nothing runs', async () => {
  await new WorkUnderWay(() => undefined).settled();
});

it('waits for work that the last piece has left behind', async () => {
  const next = heldWork();
  const under: WorkUnderWay = new WorkUnderWay(() => {
    counts.push(under.count);
    if (counts.length === 1) void under.run(next.work);
  });
  const counts: number[] = [];
  const first = heldWork();
  void under.run(first.work);
  let isSettled = false;
  const settled = under.settled().then(() => (isSettled = true));
  first.end();
  await new Promise((resolve) => setImmediate(resolve));
  expect([isSettled, under.count]).toEqual([false, 1]);
  next.end();
  await settled;
  expect(counts).toEqual([0, 0]);
});

it('throws what the first of them threw, once all have ended', async () => {
  const under = new WorkUnderWay(() => undefined);
  const [first, second] = [heldWork(), heldWork()];
  void under.run(first.work);
  void under.run(second.work);
  first.end(new StowageError('local.disk-full', 'The disk is full.'));
  second.end(new StowageError('local.denied', 'Later.'));
  await expect(under.settled()).rejects.toMatchObject({ code: 'local.disk-full' });
  expect(under.count).toBe(0);
});
