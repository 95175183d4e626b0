import { expect, it } from 'vitest';
import { createMailbox } from './mailbox';

const orders = ['local', 'Orders'];

it('keeps what is asked of a tab until that tab takes it, once', () => {
  const asked = createMailbox<string>();
  const taken: string[] = [];
  const take = (what: string) => void taken.push(what);
  asked.post(orders, 'first');
  asked.collect(['local', 'Movies'], take);
  expect(taken).toEqual([]);
  const stop = asked.collect(orders, take);
  expect(taken).toEqual(['first']);
  asked.post(orders, 'second');
  asked.post(orders, 'second');
  expect(taken).toEqual(['first', 'second', 'second']);
  stop();
  asked.post(orders, 'third');
  expect(taken).toHaveLength(3);
});

it('tells a table from an entity of it', () => {
  const asked = createMailbox<string>();
  const taken: string[] = [];
  asked.collect(orders, (what) => void taken.push(what));
  asked.post([...orders, 'A', '1'], 'the entity');
  expect(taken).toEqual([]);
});
