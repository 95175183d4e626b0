// The effects that the field studies published appear on the simulated networks: the lab's steps and analyses over the
// real account code, in simulated time and with generous bounds.
import { describe, expect, it } from 'vitest';
import { experimentOf } from '@shared/lab/definitions';
import { flattensAt } from '@shared/lab/definitions/batch-sweep';
import { linePreset } from '@shared/lab/line-settings';
import { groupBy } from '@shared/lab/grouping';
import type { ResultTable } from '@shared/lab/results';
import { KiB, MiB } from '@shared/units';
import { inSimulatedTime } from './fixtures/simulated-bench';

/** Cells of a column, by the row's first cell. */
function column(table: ResultTable | undefined, title: string): ReadonlyMap<string, number> {
  const at = table?.columns.findIndex((one) => one.title === title) ?? -1;
  return new Map(table?.rows.map((row) => [String(row[0]), Number(row[at])]));
}

describe('network of 2010', () => {
  const line = { line: 'lab-2010', repetitions: 1 };
  const { connectionBytesPerSecond, uploadBytesPerSecond } = linePreset('lab-2010').settings;

  it('blocks in parallel beat a single stream tenfold and more, from 64 MiB on', async () => {
    const sweep = experimentOf('upload-block-sweep');
    const fileSizes = [64, 100, 250].map((size) => size * MiB);
    const settings = { ...line, fileSizes, blockSizes: [MiB], concurrencies: [16, 32] };
    const samples = await inSimulatedTime(sweep, settings);
    const { tables } = sweep.analyse(samples);
    const gains = [
      ...column(
        tables.find(({ id }) => id === 'best'),
        'Gain',
      ).values(),
    ];
    expect(gains).toHaveLength(3);
    expect(Math.min(...gains)).toBeGreaterThan(10);
    expect(Math.max(...gains)).toBeLessThan(uploadBytesPerSecond! / connectionBytesPerSecond!);
    // The gain comes from the blocks only if every byte of every file takes its time. The same holds for connections:
    // blocks are sent in rounds of one per connection, and the last round is not always full.
    for (const { fileBytes, blockBytes, concurrency, durationMs } of samples) {
      const bytes = Number(fileBytes);
      const onOneConnection = blockBytes === 0 ? bytes : Math.ceil(bytes / MiB / Number(concurrency)) * MiB;
      const minSeconds = Math.max(onOneConnection / connectionBytesPerSecond!, bytes / uploadBytesPerSecond!);
      expect(Number(durationMs) / 1000).toBeGreaterThan(minSeconds);
      expect(Number(durationMs) / 1000).toBeLessThan(minSeconds * 1.15);
    }
  });

  it('blocks gain little for a small file when a block leaves the network idle', async () => {
    const sweep = experimentOf('upload-block-sweep');
    const samples = await inSimulatedTime(sweep, {
      ...line,
      fileSizes: [2 * MiB],
      blockSizes: [MiB],
      concurrencies: [16],
    });
    const best = sweep.analyse(samples).tables.find(({ id }) => id === 'best');
    expect(column(best, 'Gain').get(String(2 * MiB))).toBeLessThan(2.1);
  });

  it('latency per entity flattens near 20 entities a batch', async () => {
    const sweep = experimentOf('batch-sweep');
    const batchSizes = [1, 2, 5, 10, 20, 50, 100];
    const samples = await inSimulatedTime(sweep, {
      ...line,
      batchSizes,
      concurrencies: [1],
      entities: 400,
      partitions: 'many',
    });
    const groups = groupBy(samples, ['partitions', 'concurrency', 'batchSize']);
    expect([10, 20, 50]).toContain(flattensAt(groups));
    const perEntity = [...column(sweep.analyse(samples).tables[1], 'Per entity').values()];
    expect(perEntity[0]! / perEntity[4]!).toBeGreaterThan(5);
    expect(perEntity[4]! / perEntity[6]!).toBeLessThan(2);
  });

  it('one partition saturates and throttles while many scale', async () => {
    const climb = experimentOf('saturation');
    const settings = { ...line, concurrencies: [1, 4, 16], batchSize: 20, entities: 2000 };
    const { tables } = climb.analyse(await inSimulatedTime(climb, settings));
    const [rate, throttled] = [column(tables[0], 'Rate'), column(tables[0], 'Throttled')];
    expect(throttled.get('one partition × 1')).toBe(0);
    expect(throttled.get('one partition × 16')).toBeGreaterThan(5);
    expect(throttled.get('many partitions × 16')).toBe(0);
    expect(rate.get('many partitions × 16')).toBeGreaterThan(2.5 * rate.get('one partition × 16')!);
    expect(rate.get('many partitions × 16')).toBeGreaterThan(8 * rate.get('many partitions × 1')!);
    expect(rate.get('one partition × 16')).toBeLessThan(700);
  });

  it('a hot partition fails its target, and sixteen partitions sustain the same rate', async () => {
    const stress = experimentOf('hot-partition');
    const rate = { ...line, entitiesPerSecond: 1000, seconds: 4 };
    const hot = stress.analyse(await inSimulatedTime(stress, rate));
    expect(hot.findings[0]).toMatch(/^Failed: /);
    expect(hot.findings[1]).toMatch(/^The keys only increase/);
    const spread = stress.analyse(await inSimulatedTime(stress, { ...rate, partitionPattern: 'orders-{spread:16}' }));
    expect(spread.findings[0]).toBe('Passed: 1,000 entities/s were sustained.');
  });
});

describe('partition limited to 500 entities/s', () => {
  it('saturation: one partition sustains that rate at any number of batches in flight, and no knee is reported', async () => {
    const climb = experimentOf('saturation');
    const values = {
      line: 'lab-2010',
      partitions: 'one',
      batchSize: 100,
      concurrencies: [10, 20, 50],
      seconds: 20,
      leadSeconds: 5,
    };
    const { tables, findings } = climb.analyse(await inSimulatedTime(climb, values), values);
    const [rates, rejected] = ['Rate', 'Refused'].map((title) => [...column(tables[0], title).values()]);
    for (const rate of rates!) expect(Math.abs(rate - 500)).toBeLessThanOrEqual(25);
    expect(rejected).toEqual([...rejected!].sort((a, b) => a - b));
    expect(findings[0]).toMatch(/but only with more than 1 % of requests throttled\.$/);
  });

  it('hot partition: increasing keys are limited like one partition, however many partitions there are', async () => {
    const stress = experimentOf('hot-partition');
    const values = {
      line: 'lab-2010',
      entitiesPerSecond: 1000,
      seconds: 4,
      batchSize: 1,
      partitionPattern: '{n:8}',
    };
    const { findings } = stress.analyse(await inSimulatedTime(stress, values), values);
    expect(findings[0]).toMatch(/^Failed: /);
    expect(findings.at(-1)).toMatch(/partitions, which share the limit of one: 500 entities\/s\.$/);
  });
});

describe('degraded network', () => {
  const settings = {
    line: 'degraded',
    repetitions: 1,
    files: 6,
    fileBytes: 32 * MiB,
    concurrency: 4,
    limitSeconds: 200,
    blockSizes: [256 * KiB, MiB, 4 * MiB],
    maxMinutes: 1440,
  };

  it('large blocks time out, small ones succeed, and adapting the block size completes without intervention', async () => {
    const experiment = experimentOf('degraded-line');
    const { tables, charts } = experiment.analyse(await inSimulatedTime(experiment, settings));
    const [rate, timeouts, arrived, failed] = ['Effective rate', 'Time-outs', 'OK', 'Failed'].map((title) =>
      column(tables[0], title),
    );
    expect([...arrived!.keys()]).toEqual(['256 KiB, fixed', '1 MiB, fixed', '4 MiB, fixed', 'adapting']);
    expect([arrived!.get('256 KiB, fixed'), timeouts!.get('256 KiB, fixed')]).toEqual([6, 0]);
    expect([arrived!.get('1 MiB, fixed'), failed!.get('4 MiB, fixed')]).toEqual([6, 6]);
    expect(timeouts!.get('4 MiB, fixed')).toBeGreaterThan(20);
    // Files in progress continue in smaller blocks, so that none is lost to the degraded network and its rate is used
    // nearly as well as by the best fixed size.
    expect([arrived!.get('adapting'), failed!.get('adapting')]).toEqual([6, 0]);
    expect(timeouts!.get('adapting')).toBeLessThan(timeouts!.get('4 MiB, fixed')!);
    const best = Math.max(...rate!.values());
    expect(rate!.get('adapting')).toBeGreaterThan(best / 1.2);
    const course = (chart: string) =>
      charts.find(({ id }) => id === chart)!.series.find(({ label }) => label === 'adapting')!.points;
    expect(course('timeouts').findIndex(({ y }) => (y ?? 0) > 0)).toBeLessThan(6);
    expect(course('timeouts').filter(({ y }) => y === 0).length).toBeGreaterThan(course('timeouts').length / 2);
    const blocks = course('blocks').flatMap(({ y }) => (y === null ? [] : [y]));
    expect(Math.min(...blocks.filter((bytes) => bytes > 64 * KiB))).toBeLessThanOrEqual(MiB);
  });
});

describe('in the same region', () => {
  const settings = {
    line: 'same-region',
    files: 8,
    fileBytes: 32 * MiB,
    blockBytes: 4 * MiB,
    concurrency: 4,
    repetitions: 1,
  };
  const downloads = async (assembly: Parameters<typeof inSimulatedTime>[2]) => {
    const experiment = experimentOf('file-or-block');
    const rate = column(
      experiment.analyse(await inSimulatedTime(experiment, settings, assembly)).tables[0],
      'Overall rate',
    );
    return { blocks: rate.get('Download, blocks in parallel')!, files: rate.get('Download, files in parallel')! };
  };

  it('blocks are slower than whole files in downloads only when they are reassembled afterwards', async () => {
    const apart = await downloads({ bytesPerSecond: 60 * MiB });
    expect(apart.blocks).toBeLessThan(0.6 * apart.files);
    const inPlace = await downloads({ bytesPerSecond: null });
    expect(inPlace.blocks).toBeGreaterThan(0.9 * inPlace.files);
  });
});
