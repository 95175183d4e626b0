import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GiB, KiB, MiB } from '@shared/units';
import { type TransferOptions, defaultTransferOptions } from '@shared/model/transfer';
import {
  blockBytesFor,
  blockCount,
  blockCountLimit,
  blockId,
  blockIdPrefix,
  blockRange,
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
        const last = blockRange(fileBytes, blockBytes, count - 1);
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

  it('gives all blocks of a file ids of one length, each its own', () => {
    fc.assert(
      fc.property(
        fc.nat(50_000),
        fc.nat(50_000),
        fc.nat(2000),
        fc.integer({ min: 12, max: 64 }),
        (a, b, attempt, idBytes) => {
          const prefix = blockIdPrefix('0123456789abcdef01234567', attempt, idBytes);
          expect(Buffer.from(blockId(prefix, a), 'base64')).toHaveLength(idBytes);
          expect(Buffer.from(blockId(prefix, b), 'base64')).toHaveLength(idBytes);
          expect(prefix).not.toBe(blockIdPrefix('0123456789abcdef01234567', attempt + 1, idBytes));
          expect(blockId(prefix, a) === blockId(prefix, b)).toBe(a === b);
        },
      ),
    );
  });
});
