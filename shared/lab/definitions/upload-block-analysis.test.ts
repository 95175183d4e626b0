// The conclusions of a block sweep: a gain shown as 1.0× is none, and is never recommended.
import { describe, expect, it } from 'vitest';
import type { Sample } from '../run';
import { analyseBlockSweep } from './upload-block-analysis';

const fileBytes = 128 * 1024;
const sample = (blockBytes: number, durationMs: number): Sample => ({
  fileBytes,
  blockBytes,
  concurrency: blockBytes === 0 ? 1 : 4,
  durationMs,
  ok: 1,
  retries: 0,
  bytesPerSecond: (fileBytes / durationMs) * 1000,
});
const analysed = (aloneMs: number, blocksMs: number) =>
  analyseBlockSweep(thrice([sample(0, aloneMs), sample(65_536, blocksMs)]));
const thrice = (samples: readonly Sample[]): readonly Sample[] => [...samples, ...samples, ...samples];

it.each([
  [100, 97, 'no faster', 'is as fast as one stream', false],
  [100, 104, 'no faster', 'is as fast as one stream', false],
  [100, 50, 'up to 2.0×', 'is best, 2.0× one stream', true],
  [100, 200, 'no faster', 'one stream is fastest', false],
])('one stream %d ms, blocks %d ms: %s', (aloneMs, blocksMs, head, line, isAdvised) => {
  const { findings, advice } = analysed(aloneMs, blocksMs);
  expect(findings[0]).toContain(head);
  expect(findings[1]).toContain(line);
  expect(advice !== null).toBe(isAdvised);
});

it('recommends a setting for each file size, and none where blocks gain nothing', () => {
  const MiB = 1024 * 1024;
  const measured = (bytes: number, blockBytes: number, concurrency: number, durationMs: number): Sample => ({
    ...sample(blockBytes, durationMs),
    fileBytes: bytes,
    concurrency,
  });
  const { advice } = analyseBlockSweep(
    thrice([
      ...[1, 10, 100, 120].map((size) => measured(size * MiB, 0, 1, 100)),
      measured(MiB, 65_536, 4, 100),
      ...[measured(10 * MiB, MiB, 4, 50), measured(10 * MiB, 4 * MiB, 8, 80)],
      measured(100 * MiB, 8 * MiB, 128, 20),
      measured(120 * MiB, 8 * MiB, 8, 100),
    ]),
  );
  expect(advice).toEqual({
    sizes: [
      { fromBytes: 4 * MiB, blockBytes: MiB, parallel: 4 },
      { fromBytes: 32 * MiB, blockBytes: 8 * MiB, parallel: 64 },
      { fromBytes: 120 * MiB, blockBytes: 'auto', parallel: 'auto' },
    ],
    blockBytes: 8 * MiB,
    uploadConcurrency: 128,
  });
});

it('compares each setting with one stream, one block for all sizes, and draws each parallelism by itself', () => {
  const MiB = 1024 * 1024;
  const of = (bytes: number, blockBytes: number, concurrency: number, durationMs: number): Sample => ({
    ...sample(blockBytes, durationMs),
    fileBytes: bytes,
    concurrency,
  });
  const { advice, tables, charts } = analyseBlockSweep(
    thrice([
      ...[16 * MiB, 4 * MiB].flatMap((size) => [of(size, 0, 1, 100), of(size, MiB, 4, 60), of(size, MiB, 8, 80)]),
      of(4 * MiB, 2 * MiB, 4, 50),
    ]),
  );
  const rowsOf = (id: string) => tables.find((each) => each.id === id)?.rows ?? [];
  expect(rowsOf('gain').map((cells) => [cells[1], cells[2], cells.at(-2)])).toContainEqual(['1.0 MiB', 4, 40]);
  expect(rowsOf('gain').filter(([, block]) => block === 'one stream')).toHaveLength(2);
  // The one that was not measured with every size is not compared.
  expect(rowsOf('fixed').map(([block, parallel]) => [block, parallel])).toEqual([
    [MiB, 4],
    [MiB, 8],
  ]);
  const byBlock = charts.filter(({ id }) => id.startsWith('gain-by-block'));
  expect(byBlock.map(({ id }) => id)).toEqual(['gain-by-block-4', 'gain-by-block-8']);
  expect(byBlock[0]?.series.map(({ label }) => label)).toEqual(['4 MiB', '16 MiB']);
  expect(byBlock[0]?.series.flatMap(({ points }) => points.map(({ y }) => Number(y).toFixed(2)))).toEqual([
    '1.67',
    '2.00',
    '1.67',
  ]);
  expect(advice).toMatchObject({ blockBytes: MiB, uploadConcurrency: 4 });
});

describe('a best setting is named', () => {
  /** Two block sizes; the durations of their repetitions and of one stream, ms. */
  const swept = (alone: readonly number[], small: readonly number[], large: readonly number[]) => {
    const all = [...alone.map((ms) => sample(0, ms)), ...small.map((ms) => sample(65_536, ms))];
    const { findings, advice, tables } = analyseBlockSweep([...all, ...large.map((ms) => sample(131_072, ms))]);
    return { findings, advice, lead: tables.find(({ id }) => id === 'best')?.rows[0]?.at(-1) };
  };

  it('where its lead over one stream and over the next is certain', () => {
    const { findings, lead } = swept([100, 101, 99], [50, 51, 49], [70, 71, 69]);
    expect(findings).toEqual([
      'Parallel blocks are up to 2.0× as fast as one stream.',
      '128 KiB: 64 KiB × 4 is best, 2.0× one stream.',
      'One block for all sizes: 64 KiB × 4 gains most, 2.0× on average.',
    ]);
    expect(lead).toBe('certain');
  });

  it('not after two repetitions, which say nothing about their spread', () => {
    const { findings, advice, lead } = swept([100, 101], [50, 51], [70, 71]);
    expect(findings).toEqual([
      'Parallel blocks were up to 2.0× as fast as one stream in this run.',
      '128 KiB: 64 KiB × 4 took the least time, 2.0× one stream.',
      'Three or more repetitions show whether that is certain.',
      'One block for all sizes: 64 KiB × 4 gained most in this run, 2.0× on average.',
    ]);
    expect([advice, lead]).toEqual([null, 'too few repetitions']);
  });

  it('not where the next is within the spread; any of the two is advised then', () => {
    const { findings, advice, lead } = swept([100, 101, 99], [50, 40, 60], [52, 62, 42]);
    expect(findings.slice(1)).toEqual([
      '128 KiB: 64 KiB × 4 took the least time, 2.0× one stream, but has no certain lead over 128 KiB × 4.',
      'One block for all sizes: 64 KiB × 4 gained 2.0× on average, with no certain lead over 128 KiB × 4.',
    ]);
    expect(advice).toMatchObject({ blockBytes: 65_536 });
    expect(lead).toBe('over one stream');
  });

  it('not where one stream is within the spread, and nothing is advised', () => {
    const { findings, advice, lead } = swept([50, 150, 100], [40, 120, 80], [150, 150, 150]);
    expect(findings.slice(0, 2)).toEqual([
      'Parallel blocks were up to 1.3× as fast as one stream in this run.',
      '128 KiB: 64 KiB × 4 took the least time, but has no certain lead over one stream.',
    ]);
    expect([advice, lead]).toEqual([null, 'none']);
  });

  it('nor is one stream called fastest within its spread', () => {
    expect(swept([70, 130, 100], [90, 150, 120], [200, 200, 200]).findings[1]).toBe(
      '128 KiB: one stream took the least time; 64 KiB × 4 came closest, at 0.8× its speed.',
    );
  });
});

it('writes the sizes of files on both kinds of axes as the user chose them', () => {
  const sizes = ['512 KiB', '64 MiB'];
  const found = analyseBlockSweep(
    [512 * 1024, 64 * 1024 * 1024].flatMap((bytes) =>
      [sample(0, 100), sample(65_536, 50)].map((one) => ({ ...one, fileBytes: bytes })),
    ),
  );
  expect(found.charts.find(({ id }) => id.startsWith('rate'))?.x.categories).toEqual(sizes);
});
