import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SteadyMap } from './steady-map';

const step = <K>(key: fc.Arbitrary<K>) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ act: fc.constant('set' as const), key, value: fc.nat() }) },
    { weight: 5, arbitrary: fc.record({ act: fc.constant('delete' as const), key, value: fc.constant(0) }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('clear' as const), key, value: fc.constant(0) }) },
  );

interface Step {
  readonly act: 'set' | 'delete' | 'clear';
  readonly key: string | number;
  readonly value: number;
}

function sameAsMap(steps: readonly Step[]): void {
  const steady = new SteadyMap<string | number, number>();
  const plain = new Map<string | number, number>();
  for (const { act, key, value } of steps) {
    if (act === 'set') {
      steady.set(key, value);
      plain.set(key, value);
    } else if (act === 'delete') expect(steady.delete(key)).toBe(plain.delete(key));
    else {
      steady.clear();
      plain.clear();
    }
    expect([steady.size, steady.get(key), steady.has(key)]).toEqual([plain.size, plain.get(key), plain.has(key)]);
  }
  expect(steady.entries()).toEqual([...plain]);
  expect(steady.keys()).toEqual([...plain.keys()]);
  expect(steady.values()).toEqual([...plain.values()]);
}

describe('a map that stays in its place', () => {
  it('holds what a map holds, in its order, whatever comes and goes', () => {
    fc.assert(fc.property(fc.array(step(fc.nat(40)), { maxLength: 400 }), sameAsMap));
    fc.assert(fc.property(fc.array(step(fc.integer()), { maxLength: 200 }), sameAsMap));
    // Few letters: many of these names begin at one place.
    fc.assert(fc.property(fc.array(step(fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 5 }))), sameAsMap));
  });

  it('takes back the room of a hundred thousand and goes on', () => {
    const map = new SteadyMap<number, string>();
    for (let key = 0; key < 100_000; key += 1) map.set(key, `file ${key}`);
    for (let key = 0; key < 100_000; key += 1) {
      expect(map.get(key)).toBe(`file ${key}`);
      map.delete(key);
    }
    expect(map.size).toBe(0);
    map.set(7, 'again');
    expect(map.entries()).toEqual([[7, 'again']]);
  });

  it('is not disturbed by changes while somebody goes through what it held', () => {
    const map = new SteadyMap<number, number>();
    for (let key = 0; key < 10; key += 1) map.set(key, key);
    for (const value of map.values()) map.delete(value);
    expect(map.size).toBe(0);
  });
});
