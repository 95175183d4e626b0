import { describe, expect, it } from 'vitest';
import { blockNumber } from '@shared/model/block-number';
import { MiB } from '@shared/units';
import { blockId, blockIdPrefix } from '../plan/blocks';
import { compareStaged, isMadeOf, stagedAmong } from './staged-blocks';

const cut = { bytes: 4 * MiB, blockBytes: 1 * MiB };
const half = blockNumber(1, 0);

describe('what the service holds of a file', () => {
  it('is each block in full, and of a block and its parts the block', () => {
    const prefix = blockIdPrefix('0123456789abcdef01234567', 'mark');
    const held = (number: number, bytes: number) => ({ id: blockId(prefix, number), bytes });
    const uncommitted = [held(0, 1 * MiB), held(half, 512 * 1024), held(1, 77), { id: 'b3RoZXI=', bytes: 9 }];
    expect([...stagedAmong(uncommitted, prefix, cut)]).toEqual([0]);
  });

  it('is the last block with a single byte, and no block without one', () => {
    const prefix = blockIdPrefix('0123456789abcdef01234567', 'mark');
    const held = (number: number, bytes: number) => ({ id: blockId(prefix, number), bytes });
    const longer = { bytes: 4 * MiB + 1, blockBytes: 1 * MiB };
    expect([...stagedAmong([held(4, 1), held(5, 0), held(3, 1 * MiB)], prefix, longer)].toSorted()).toEqual([3, 4]);
    expect([...stagedAmong([held(4, 0)], prefix, cut)]).toEqual([]);
  });

  it('has not expired where a block that was given up has come in place of its known parts', () => {
    expect(compareStaged(new Set([half]), new Set([0]), cut)).toEqual({ isExpired: false, isOther: true });
    // A journal that was told of both.
    expect(compareStaged(new Set([half, 0]), new Set([0]), cut)).toEqual({ isExpired: false, isOther: true });
  });

  it('has expired where there is less of it, and is as known where there is only more', () => {
    expect(compareStaged(new Set([0, 1]), new Set([1]), cut)).toEqual({ isExpired: true, isOther: true });
    expect(compareStaged(new Set([0]), new Set([0, 1]), cut)).toEqual({ isExpired: false, isOther: false });
  });
});

describe('a blob that is made of the blocks of a file', () => {
  const prefix = blockIdPrefix('0123456789abcdef01234567', 'mark');
  const held = (number: number, bytes = 1 * MiB) => ({ id: blockId(prefix, number), bytes });
  const whole = [0, 1, 2, 3].map((number) => held(number));

  it('has all of them, in order and complete; a block may be there as its halves', () => {
    expect(isMadeOf(whole, prefix, cut)).toBe(true);
    const halves = [held(half, MiB / 2), held(blockNumber(1, 1), MiB / 2)];
    expect(isMadeOf([...halves, ...whole.slice(1)], prefix, cut)).toBe(true);
    expect(isMadeOf([held(0, 1)], prefix, { bytes: 1, blockBytes: 1 * MiB })).toBe(true);
  });

  it.each([
    ['nothing', []],
    ['no first', whole.slice(1)],
    ['no last', whole.slice(0, -1)],
    ['one twice', [...whole, held(3)]],
    ['two in another order', [held(1), held(0), ...whole.slice(2)]],
    ['a shorter last', [...whole.slice(0, -1), held(3, MiB - 1)]],
    ['a longer first', [held(0, MiB + 1), ...whole.slice(1)]],
    ['another writer’s last', [...whole.slice(0, -1), { id: 'b3RoZXI=', bytes: MiB }]],
    ['another writer’s first', [{ id: 'b3RoZXI=', bytes: MiB }, ...whole.slice(1)]],
  ])('has not %s', (_, committed) => {
    expect(isMadeOf(committed, prefix, cut)).toBe(false);
  });

  it('is none of a file without bytes', () => {
    expect(isMadeOf([], prefix, { bytes: 0, blockBytes: 1 * MiB })).toBe(false);
  });
});
