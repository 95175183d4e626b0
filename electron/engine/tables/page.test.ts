import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../testing/clock';
import { type PageRows, blocksOf, entitiesOf, joined, PageWaits } from './page';
import type { Entity } from '@shared/model/entity';
import { packRows } from '@shared/rows/packed-rows';

it('page: reports why it is requested again, with which attempt and when', async () => {
  const clock = createFakeClock();
  const waits = new PageWaits(clock);
  expect(waits.now).toBeNull();
  waits.noteRetry('503', { attempt: 2, afterMs: 10_000 });
  expect(waits.now).toEqual({ why: 'throttled', attempt: 2, dueInMs: 10_000 });
  await clock.advance(7_000);
  expect(waits.now?.dueInMs).toBe(3_000);
  await clock.advance(60_000);
  // Under way.
  expect(waits.now).toEqual({ why: 'throttled', attempt: 2, dueInMs: 0 });
  waits.end();
  expect(waits.now).toBeNull();
});

it('page: reports a pause of the account that other requests caused, and how it grows', async () => {
  const clock = createFakeClock();
  const waits = new PageWaits(clock);
  waits.noteHeld({ attempt: 1, afterMs: 10_000 });
  await clock.advance(4_000);
  expect(waits.now).toEqual({ why: 'held', attempt: 1, dueInMs: 6_000 });
  waits.noteHeld({ attempt: 1, afterMs: 30_000 });
  expect(waits.now?.dueInMs).toBe(30_000);
});

it('page: reports its throttling as the cause of the pause that it triggered', () => {
  const waits = new PageWaits(createFakeClock());
  waits.noteRetry('503', { attempt: 2, afterMs: 0 });
  waits.noteHeld({ attempt: 2, afterMs: 1_200 });
  expect(waits.now).toEqual({ why: 'throttled', attempt: 2, dueInMs: 1_200 });
  waits.noteRetry('500', { attempt: 3, afterMs: 400 });
  waits.noteHeld({ attempt: 3, afterMs: 900 });
  expect(waits.now).toEqual({ why: 'held', attempt: 3, dueInMs: 900 });
});

it('page: reports a request as delayed when another one beside it was throttled', () => {
  const waits = new PageWaits(createFakeClock());
  waits.noteRetry('503', { attempt: 2, afterMs: 0 });
  waits.noteHeld({ attempt: 1, afterMs: 1_200 });
  expect(waits.now).toEqual({ why: 'held', attempt: 1, dueInMs: 1_200 });
});

it.each([
  ['429', 'throttled'],
  ['500', 'failing'],
  ['network.reset', 'line'],
])('knows a service that throttles from one that fails and from a line that breaks: %s', (cause, why) => {
  const waits = new PageWaits(createFakeClock());
  waits.noteRetry(cause, { attempt: 3, afterMs: 400 });
  expect(waits.now?.why).toBe(why);
});

const rows: readonly Entity[] = ['0', '1', '2', '3', '4'].map((rowKey) => ({
  partitionKey: 'p',
  rowKey,
  timestamp: '2026-11-22T20:00:00.1234567Z',
  etag: `e${rowKey}`,
  properties: [{ name: 'Note', value: { type: 'Edm.String', value: `of ${rowKey}` } }],
}));
const packed = (...blocks: readonly (readonly [number, number])[]): PageRows & { readonly form: 'packed' } => ({
  form: 'packed',
  blocks: blocks.map(([from, to]) => packRows(rows.slice(from, to))),
});

describe('pieces of a page', () => {
  it('that are all packed retain the same blocks, in order', () => {
    const first = packed([0, 2]);
    const second = packed([2, 3], [3, 5]);
    const whole = joined([first, second]);
    const blocks = [...first.blocks, ...second.blocks];
    expect(blocksOf(whole).map((block) => blocks.indexOf(block))).toEqual([0, 1, 2]);
    expect(entitiesOf(whole)).toEqual(rows);
  });

  it('of which one is held as entities are held as entities, in order', () => {
    const whole = joined([packed([0, 2]), { form: 'entities', rows: rows.slice(2) }]);
    expect(whole.form).toBe('entities');
    expect(entitiesOf(whole)).toEqual(rows);
    expect(joined([])).toEqual({ form: 'entities', rows: [] });
  });
});
