import { expect, it } from 'vitest';
import { createPendingRequest } from './pending-request';

const orders = ['local', 'Orders'];

it('holds a request for a tab until that tab takes it, once', () => {
  const pending = createPendingRequest<string>();
  const taken: string[] = [];
  const take = (what: string) => void taken.push(what);
  pending.post(orders, 'first');
  pending.collect(['local', 'Movies'], take);
  expect(taken).toEqual([]);
  const stop = pending.collect(orders, take);
  expect(taken).toEqual(['first']);
  pending.post(orders, 'second');
  pending.post(orders, 'second');
  expect(taken).toEqual(['first', 'second', 'second']);
  stop();
  pending.post(orders, 'third');
  expect(taken).toHaveLength(3);
});

it('distinguishes a table from an entity of it', () => {
  const pending = createPendingRequest<string>();
  const taken: string[] = [];
  pending.collect(orders, (what) => void taken.push(what));
  pending.post([...orders, 'A', '1'], 'the entity');
  expect(taken).toEqual([]);
});
