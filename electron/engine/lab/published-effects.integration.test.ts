// The effects that the field studies published appear on the simulated networks: the lab's steps and analyses over the
// real account code, in simulated time and with generous bounds.
import { describe, expect, it } from 'vitest';
import { experimentOf } from '@shared/lab/definitions';
import { flattensAt } from '@shared/lab/definitions/batch-sweep';
import { linePreset } from '@shared/lab/line-settings';
import { groupBy } from '@shared/lab/grouping';
import type { ResultTable } from '@shared/lab/results';
import type { Sample } from '@shared/lab/run';
import { KiB, MiB } from '@shared/units';
import { inSimulatedTime } from './fixtures/simulated-bench';
import type { Assembly } from './fixtures/simulated-files';

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

describe('two machines', () => {
  const climb = experimentOf('saturation');
  const values = {
    line: 'lab-2010',
    partitions: 'one',
    batchSize: 100,
    payload: '8x1',
    concurrencies: [5, 10],
    seconds: 10,
    leadSeconds: 4,
    table: 'together',
  };
  const nodes = ['vm1', 'vm2'];
  const ratesOf = async (partition: string, machines = nodes) => {
    const given = { ...values, partition };
    const samples = await inSimulatedTime(climb, given, { nodes: machines });
    const { tables, charts, findings } = climb.analyse(samples, given);
    return { rates: column(tables[0], 'Rate'), x: charts[0]!.series[0]!.points.map((point) => point.x), findings };
  };

  it('on one partition reach the rate of one partition, with the threads of both added up', async () => {
    const { rates, x } = await ratesOf('shared');
    expect([...rates.keys()]).toEqual(['one partition × 10', 'one partition × 20']);
    expect(x).toEqual([10, 20]);
    for (const rate of rates.values()) expect(Math.abs(rate - 500)).toBeLessThanOrEqual(25);
  });

  it('with a partition each reach twice that rate, and the report does not call it one partition', async () => {
    const { rates, findings } = await ratesOf('own');
    expect([...rates.keys()]).toEqual(['one partition per machine × 10', 'one partition per machine × 20']);
    for (const rate of rates.values()) expect(Math.abs(rate - 1000)).toBeLessThanOrEqual(50);
    expect(findings.join(' ')).not.toContain('One partition:');
  });

  it('that ran one after the other have no rate together', async () => {
    const given = { ...values, partition: 'shared', concurrencies: [5] };
    const [first, second] = await Promise.all(nodes.map((node) => inSimulatedTime(climb, given, { nodes: [node] })));
    const later = second!.map((sample) => ({ ...sample, startMs: Number(sample.startMs) + 60_000 }));
    const { tables, findings } = climb.analyse([...first!, ...later], given);
    expect(column(tables[0], 'Rate').get('one partition × 10')).toBe(0);
    expect(findings.at(-1)).toMatch(/^The nodes did not run together: in “one partition × 10” all of them/);
  });
});

describe('reads of single entities', () => {
  const climb = experimentOf('saturation');
  const values = { line: 'lab-2010', concurrencies: [2, 40], seconds: 5, leadSeconds: 2, operation: 'get' };

  it('take a round trip each, and one partition limits them as it limits writes', async () => {
    const { tables } = climb.analyse(await inSimulatedTime(climb, values), values);
    const rates = column(tables[0], 'Rate');
    // 60 ms of network, 1 ms of service, and 1.4 KB at 400 KiB/s.
    const each = 1000 / (60 + 1 + 1400 / 409.6);
    for (const spread of ['one partition', 'many partitions']) {
      expect(rates.get(`${spread} × 2`)! / (2 * each)).toBeCloseTo(1, 1);
    }
    expect(Math.abs(rates.get('one partition × 40')! - 500)).toBeLessThanOrEqual(25);
    expect(rates.get('many partitions × 40')! / (40 * each)).toBeCloseTo(1, 1);
  });

  it('mixed with inserts are as many as those', async () => {
    const samples = await inSimulatedTime(climb, { ...values, concurrencies: [4], operation: 'mixed', batchSize: 1 });
    const gets = samples.filter(({ operation }) => operation === 'get').length;
    expect(gets / samples.length).toBeGreaterThan(0.4);
    expect(gets / samples.length).toBeLessThan(0.6);
  });
});

describe('service of the second generation', () => {
  it('slows down instead of refusing: the rate is that of the partition, and latency grows with the threads', async () => {
    const climb = experimentOf('saturation');
    const values = {
      line: 'gen-2',
      partitions: 'one',
      batchSize: 100,
      payload: '8x1',
      concurrencies: [12, 24, 48],
      seconds: 8,
      leadSeconds: 3,
    };
    const { tables } = climb.analyse(await inSimulatedTime(climb, values), values);
    const [rates, throttled, medians] = ['Rate', 'Throttled', 'Median'].map((title) => [
      ...column(tables[0], title).values(),
    ]);
    for (const rate of rates!) expect(Math.abs(rate - 2500)).toBeLessThanOrEqual(125);
    expect(throttled).toEqual([0, 0, 0]);
    // By Little's law: what is in flight, by the rate.
    for (const [index, threads] of values.concurrencies.entries()) {
      expect(medians![index]! / ((threads * 100 * 1000) / 2500)).toBeCloseTo(1, 1);
    }
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
    expect([...arrived!.keys()]).toEqual(['256 KiB, fixed', '1 MiB, fixed', '4 MiB, fixed', 'adaptive']);
    expect([arrived!.get('256 KiB, fixed'), timeouts!.get('256 KiB, fixed')]).toEqual([6, 0]);
    expect([arrived!.get('1 MiB, fixed'), failed!.get('4 MiB, fixed')]).toEqual([6, 6]);
    expect(timeouts!.get('4 MiB, fixed')).toBeGreaterThan(20);
    // Files in progress continue in smaller blocks, so that none is lost to the degraded network and its rate is used
    // nearly as well as by the best fixed size.
    expect([arrived!.get('adaptive'), failed!.get('adaptive')]).toEqual([6, 0]);
    expect(timeouts!.get('adaptive')).toBeLessThan(timeouts!.get('4 MiB, fixed')!);
    const best = Math.max(...rate!.values());
    expect(rate!.get('adaptive')).toBeGreaterThan(best / 1.2);
    const course = (chart: string) =>
      charts.find(({ id }) => id === chart)!.series.find(({ label }) => label === 'adaptive')!.points;
    expect(course('timeouts').findIndex(({ y }) => (y ?? 0) > 0)).toBeLessThan(6);
    expect(course('timeouts').filter(({ y }) => y === 0).length).toBeGreaterThan(course('timeouts').length / 2);
    const blocks = course('blocks').flatMap(({ y }) => (y === null ? [] : [y]));
    expect(Math.min(...blocks.filter((bytes) => bytes > 64 * KiB))).toBeLessThanOrEqual(MiB);
  });
});

describe('shared network with a time limit', () => {
  const experiment = experimentOf('degraded-line');
  /** Seconds from the first start to the last end; infinite if a file did not arrive. */
  const secondsOf = (samples: readonly Sample[], blockBytes: number): number => {
    const own = samples.filter((sample) => sample.blockBytes === blockBytes && sample.mode !== 'slice');
    if (own.some(({ ok }) => ok !== 1)) return Infinity;
    const ends = own.map(({ startMs, durationMs }) => Number(startMs) + Number(durationMs));
    return (Math.max(...ends) - Math.min(...own.map(({ startMs }) => Number(startMs)))) / 1000;
  };

  it.each([
    [1_500_000, 3000, 60],
    [300_000, 9000, 24],
  ])(
    'adapting takes at most 1.2 times as long as the best fixed setting at %i B/s with %i ms',
    async (rate, ms, MB) => {
      const values = {
        line: 'same-region',
        lineChanges: `uploadBytesPerSecond=${rate};requestLimitMs=${ms}`,
        files: 2,
        fileBytes: (MB / 2) * MiB,
        blockSizes: [256 * KiB, MiB, 4 * MiB],
        limitSeconds: 600,
      };
      const times = await Promise.all(
        [1, 4, 16].map(async (concurrency) => {
          const samples = await inSimulatedTime(experiment, { ...values, concurrency });
          const fixed = values.blockSizes.map((blockBytes) => secondsOf(samples, blockBytes));
          return { fixed: Math.min(...fixed), adapting: secondsOf(samples, -1) };
        }),
      );
      const best = Math.min(...times.map(({ fixed }) => fixed));
      // No setting is faster than the line, and the best one nearly reaches it.
      expect(best).toBeGreaterThan((MB * MiB) / rate);
      expect(best).toBeLessThan(((MB * MiB) / rate) * 1.1);
      for (const { adapting } of times) expect(adapting).toBeLessThanOrEqual(best * 1.2);
    },
  );

  it('a file that hits the limit of its step has no rate, and its time-outs are its own', async () => {
    const samples = await inSimulatedTime(experiment, {
      line: 'same-region',
      lineChanges: 'uploadBytesPerSecond=1500000;requestLimitMs=2000',
      files: 2,
      fileBytes: 8 * MiB,
      blockSizes: [256 * KiB, 4 * MiB],
      concurrency: 4,
      limitSeconds: 10,
    });
    // 16 MiB take 11.2 s: the first file arrives within the limit, the second does not.
    const rows = samples.filter(({ blockBytes, mode }) => blockBytes === 256 * KiB && mode !== 'slice');
    expect(rows.map(({ ok, error, timeouts }) => [ok, error, timeouts])).toEqual([
      [1, '', 0],
      [0, 'time-limit', 0],
    ]);
    expect(rows.map(({ bytesPerSecond }) => bytesPerSecond === null)).toEqual([false, true]);
    const large = samples.filter(({ blockBytes, mode }) => blockBytes === 4 * MiB && mode !== 'slice');
    expect(large.map(({ bytesPerSecond }) => bytesPerSecond)).toEqual([null, null]);
    expect(Number(large[0]!.timeouts)).toBeGreaterThan(0);
  });
});

describe('block as large as the file', () => {
  it('is measured: it goes up as a block and a list, which takes a round trip more than one request', async () => {
    const sweep = experimentOf('upload-block-sweep');
    const values = { line: 'lab-2010', lineChanges: 'jitterMs=0;lossShare=0', repetitions: 1 };
    const samples = await inSimulatedTime(sweep, {
      ...values,
      fileSizes: [64 * KiB],
      blockSizes: [64 * KiB, MiB],
      concurrencies: [4],
    });
    const [one, equal, larger] = samples.map(({ durationMs }) => Number(durationMs));
    // 64 KiB at 400 KiB/s, and 60 ms a request; the list of blocks is 1,000 bytes more.
    expect(one).toBeCloseTo(160 + 60, 0);
    for (const ms of [equal, larger]) expect(ms).toBeCloseTo(160 + 60 + 60 + (1000 / 400 / KiB) * 1000, 0);
    const { tables, findings } = sweep.analyse(samples);
    expect(tables[0]!.rows.map((row) => row[6])).toEqual([
      1,
      expect.closeTo(220 / 282, 1),
      expect.closeTo(220 / 282, 1),
    ]);
    expect(findings[0]).toBe('Parallel blocks are no faster than one stream.');
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
  const downloads = async (assembly: Assembly) => {
    const experiment = experimentOf('file-or-block');
    const rate = column(
      experiment.analyse(await inSimulatedTime(experiment, settings, { assembly })).tables[0],
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
