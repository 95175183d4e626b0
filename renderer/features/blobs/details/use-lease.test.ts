import { beforeEach, describe, expect, it } from 'vitest';
import { heldLease, rememberLease } from './use-lease';

beforeEach(() => localStorage.clear());

const crates = { connectionId: 'a', container: 'hold', name: 'crates.txt' };
const hold = { connectionId: 'a', container: 'hold' };

describe('leases acquired here', () => {
  it('are found by exactly what they lock', () => {
    rememberLease(crates, 'one');
    rememberLease(hold, 'two');
    rememberLease(crates, 'three');
    expect(heldLease(crates)).toBe('three');
    expect(heldLease(hold)).toBe('two');
    expect(heldLease({ ...crates, connectionId: 'b' })).toBeNull();
    rememberLease(crates, '');
    expect(heldLease(crates)).toBeNull();
    expect(heldLease(hold)).toBe('two');
  });

  it('are the latest hundred, and nothing that is damaged', () => {
    for (let index = 0; index <= 100; index += 1) rememberLease({ ...hold, name: `${index}` }, 'id');
    expect(heldLease({ ...hold, name: '0' })).toBeNull();
    expect(heldLease({ ...hold, name: '1' })).toBe('id');
    for (const text of ['{', '[["a"]]', '7']) {
      localStorage.setItem('stowage.leases', text);
      expect(heldLease(hold)).toBeNull();
    }
  });
});
