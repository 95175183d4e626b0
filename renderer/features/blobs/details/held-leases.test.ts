import { describe, expect, it } from 'vitest';
import { heldLease, rememberLease } from './held-leases';

function memory(text: string | null = null) {
  let kept = text;
  return {
    getItem: () => kept,
    setItem: (_key: string, value: string) => {
      kept = value;
    },
  };
}

const crates = { connectionId: 'a', container: 'hold', name: 'crates.txt' };
const hold = { connectionId: 'a', container: 'hold' };

describe('leases acquired here', () => {
  it('are found by exactly what they lock', () => {
    const storage = memory();
    rememberLease(storage, crates, 'one');
    rememberLease(storage, hold, 'two');
    rememberLease(storage, crates, 'three');
    expect(heldLease(storage, crates)).toBe('three');
    expect(heldLease(storage, hold)).toBe('two');
    expect(heldLease(storage, { ...crates, connectionId: 'b' })).toBeNull();
    rememberLease(storage, crates, '');
    expect(heldLease(storage, crates)).toBeNull();
    expect(heldLease(storage, hold)).toBe('two');
  });

  it('are the latest hundred, and nothing that is damaged', () => {
    const storage = memory();
    for (let index = 0; index <= 100; index += 1) rememberLease(storage, { ...hold, name: `${index}` }, 'id');
    expect(heldLease(storage, { ...hold, name: '0' })).toBeNull();
    expect(heldLease(storage, { ...hold, name: '1' })).toBe('id');
    for (const text of ['{', '[["a"]]', '7']) expect(heldLease(memory(text), hold)).toBeNull();
  });
});
