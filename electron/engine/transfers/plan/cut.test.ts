import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blockNumber, halvingsOf } from '@shared/model/block-number';
import { defaultTransferOptions } from '@shared/model/transfer';
import { GiB, KiB, MiB } from '@shared/units';
import { blockBytesFor, blockCount, blockCountLimit, blockId, smallestBlockBytes } from './block-plan';
import { type Block, type Cut, bytesIn, coverOf, createCutting, maxHalvings, nextBlockBytes } from './cut';

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

/** What happens next to a transfer. */
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
            if (block !== undefined) cutting.giveBack(block);
          } else {
            // A journal may lack what came last, and the service may know what nobody heard of.
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

  it('is covered whatever a journal says of it', () => {
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

  it('takes smaller blocks for what is left, and planned ones again when the line has recovered', () => {
    const cut = { bytes: 5 * MiB, blockBytes: 1 * MiB };
    let wanted: number | null = null;
    const cutting = createCutting(cut, new Set([blockNumber(0, 1)]), () => wanted);
    const first = cutting.next();
    expect(first).toEqual({ number: 0, offset: 0, length: 1 * MiB });
    wanted = 512 * KiB;
    expect(cutting.isTooLarge(first!)).toBe(true);
    cutting.giveBack(first!);
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
