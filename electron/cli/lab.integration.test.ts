// `stowage lab` on a separate store: the experiments it lists, runs, writes and compares.
import type { RunRecord } from '@shared/lab/run';
import { link, mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommandLine, type Result, startCommandLine } from './fixtures/command-line';

let line: CommandLine;
let dir: string;

const stowage = (...args: string[]): Promise<Result> => line.run(...args);
const onStore = (...args: string[]): Promise<Result> => line.onStore(...args);

beforeAll(async () => {
  line = await startCommandLine();
  ({ dir } = line);
});
afterAll(async () => {
  expect(await line.dispose()).toBe(0);
});

describe('stowage lab', () => {
  it('lists experiments, runs one, and compares what two runs wrote', { timeout: 120_000 }, async () => {
    const list = await stowage('lab', 'list', '--json');
    expect(list.lines.map(({ id }) => id)).toEqual([
      ...['upload-block-sweep', 'transfer-study', 'file-or-block', 'degraded-line', 'table-latency'],
      ...['batch-sweep', 'saturation', 'read-cost', 'page-size', 'hot-partition'],
    ]);
    expect(list.lines[5]).toMatchObject({ title: 'Batch sweep', parameters: { batchSizes: [1, 5, 20, 50, 100] } });
    expect(list.lines[5]).toMatchObject({ presets: [{ id: 'quick' }, { id: 'study-2010' }, { id: 'study-2012' }, {}] });
    const planned = await onStore('lab', 'run', 'batch-sweep', '--preset', 'study-2012', '--dry-run');
    expect(planned).toMatchObject({ code: 0, lines: [{ settings: 1, requests: 20_004, creates: ['1 table'] }] });
    const tooMany = ['--preset', 'study-2012', '--set', 'maxRequests=100', '--dry-run'];
    const rejected = await onStore('lab', 'run', 'batch-sweep', ...tooMany);
    expect(rejected.code).toBe(2);
    expect(rejected.lines[0]).toMatchObject({
      disabledReasons: ['It would send 20,004 requests; the limit is 100.'],
    });
    const unknown = await onStore('lab', 'run', 'batch-sweep', '--preset', 'study', '--dry-run');
    expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining('Use one of quick, study-2010')]);
    const sets = ['batchSizes=1,20', 'concurrencies=2', 'entities=60', 'repetitions=1'].flatMap((set) => [
      '--set',
      set,
    ]);
    for (const name of ['first', 'second']) {
      const remarks = ['--objectives', 'Find the best size', '--notes', 'On a quiet day'];
      const out = ['--out', join(dir, name), '--name', name];
      const run = await onStore('lab', 'run', 'batch-sweep', ...sets, ...out, ...remarks);
      expect(run.code).toBe(0);
      expect(run.lines).toMatchObject([{ name, experiment: 'batch-sweep', end: 'done', samples: 126 }]);
      const csv = (await readFile(join(dir, name, 'data.csv'), 'utf8')).trimEnd().split('\n');
      expect(csv).toHaveLength(127);
      const pdf = await readFile(join(dir, name, 'report.pdf'), 'latin1');
      expect([pdf.startsWith('%PDF-1.4'), pdf.endsWith('%%EOF\n')]).toEqual([true, true]);
      const table = (run.lines[0] as { tables: { columns: { title: string }[]; rows: (string | number)[][] }[] })
        .tables[0];
      expect(table?.columns.map(({ title }) => title).join(' ')).toBe(
        'Setting Min Median Mean Max p90 p95 p99 Peak OK Failed',
      );
      // The report contains the same values as the rows.
      const html = await readFile(join(dir, name, 'report.html'), 'utf8');
      expect(html).toContain('Objectives: Find the best size');
      expect(html).toContain('Notes: On a quiet day');
      const columns = csv[0]!.split(',');
      const at = (row: string, column: string): string =>
        row.replace(/"[^"]*"/g, 'text').split(',')[columns.indexOf(column)] ?? '';
      const slowest = Math.max(...csv.slice(1).map((row) => Number(at(row, 'durationMs'))));
      expect(Math.max(...table!.rows.map((row) => Number(row[4])))).toBe(slowest);
      const written = slowest.toLocaleString('en-US', {
        minimumFractionDigits: slowest < 10 ? 2 : slowest < 100 ? 1 : 0,
        maximumFractionDigits: slowest < 10 ? 2 : slowest < 100 ? 1 : 0,
      });
      expect(html).toContain(`<td>${written}</td>`);
    }
    const compared = await stowage(
      'lab',
      'compare',
      join(dir, 'first'),
      'second',
      '--out',
      join(dir, 'compared'),
      '--json',
    );
    expect(compared.code).toBe(0);
    expect(compared.lines[0]).toMatchObject({
      experimentId: 'batch-sweep',
      runs: [{ name: 'first' }, { name: 'second' }],
    });
    expect(await readFile(join(dir, 'compared', 'report.html'), 'utf8')).toContain('2 runs compared');
    const written = await readdir(join(dir, 'compared'));
    // A second name of a file shows what is written into it, but not its replacement.
    for (const name of written) await link(join(dir, 'compared', name), join(dir, `earlier-${name}`));
    await stowage('lab', 'compare', 'first', 'second', '--out', join(dir, 'compared'));
    const names = await Promise.all(written.map(async (name) => (await stat(join(dir, `earlier-${name}`))).nlink));
    expect(names).toEqual([1, 1, 1, 1]);
    const merged = await stowage(
      ...['lab', 'merge', 'first', 'second', '--name', 'Both', '--out', join(dir, 'merged')],
      ...['--format', 'xlsx,pptx,svg,json', '--json'],
    );
    expect(merged.lines).toMatchObject([{ name: 'Both', samples: 252 }]);
    const files = await readdir(join(dir, 'merged'));
    expect(files).toEqual(expect.arrayContaining(['report.pptx', 'report.xlsx', 'run.json']));
    expect(files.filter((name) => name.endsWith('.svg')).length).toBeGreaterThan(1);
    const log = join(dir, 'first', 'data.csv');
    const drawn = await stowage('lab', 'report', log, '--by', 'batchSize', '--out', join(dir, 'drawn'), '--json');
    expect(drawn.lines[0]).toMatchObject({
      title: 'data.csv',
      findings: [expect.stringMatching(/^durationMs: the mean/)],
    });
    const wrong = await onStore('lab', 'run', 'batch-sweep', '--set', 'batchSizes=500');
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringMatching(/--set batchSizes: 500 is out of range/u)]);
    expect((await stowage('lab', 'compare', 'first', 'nowhere')).code).toBe(4);
    const small = ['batchSizes=20', 'concurrencies=2', 'entities=20', 'repetitions=1'].flatMap((set) => ['--set', set]);
    await mkdir(join(dir, 'twin'));
    await writeFile(join(dir, 'twin', 'report.pdf'), 'of an earlier run');
    const away = ['--name', 'second', '--node', '東京'];
    const again = await onStore('lab', 'run', 'batch-sweep', ...small, '--out', join(dir, 'twin'), ...away);
    expect([again.code, again.err]).toEqual([0, expect.stringMatching(/report\.pdf was not written: .*“東” “京”/u)]);
    expect((await readdir(join(dir, 'twin'))).sort()).toEqual(['data.csv', 'report.html', 'run.json']);
    expect(await readFile(join(dir, 'twin', 'report.html'), 'utf8')).toContain('東京');
    const [twin] = again.lines;
    const either = await stowage('lab', 'compare', 'first', 'second');
    expect([either.code, either.err]).toEqual([2, expect.stringContaining(String(twin?.id))]);
    expect((await stowage('tables', 'list', '--connection', 'local', '--json')).lines).toEqual([]);
  });

  it('runs several processes at once on one partition, merges them, and leaves no table behind', async () => {
    const small = ['batchSizes=20', 'concurrencies=2', 'entities=200', 'partitions=one'].flatMap((set) => [
      '--set',
      set,
    ]);
    const out = join(dir, 'processes');
    const { code, lines } = await onStore('lab', 'run', 'batch-sweep', ...small, '--processes', '2', '--out', out);
    expect([code, lines[0]]).toEqual([0, expect.objectContaining({ name: '2 processes', samples: 20 })]);
    const run = JSON.parse(await readFile(join(out, 'run.json'), 'utf8')) as RunRecord;
    expect(run.nodes).toEqual(['p1', 'p2']);
    expect(run.parameters).toMatchObject({ partition: 'shared' });
    expect((await stowage('tables', 'list', '--connection', 'local', '--json')).lines).toEqual([]);
    const wrong = await onStore('lab', 'run', 'file-or-block', '--processes', '2');
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('cannot share a table')]);
  });

  it('measures nothing where the results could not be written', async () => {
    const file = join(dir, 'a-file');
    await writeFile(file, '');
    const rejected = await onStore('lab', 'run', 'table-latency', '--out', file);
    expect([rejected.code, rejected.err]).toEqual([2, expect.stringContaining('--out')]);
    await mkdir(join(dir, 'taken', 'report.pdf'), { recursive: true });
    const taken = await onStore('lab', 'run', 'table-latency', '--out', join(dir, 'taken'));
    expect([taken.code, taken.err]).toEqual([2, expect.stringContaining('report.pdf cannot be written')]);
  });
});

// The last one, after everything that the others ran.
it.skipIf(process.platform === 'win32')(
  'state folder: shows nothing to other users, whatever commands and the store wrote',
  async () => {
    expect(await line.openToOthers()).toEqual([]);
  },
);
