// Runs merged, compared, written and reported: the same numbers everywhere, and texts that claim no more than the data
// shows.
import { describe, expect, it } from 'vitest';
import { comparisonChart, comparisonTable } from './comparison-result';
import { compareRuns } from './compare-runs';
import { experimentOf } from './definitions';
import { dryRunOf, rejectBeyondCaps } from '../../electron/engine/lab/runs/dry-run';
import { noTotals } from './fixtures/no-totals';
import { evaluateKey, parseKeyExpression } from '../import/key-expression';
import { checkPattern, keyFrom } from '../../electron/engine/lab/steps/key-pattern';
import { orderOfArrival } from './key-order';
import { peakPerSecond } from './latency-table';
import { clearLine } from './line-settings';
import { mergeRuns } from '../../electron/engine/lab/runs/merge-runs';
import { checkParameters } from './parameters';
import { comparisonReport, reportOf } from './report/report';
import { recordedRuns } from './fixtures/recorded-runs';
import { missingInPdf, pdfFile } from '../../electron/cli/lab/pdf-file';
import { reportPages } from '../../electron/cli/lab/pdf-pages';
import { reportHtml } from './report/report-html';
import { pointsCsv, runCsv, runJson } from './run-files';
import { type Cell, type RunRecord, rowsOf, runRecord, samplesOf } from './run';
import { seeded } from './statistics/seeded';

const latency = experimentOf('table-latency');
const columns = latency.columns.map(({ name }) => name);

function runOf(name: string, durations: readonly number[], over: Partial<RunRecord> = {}): RunRecord {
  const base: Record<string, Cell> = {
    node: 'n1',
    repetition: 1,
    step: 'single operations',
    operation: 'get',
    entities: 1,
    ok: 1,
  };
  const samples = durations.map((durationMs, index) => ({ ...base, startMs: index * 10, durationMs }));
  return {
    schemaVersion: 1,
    id: `run-${name.length}-${durations.length}`,
    name,
    experimentId: latency.id,
    nodes: ['n1'],
    startedAtMs: 1000,
    end: 'done',
    endReason: '',
    seed: 5,
    line: clearLine,
    totals: noTotals,
    parameters: checkParameters(latency.parameters, {}),
    environments: [
      {
        appVersion: '1',
        node: '20',
        platform: 'linux',
        arch: 'x64',
        cpu: 'One & <only>',
        cpuCount: 1,
        memoryBytes: 1,
        target: 'emulator',
        connection: 'Local',
        credential: 'key',
      },
    ],
    sampleCount: samples.length,
    columns,
    rows: rowsOf(columns, samples),
    ...over,
  };
}
const random = seeded(11);
const around = (ms: number): number[] => Array.from({ length: 40 }, () => ms + random() * 4);

describe('a comparison', () => {
  it('reports a difference only when it is certain', () => {
    const { settings, findings } = compareRuns([
      runOf('A', around(20)),
      runOf('B', around(14)),
      runOf('C', around(20)),
    ]);
    const [faster, alike] = settings[0]!.others;
    expect([faster!.verdict, alike!.verdict]).toEqual(['faster', 'alike']);
    expect(faster!.interval!.high).toBeLessThan(-4);
    expect(faster!.words).toMatch(/^Faster by 2\d %: \d\.\d+ to \d\.\d+ ms less, 95 % confidence\.$/);
    expect(alike!.words).toMatch(/^No significant difference/);
    expect(findings[0]).toBe('B versus A, of 1 settings: 1 faster.');
  });
  it('reports too few measurements, and rejects runs that cannot be compared', () => {
    const { settings, findings } = compareRuns([runOf('A', [20, 21]), runOf('B', [5, 6])]);
    expect(settings[0]!.others[0]).toMatchObject({ verdict: 'unknown', interval: null });
    expect(findings[0]).toContain('run with more repetitions');
    const { settings: ofOne } = compareRuns([runOf('A', [20, 21]), runOf('B', [])]);
    expect(ofOne[0]!.others[0]!.words).toBe('Measured in only one of the two runs.');
    const { settings: ofLast } = compareRuns([runOf('A', []), runOf('B', []), runOf('C', [20, 21])]);
    expect(ofLast[0]!.others.map(({ words: text }) => text)).toEqual([
      'Measured in neither of the two runs.',
      'Measured in only one of the two runs.',
    ]);
    expect(() => compareRuns([runOf('A', [1])])).toThrow(/nothing to compare/);
    expect(() => compareRuns([runOf('A', [1]), runOf('B', [1], { experimentId: 'batch-sweep' })])).toThrow(
      /different experiments/,
    );
  });
  it('distinguishes runs of one name by their start time, and those with the same start by their position', () => {
    const at = (clock: string): Partial<RunRecord> => ({ startedAtMs: Date.parse(`2026-11-22T${clock}Z`) });
    const runs = [
      runOf('Sweep', around(20), at('10:02:05')),
      runOf('Sweep', around(14), at('10:09:41')),
      runOf('Other', around(20)),
    ];
    const [first, second] = ['Sweep (2026-11-22 10:02:05 UTC)', 'Sweep (2026-11-22 10:09:41 UTC)'];
    const comparison = compareRuns(runs);
    expect(comparison.runs.map(({ name, label }) => [name, label])).toEqual([
      ['Sweep', first],
      ['Sweep', second],
      ['Other', 'Other'],
    ]);
    expect(comparison.findings[0]).toBe(`${second} versus ${first}, of 1 settings: 1 faster.`);
    const { title, columns: headings } = comparisonTable(comparison);
    expect([title, ...headings.map((column) => column.title)]).toEqual([
      `Median duration versus ${first}`,
      ...['Setting', first, second, 'Difference', '95 % interval', 'Verdict'],
      ...['Other', 'Difference', '95 % interval', 'Verdict'],
    ]);
    expect(comparisonChart(comparison).series.map(({ label }) => label)).toEqual([first, second, 'Other']);
    const { subtitle, sections } = comparisonReport(runs);
    expect([subtitle, sections[2]?.heading]).toEqual([`${first} · ${second} · Other`, second]);
    const twice = compareRuns([runOf('Sweep', [1, 2]), runOf('Sweep', [3])]).runs.map(({ label }) => label);
    expect(new Set(twice).size).toBe(2);
  });
  it('goes by all values of a long run, also by those that came last', () => {
    const run = (name: string, laterMs: number): RunRecord =>
      runOf(name, [
        ...Array.from({ length: 1500 }, (_, index) => 10 + (index % 10) / 10),
        ...Array.from({ length: 3000 }, (_, index) => laterMs + (index % 10) / 10),
      ]);
    const [setting] = compareRuns([run('A', 10), run('B', 30)]).settings;
    const [other] = setting!.others;
    expect([setting!.base.count, other!.count]).toEqual([4500, 4500]);
    expect([setting!.base.medianMs, other!.medianMs]).toEqual([10.45, 30.2]);
    expect(other!.verdict).toBe('slower');
    expect(other!.interval!.low).toBeGreaterThan(15);
  });
  it('is the same whenever it is made', () => {
    const runs = [runOf('A', [1, 2, 3, 4]), runOf('B', [2, 3, 4, 9])];
    expect(comparisonTable(compareRuns(runs))).toEqual(comparisonTable(compareRuns(runs)));
  });
});

describe('merged runs', () => {
  it('keep their nodes apart and their times in relation', () => {
    const merged = mergeRuns([runOf('A', [1, 2]), runOf('B', [3], { startedAtMs: 6000 })], {
      id: 'both',
      name: 'Both',
    });
    expect(runRecord.parse(merged)).toMatchObject({
      nodes: ['n1', 'n1 (2)'],
      sampleCount: 3,
      startedAtMs: 1000,
      end: 'done',
    });
    expect(samplesOf(merged).map(({ node, startMs }) => [node, startMs])).toEqual([
      ['n1', 0],
      ['n1', 10],
      ['n1 (2)', 5000],
    ]);
  });
});

describe('files of a run', () => {
  const run = runOf('Run, "one" & <two>', [12.345, 7.5, 20.25]);

  it('hold every row, and read back the same', () => {
    expect(runRecord.parse(JSON.parse(runJson(run)))).toEqual(run);
    const [head, first] = runCsv(run).split('\n');
    expect(head).toBe(columns.join(','));
    expect(first).toContain('12.345');
    expect(runCsv({ columns: ['a'], rows: [['=1+1'], ['x"y,z'], [null]] })).toBe(`a\n'=1+1\n"x""y,z"\n\n`);
  });
  it('the report shows the same rows, escapes its input and needs no external resources', () => {
    const html = reportHtml(reportOf(run));
    expect(html).toContain('Run, &quot;one&quot; &amp; &lt;two&gt;');
    expect(html).toContain('One &amp; &lt;only&gt;');
    // min, median, mean, max of the three rows, written as the column's values are.
    for (const figure of ['7.50', '12.3', '13.4', '20.3']) expect(html).toContain(`<td>${figure}</td>`);
    expect(html).not.toMatch(/<script|(?:src|href)=|url\(/);
  });
  it('the PDF has a table of objects that leads to each of them', () => {
    const file = pdfFile(run.name, reportPages(reportOf(run)));
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1]);
    const entries = file
      .slice(start)
      .split('\n')
      .slice(3)
      .filter((line) => line.endsWith(' n '));
    expect(entries.length).toBeGreaterThan(6);
    for (const [index, entry] of entries.entries()) {
      const offset = Number(entry.slice(0, 10));
      expect(file.slice(offset, offset + 12)).toMatch(new RegExp(`^${index + 1} 0 obj\n`));
    }
    expect(file).toContain('(Run, "one" & <two>) Tj');
    expect([...file].every((character) => character.charCodeAt(0) < 256)).toBe(true);
  });
  it('report.pdf: shows every text of the lab’s own, and names what its fonts lack', () => {
    for (const recorded of Object.values(recordedRuns)) {
      expect(missingInPdf(recorded.name, reportPages(reportOf(recorded)))).toEqual([]);
    }
    const missing = (name: string) => missingInPdf(name, reportPages(reportOf({ ...run, name })));
    expect(missing('Zürich “5 €” – Šikola… œuvre Cafe\u0301 \u2068a\u2069\u202fb')).toEqual([]);
    expect(missing('東京 Łódź 🚢')).toEqual(['東', '京', 'Ł', 'ź', '🚢']);
    const file = pdfFile('', reportPages(reportOf({ ...run, name: 'Šikola 5 € − 4 → μ Cafe\u0301' })));
    expect(file).toContain('(\x8aikola 5 \x80 - 4 -> µ Café) Tj');
  });
});

describe('a dry run', () => {
  const sweep = experimentOf('upload-block-sweep');
  const values = (over: Parameters<typeof checkParameters>[1]) =>
    checkParameters(sweep.parameters, {
      fileSizes: [4_194_304],
      blockSizes: [1_048_576],
      concurrencies: [4],
      repetitions: 1,
      ...over,
    });

  it('counts what the steps would send', () => {
    const plan = dryRunOf(sweep, values({}), { kind: 'azure', isBilled: true });
    // One stream: a read probe and a write. Four blocks, the list and two probes. Creating and deleting the container.
    expect(plan).toMatchObject({
      settings: 2,
      requests: 2 + 6 + 4,
      bytesUp: 2 * 4_194_304,
      bytesDown: 0,
      disabledReasons: [],
    });
    expect(plan.cost).toBeGreaterThan(0);
    expect(dryRunOf(sweep, values({}), { kind: 'azure', isBilled: false }).cost).toBe(0);
  });
  it('counts downloaded bytes as uploaded once, however often they are read', () => {
    const ways = experimentOf('file-or-block');
    const parameters = checkParameters(ways.parameters, { files: 4, fileBytes: 1_048_576, repetitions: 3 });
    const plan = dryRunOf(ways, parameters, { kind: 'local', isBilled: false });
    // Three ways in each direction, three times; before that the four files that are read.
    expect([plan.bytesUp, plan.bytesDown]).toEqual([(3 * 3 + 1) * 4 * 1_048_576, 3 * 3 * 4 * 1_048_576]);
  });
  it('states the space on disk: one set of files of each size, and what one setting downloads beside it', () => {
    const ways = experimentOf('file-or-block');
    const parameters = checkParameters(ways.parameters, { files: 4, fileBytes: 1_048_576, repetitions: 3 });
    const diskBytes = (experiment: typeof ways, given: Parameters<typeof checkParameters>[1]) =>
      dryRunOf(experiment, checkParameters(experiment.parameters, given), { kind: 'local', isBilled: false }).diskBytes;
    expect(diskBytes(ways, parameters)).toBe((4 + 4) * 1_048_576);
    expect(diskBytes(sweep, { fileSizes: [2048, 4096], repetitions: 50 })).toBe(2048 + 4096);
    expect(diskBytes(experimentOf('batch-sweep'), {})).toBe(0);
  });
  it('counts what entities take on the wire, alone and in batches', () => {
    const batches = experimentOf('batch-sweep');
    const planOf = (batchSizes: number[]) =>
      dryRunOf(
        batches,
        checkParameters(batches.parameters, { batchSizes, concurrencies: [1], entities: 400, partitions: 'one' }),
        { kind: 'local', isBilled: false },
      );
    // As a run of 400 entities measured: 1,873 bytes each alone, 2,217 in batches of a hundred.
    expect(planOf([1]).bytesUp / 400).toBeCloseTo(1873, -2);
    expect(planOf([100]).bytesUp / 400).toBeCloseTo(2217, -2);
    expect(planOf([100]).bytesDown).toBeGreaterThan(400 * 500);
  });
  it('rejects values beyond the caps, and a simulated network with the real service', () => {
    const rejections = (over: Parameters<typeof checkParameters>[1], kind: 'local' | 'azure') =>
      dryRunOf(sweep, values(over), { kind, isBilled: kind === 'azure' }).disabledReasons;
    expect(rejections({ maxMebibytes: 2 }, 'local')).toEqual(['It would transfer 8 MiB; the limit is 2 MiB.']);
    expect(rejections({ line: 'office' }, 'azure')).toHaveLength(1);
    expect(rejections({ line: 'office' }, 'local')).toEqual([]);
    expect(() =>
      rejectBeyondCaps(dryRunOf(sweep, values({ maxRequests: 3 }), { kind: 'local', isBilled: false })),
    ).toThrow(/It would send 12 requests; the limit is 3/);
  });
});

describe('keys of a pattern', () => {
  const keys = (pattern: string) =>
    Array.from({ length: 50 }, (_, index) =>
      keyFrom(pattern, { index, nowMs: Date.UTC(2010, 5, 20) + index, random: seeded(index) }),
    );

  it('show whether they only grow', () => {
    expect(keys('{n:3}').slice(0, 2)).toEqual(['000', '001']);
    expect(
      ['{ticks}', 'a{n:4}', '{reversed-ticks}', '{random}', '{spread:4}-{n:4}'].map((pattern) =>
        orderOfArrival(keys(pattern)),
      ),
    ).toEqual([...['append', 'append', 'prepend', 'mixed', 'mixed']]);
    for (const pattern of ['{reversed-date};{random:4}', '{hash:16};{hash}']) checkPattern('RowKey', pattern);
    expect(keys('{reversed-date};{random:4}')[0]).toMatch(/^7989-06-11;[a-z0-9]{4}$/u);
    // As an import makes it of a column with the numbers.
    const { hash } = Object.fromEntries(keys('{hash:16};{hash}').map((key) => ['hash', key]));
    const asImported = evaluateKey(parseKeyExpression('RowKey', '{Id:hash:16};{Id:hash}', ['Id']), () => '49', {
      guid: () => '',
    });
    expect(asImported).toEqual({ kind: 'key', key: hash });
    expect(() => checkPattern('RowKey', '{colour}')).toThrow(/RowKey: “{colour}” contains an unknown placeholder/);
    expect(() => checkPattern('RowKey', 'a/b')).toThrow(/keys cannot contain/);
  });
});

it('peak entities per second are those of the busiest second', () => {
  const at = (startMs: number, entities: number) => ({ startMs, durationMs: 10, entities });
  expect(peakPerSecond([at(0, 100), at(900, 100), at(1500, 100), at(1600, 50), at(4000, 20)])).toBe(250);
  expect(peakPerSecond([at(0, 100), at(490, 100)])).toBe(400);
  expect(peakPerSecond([])).toBe(0);
});

describe('the points of a chart as CSV', () => {
  it('have a line each, with its axis and its ranges, and no cell that a spreadsheet would calculate', () => {
    const csv = pointsCsv({
      id: 'c',
      title: 'A chart',
      note: '',
      x: { title: 'File', unit: '', scale: 'category', categories: ['1 MiB', '2 MiB'] },
      y: { title: 'Duration', unit: 'ms', scale: 'linear' },
      right: { title: 'Rate', unit: 'bytes/s', scale: 'linear' },
      series: [
        { label: 'up, alone', shape: 'columns', colour: 0, points: [{ x: 0, y: 5, low: 4, high: 6 }] },
        { label: '=HYPERLINK()', shape: 'dots', colour: 1, axis: 'right', points: [{ x: 1, y: 0.1 }] },
        { label: 'band', shape: 'box', colour: 2, points: [{ x: 0, toX: 1, y: 2, lowest: 1, highest: 9 }] },
      ],
    });
    expect(csv.split('\n')).toEqual([
      'series,File,to,axis,value,low,high,lowest,highest',
      '"up, alone",1 MiB,,Duration (ms),5,4,6,,',
      "'=HYPERLINK(),2 MiB,,Rate (bytes/s),0.1,,,,",
      'band,1 MiB,1,Duration (ms),2,,,1,9',
      '',
    ]);
  });
});
