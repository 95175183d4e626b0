import { describe, expect, it } from 'vitest';
import { blockNumber } from '@shared/model/block-number';
import { MiB } from '@shared/units';
import { blockId, blockIdPrefix } from '../plan/block-plan';
import { compareStaged, stagedAmong } from './staged-blocks';

const cut = { bytes: 4 * MiB, blockBytes: 1 * MiB };
const half = blockNumber(1, 0);

describe('what the service holds of a file', () => {
  it('is each block in full, and of a block and its parts the block', () => {
    const prefix = blockIdPrefix('0123456789abcdef01234567', 'mark');
    const held = (number: number, bytes: number) => ({ id: blockId(prefix, number), bytes });
    const uncommitted = [held(0, 1 * MiB), held(half, 512 * 1024), held(1, 77), { id: 'b3RoZXI=', bytes: 9 }];
    expect([...stagedAmong(uncommitted, prefix, cut)]).toEqual([0]);
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
