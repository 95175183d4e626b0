import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GiB, KiB, MiB } from '@shared/units';
import { type TransferOptions, defaultTransferOptions } from '@shared/model/transfer';
import { blockNumber } from '@shared/model/block-number';
import { blockAt } from './cut';
import {
  blockBytesFor,
  blockCount,
  blockCountLimit,
  blockId,
  blockIdPrefix,
  blockOfId,
  fitsOneRequest,
} from './block-plan';

const auto = defaultTransferOptions;
const fixed = (blockBytes: number): TransferOptions => ({ ...auto, blockBytes });

describe('block plan', () => {
  it('covers every byte exactly once within the service limits', () => {
    const sizes = fc.oneof(fc.nat(64 * MiB), fc.double({ min: 1, max: 190_000 * GiB, noNaN: true }).map(Math.floor));
    fc.assert(
      fc.property(sizes, fc.option(fc.integer({ min: 1, max: 100 * MiB })), (fileBytes, preferred) => {
        const blockBytes = blockBytesFor(fileBytes, auto, preferred);
        const count = blockCount(fileBytes, blockBytes);
        expect(count).toBeLessThanOrEqual(blockCountLimit);
        if (count === 0) return;
        const last = blockAt({ bytes: fileBytes, blockBytes }, count - 1);
        expect(last.length).toBeGreaterThan(0);
        expect(last.offset + last.length).toBe(fileBytes);
        expect(last.offset).toBe((count - 1) * blockBytes);
      }),
    );
  });

  it('raises a block size that would need too many blocks', () => {
    expect(blockBytesFor(100 * GiB, fixed(1 * MiB), null)).toBe(Math.ceil((100 * GiB) / 50_000));
  });

  it('keeps blocks short under a rate cap', () => {
    expect(blockBytesFor(1 * GiB, { ...auto, limitRate: 1 * MiB }, null)).toBe(512 * KiB);
  });

  it('sends an exact block in one request and one byte more in two', () => {
    expect(fitsOneRequest(1 * MiB, 1 * MiB, fixed(1 * MiB))).toBe(true);
    expect(fitsOneRequest(1 * MiB + 1, 1 * MiB, fixed(1 * MiB))).toBe(false);
    expect(blockCount(2 * MiB, 1 * MiB)).toBe(2);
  });

  it('takes a size that is preferred, or one that halves into it', () => {
    expect(blockBytesFor(1 * GiB, auto, 16 * MiB)).toBe(16 * MiB);
    expect(blockBytesFor(1 * GiB, auto, 3 * MiB)).toBe(3 * MiB);
    expect(blockBytesFor(1 * GiB, auto, 256 * KiB)).toBe(4 * MiB);
    expect(blockBytesFor(1 * GiB, auto, 384 * KiB)).toBe(3 * MiB);
  });

  it('gives all blocks of a file ids of one length, each its own, that tell which block it is', () => {
    const block = fc.tuple(fc.nat(16), fc.nat(50_000)).map(([halvings, place]) => blockNumber(halvings, place));
    fc.assert(
      fc.property(block, block, fc.nat(2000), fc.integer({ min: 12, max: 64 }), (a, b, attempt, idBytes) => {
        const prefix = blockIdPrefix('0123456789abcdef01234567', attempt, idBytes);
        const other = blockIdPrefix('0123456789abcdef01234567', attempt + 1, idBytes);
        for (const one of [a, b]) {
          expect(Buffer.from(blockId(prefix, one), 'base64')).toHaveLength(idBytes);
          expect(blockOfId(prefix, blockId(prefix, one))).toBe(one);
          expect(blockOfId(prefix, blockId(other, one))).toBeNull();
        }
        expect(blockId(prefix, a) === blockId(prefix, b)).toBe(a === b);
      }),
    );
  });

  it('does not take a foreign id for its own', () => {
    const prefix = blockIdPrefix('0123456789abcdef01234567', 0);
    const idOf = (digits: string): string => Buffer.from(prefix + digits, 'latin1').toString('base64');
    for (const digits of ['', '1', '0000x', '000041', 'a00', '-0001', 'A0001']) {
      expect(blockOfId(prefix, idOf(digits))).toBeNull();
    }
  });
});
