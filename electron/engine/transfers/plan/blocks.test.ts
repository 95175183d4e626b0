import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blockNumber, halvingsOf } from '@shared/model/block-number';
import type { BlockSizeRow } from '@shared/model/block-sizes';
import { type TransferOptions, defaultTransferOptions } from '@shared/model/transfer';
import { GiB, KiB, MiB } from '@shared/units';
import {
  blockAt,
  blockBytesFor,
  blockCount,
  blockCountLimit,
  blockId,
  blockIdPrefix,
  markOfAttempt,
  markOfPlan,
  blockOfId,
  fitsOneRequest,
  isBlockOf,
  movedBlockBytes,
  rowFor,
  smallestBlockBytes,
  type Block,
  type Cut,
  bytesIn,
  coverOf,
  createCutting,
  maxHalvings,
  nextBlockBytes,
  parallelBlocks,
} from './blocks';
import { withSizes } from './specs';

const auto = defaultTransferOptions;
const fixed = (blockBytes: number): TransferOptions => ({ ...auto, blockBytes });

describe('block sizes by file size', () => {
  const rows = [
    { fromBytes: MiB, blockBytes: 256 * KiB, parallel: 3 },
    { fromBytes: 100 * MiB, blockBytes: 10 * MiB, parallel: 'auto' as const },
    { fromBytes: GiB, blockBytes: 'auto' as const, parallel: 2 },
  ];
  const options = withSizes({ ...fixed(2 * MiB), concurrency: 5 }, { rows, from: '' });

  it('the row of a size decides, and the settings where it is automatic', () => {
    const sizes = [MiB - 1, MiB, 100 * MiB - 1, 100 * MiB, GiB];
    expect(sizes.map((bytes) => blockBytesFor(bytes, options, null))).toEqual([
      2 * MiB,
      256 * KiB,
      256 * KiB,
      10 * MiB,
      2 * MiB,
    ]);
    expect(sizes.map((bytes) => parallelBlocks(bytes, options))).toEqual([Infinity, 3, 3, Infinity, 2]);
    expect(options).toMatchObject({ blockBytes: 'auto', concurrency: 'auto' });
    const onlyParallel = withSizes(fixed(MiB), { rows: [{ fromBytes: 0, blockBytes: 'auto', parallel: 2 }], from: '' });
    expect(onlyParallel).toMatchObject({ blockBytes: MiB, concurrency: 'auto' });
  });

  it('is one request up to its block size, smaller on a slow line, and never larger', () => {
    expect(movedBlockBytes(MiB, withSizes(auto, { rows: [{ ...rows[0]!, blockBytes: MiB }], from: '' }), null)).toBe(0);
    expect(movedBlockBytes(2 * MiB, options, null)).toBe(256 * KiB);
    expect(blockBytesFor(200 * MiB, options, 64 * KiB)).toBeLessThanOrEqual(10 * MiB);
    expect(blockBytesFor(2 * MiB, options, 4 * MiB)).toBe(256 * KiB);
    expect(blockBytesFor(100_000 * GiB, options, null)).toBe(Math.ceil((100_000 * GiB) / blockCountLimit));
  });
});

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

  it('follows the size of the file by default', () => {
    const sizes = [1, 16 * MiB, 16 * MiB + 1, 4 * GiB, 4 * GiB + 1];
    expect(sizes.map((bytes) => blockBytesFor(bytes, auto, null) / MiB)).toEqual([1, 1, 4, 4, 8]);
    // Larger than 50,000 of these: whole 64 KiB, so that halves of a block are whole, too.
    expect(blockBytesFor(500 * GiB, auto, null)).toBe(Math.ceil((500 * GiB) / 50_000 / (64 * KiB)) * 64 * KiB);
  });

  it('accepts the largest file that the service stores, and rejects one byte more', () => {
    const max = blockCountLimit * 4000 * MiB;
    expect(blockBytesFor(max, auto, null)).toBe(4000 * MiB);
    expect(blockBytesFor(max, fixed(5000 * MiB), null)).toBe(4000 * MiB);
    expect(() => blockBytesFor(max + 1, auto, null)).toThrow('larger than a block blob can be');
  });

  it('sends up to 4 MiB in one request, under a rate cap what half a second allows', () => {
    expect([4 * MiB, 4 * MiB + 1].map((bytes) => movedBlockBytes(bytes, auto, null))).toEqual([0, 1 * MiB]);
    const capped = { ...auto, limitRate: 1 * MiB };
    expect([512 * KiB, 512 * KiB + 1].map((bytes) => movedBlockBytes(bytes, capped, null))).toEqual([0, 512 * KiB]);
  });

  it('raises a block size that would need too many blocks', () => {
    expect(blockBytesFor(100 * GiB, fixed(1 * MiB), null)).toBe(Math.ceil((100 * GiB) / 50_000));
  });

  it('uses short blocks under a rate cap', () => {
    expect(blockBytesFor(1 * GiB, { ...auto, limitRate: 1 * MiB }, null)).toBe(512 * KiB);
    // Not where there would be too many of them.
    expect(blockBytesFor(100 * GiB, { ...auto, limitRate: 1 * MiB }, null)).toBe(Math.ceil((100 * GiB) / 50_000));
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

  it('gives all blocks of a file distinct ids of one length that identify the block', () => {
    const block = fc.tuple(fc.nat(16), fc.nat(50_000)).map(([halvings, index]) => blockNumber(halvings, index));
    fc.assert(
      fc.property(block, block, fc.nat(2000), fc.integer({ min: 12, max: 64 }), (a, b, attempt, idBytes) => {
        const prefix = blockIdPrefix('0123456789abcdef01234567', markOfPlan([attempt, 'one']), idBytes);
        const other = blockIdPrefix('0123456789abcdef01234567', markOfPlan([attempt, 'two']), idBytes);
        for (const one of [a, b]) {
          expect(Buffer.from(blockId(prefix, one), 'base64')).toHaveLength(idBytes);
          expect(blockOfId(prefix, blockId(prefix, one))).toBe(one);
          expect(blockOfId(prefix, blockId(other, one))).toBeNull();
        }
        expect(blockId(prefix, a) === blockId(prefix, b)).toBe(a === b);
      }),
    );
  });

  it('gives the same ids as the previous version: a job resumes after an update', () => {
    const job = '0123456789abcdef01234567';
    const textOf = (id: string): string => Buffer.from(id, 'base64').toString('latin1');
    expect(textOf(blockId(blockIdPrefix(job, markOfAttempt(0)), blockNumber(0, 41)))).toBe(`${job}.000.00041`);
    expect(textOf(blockId(blockIdPrefix(job, markOfAttempt(37)), blockNumber(2, 40)))).toBe(`${job}.011.b0014`);
    expect(textOf(blockId(blockIdPrefix(job, markOfAttempt(0), 40), blockNumber(0, 1)))).toBe(`${job}.000.......00001`);
    expect(textOf(blockId(blockIdPrefix(job, markOfAttempt(0), 33), blockNumber(0, 1)))).toMatch(
      /^[0-9a-f]{28}00001$/u,
    );
    expect(isBlockOf(job, blockId(blockIdPrefix(job, markOfAttempt(5)), blockNumber(0, 1)))).toBe(true);
    expect(isBlockOf(job, blockId(blockIdPrefix(`${job.slice(0, -1)}8`, markOfAttempt(5)), blockNumber(0, 1)))).toBe(
      false,
    );
  });

  it('does not mistake a foreign id for one of this job', () => {
    const prefix = blockIdPrefix('0123456789abcdef01234567', markOfAttempt(0));
    const idOf = (digits: string): string => Buffer.from(prefix + digits, 'latin1').toString('base64');
    for (const digits of ['', '1', '0000x', '000041', 'a00', '-0001', 'A0001']) {
      expect(blockOfId(prefix, idOf(digits))).toBeNull();
    }
  });
});

const sizes = fc.oneof(fc.nat(8 * MiB), fc.nat(100 * MiB));
const files: fc.Arbitrary<Cut> = fc
  .tuple(
    sizes,
    fc.option(fc.integer({ min: 200 * KiB, max: 20 * MiB })),
    fc.option(fc.integer({ min: 70_000, max: 9e6 })),
  )
  .map(([bytes, preferred, limitRate]) => {
    const options = limitRate === null ? defaultTransferOptions : { ...defaultTransferOptions, limitRate };
    return { bytes, blockBytes: blockBytesFor(bytes, options, preferred) };
  });
const wantedSizes = fc.option(fc.constantFrom(64 * KiB, 256 * KiB, 300_000, 1 * MiB, 4 * MiB));

/** The next event of a transfer. */
const events = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('begin' as const) }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('done' as const), which: fc.nat() }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('timed-out' as const), which: fc.nat() }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('tuned' as const), wanted: wantedSizes }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('killed' as const), keeps: fc.integer({ min: 1, max: 4 }) }),
    },
  ),
  { maxLength: 120 },
);

const expectCover = (cut: Cut, cover: readonly Block[]): void => {
  let at = 0;
  for (const { offset, length } of cover) {
    if (offset !== at || length <= 0) throw new Error(`A block of ${length} bytes at ${offset}, not at ${at}.`);
    at += length;
  }
  expect(at).toBe(cut.bytes);
};

describe('a file that is cut while it moves', () => {
  it('is covered exactly once, in order, whatever shrinks, grows, times out and is killed', () => {
    fc.assert(
      fc.property(files, events, (cut, course) => {
        let wanted: number | null = null;
        let done = new Set<number>();
        let inFlight: Block[] = [];
        const start = () => createCutting(cut, done, () => wanted);
        let cutting = start();
        const take = (which: number): Block | undefined => inFlight.splice(which % Math.max(1, inFlight.length), 1)[0];
        for (const event of course) {
          if (event.kind === 'tuned') wanted = event.wanted;
          else if (event.kind === 'begin') {
            const block = cutting.next();
            if (block !== null) inFlight.push(block);
          } else if (event.kind === 'done') {
            const block = take(event.which);
            if (block !== undefined) done.add(block.number);
          } else if (event.kind === 'timed-out') {
            const block = take(event.which);
            if (block !== undefined) cutting.putBack(block);
          } else {
            // A journal may lack the latest events, and the service may know blocks that the client does not.
            const received = [...done].filter((_, index) => index % event.keeps === 0);
            done = new Set([...received, ...inFlight.slice(1).map(({ number }) => number)]);
            inFlight = [];
            done = new Set([...coverOf(cut, done)].map(({ number }) => number).filter((number) => done.has(number)));
            cutting = start();
          }
        }
        for (const { number } of inFlight) done.add(number);
        for (let block = cutting.next(); block !== null; block = cutting.next()) {
          if (done.has(block.number)) throw new Error('A block came twice.');
          done.add(block.number);
        }
        const cover = [...coverOf(cut, done)];
        expectCover(cut, cover);
        expect(cover.every(({ number }) => done.has(number))).toBe(true);
        expect(cover).toHaveLength(done.size);
        expect(bytesIn(cut, done)).toBe(cut.bytes);
        expect(cover.length).toBeLessThanOrEqual(blockCountLimit);
        expect(new Set(cover.map(({ number }) => blockId('prefix', number))).size).toBe(cover.length);
      }),
      { numRuns: 300 },
    );
  });

  it('is covered completely, whatever its journal records', () => {
    const known = fc.array(
      fc.tuple(fc.nat(20), fc.nat(70_000)).map(([halvings, index]) => blockNumber(halvings, index)),
    );
    fc.assert(
      fc.property(files, known, (cut, numbers) => {
        const cover = [...coverOf(cut, numbers)];
        expectCover(cut, cover);
        expect(cover.every(({ number }) => halvingsOf(number) <= maxHalvings(cut))).toBe(true);
      }),
    );
  });

  it('never has more blocks than a blob can have, however small they become', () => {
    const large = fc.double({ min: 1, max: 190_000 * GiB, noNaN: true }).map(Math.floor);
    fc.assert(
      fc.property(large, (bytes) => {
        const cut = { bytes, blockBytes: blockBytesFor(bytes, defaultTransferOptions, null) };
        const parts = 2 ** maxHalvings(cut);
        expect(blockCount(bytes, cut.blockBytes) * parts).toBeLessThanOrEqual(Math.max(blockCountLimit, parts));
        expect(nextBlockBytes(cut, 1)).toBe(Math.floor(cut.blockBytes / parts));
      }),
    );
    expect(nextBlockBytes({ bytes: 1 * GiB, blockBytes: 4 * MiB }, 256 * KiB)).toBe(256 * KiB);
    expect(nextBlockBytes({ bytes: 1 * GiB, blockBytes: 4 * MiB }, 1)).toBe(smallestBlockBytes);
    expect(nextBlockBytes({ bytes: 200 * GiB, blockBytes: 8 * MiB }, 256 * KiB)).toBe(8 * MiB);
    expect(nextBlockBytes({ bytes: 100 * GiB, blockBytes: 8 * MiB }, 256 * KiB)).toBe(4 * MiB);
  });

  it('uses smaller blocks for the rest, and planned ones again when the network has recovered', () => {
    const cut = { bytes: 5 * MiB, blockBytes: 1 * MiB };
    let wanted: number | null = null;
    const cutting = createCutting(cut, new Set([blockNumber(0, 1)]), () => wanted);
    const first = cutting.next();
    expect(first).toEqual({ number: 0, offset: 0, length: 1 * MiB });
    wanted = 512 * KiB;
    expect(cutting.isTooLarge(first!)).toBe(true);
    cutting.putBack(first!);
    const halves = [cutting.next(), cutting.next(), cutting.next()];
    expect(halves.map((block) => [block?.offset, block?.length])).toEqual([
      [0, 512 * KiB],
      [512 * KiB, 512 * KiB],
      [2 * MiB, 512 * KiB],
    ]);
    wanted = null;
    // The other half of a block that was begun in parts, then whole ones.
    const rest = [cutting.next(), cutting.next(), cutting.next(), cutting.next()];
    expect(rest.map((block) => block && halvingsOf(block.number))).toEqual([1, 0, 0, null]);
  });
});

it('block sizes: the last row that begins at or below a size applies to it, in whatever order they are', () => {
  const row = (
    fromBytes: number,
    blockBytes: BlockSizeRow['blockBytes'],
    parallel: BlockSizeRow['parallel'],
  ): BlockSizeRow => ({ fromBytes, blockBytes, parallel });
  const rows = [row(10, MiB, 2), row(0, 256 * KiB, 1), row(100, 4 * MiB, 8)];
  expect([0, 9, 10, 99, 100, 1e9].map((bytes) => rowFor(bytes, rows)?.fromBytes)).toEqual([0, 0, 10, 10, 100, 100]);
  expect(rowFor(0, [row(0, 'auto', 3)])?.parallel).toBe(3);
  expect(rowFor(5, [row(10, MiB, 1)])).toBeNull();
  expect(rowFor(5, [])).toBeNull();
});
