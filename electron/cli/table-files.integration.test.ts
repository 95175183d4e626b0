import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { constants, mkdir, open, readFile, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommandLine } from './run';
import { type CommandLine, type Result, exitOf, resultOf, startCommandLine } from './fixtures/command-line';

let line: CommandLine;
let dir: string;

async function stowage(...args: string[]): Promise<Result & { readonly record: unknown }> {
  const result = await line.onStore(...args);
  return { ...result, record: result.lines[0] ?? null };
}

beforeAll(async () => {
  line = await startCommandLine('--memory');
  dir = line.dir;
});
afterAll(() => line.dispose());

/** Rows whose partitions come mixed, so that batches wait for company over the whole input. */
function orders(count: number): string {
  const rows = Array.from({ length: count }, (_, index) => {
    const region = `R${String((index * 7919) % 37).padStart(2, '0')}`;
    const when = `2024-05-01T08:30:15.${String(index).padStart(7, '0')}Z`;
    return `${region},${String(index).padStart(8, '0')},${9_007_199_254_740_993n + BigInt(index)},${index / 4},${when},0${index},"say ""${index}""\nand more"`;
  });
  return `Region,Id,Big,Rating:Edm.Double,When,Zip,Note\n${rows.join('\n')}\n`;
}

async function exported(table: string): Promise<readonly string[]> {
  const path = join(dir, `${table}.jsonl`);
  expect((await stowage('export', table, path)).code).toBe(0);
  return (await readFile(path, 'utf8')).split('\n').filter(Boolean).sort();
}
const hashOf = (lines: readonly string[]): string => createHash('sha256').update(lines.join('\n')).digest('hex');

describe('stowage import', () => {
  it('checks a whole file and sends nothing', async () => {
    const path = join(dir, 'mixed.csv');
    await writeFile(
      path,
      'PartitionKey,RowKey,N,Zip\na,1,1,01\na,2,2147483648,02\na,1,3,03\na/b,4,4,04\nshort,row\na,,5,05\n',
    );
    const { code, record } = await stowage('import', 'Nowhere', path, '--dry-run');
    expect(code).toBe(1);
    expect(record).toEqual({
      columns: [
        { name: 'PartitionKey', property: 'PartitionKey', type: 'Edm.String', nulls: 0 },
        { name: 'RowKey', property: 'RowKey', type: 'Edm.String', nulls: 1 },
        { name: 'N', property: 'N', type: 'Edm.Int64', nulls: 0 },
        {
          name: 'Zip',
          property: 'Zip',
          type: 'Edm.String',
          nulls: 0,
          note: 'Leading zeros are preserved, so the column stays text.',
        },
      ],
      partitions: 1,
      batches: 2,
      duplicateKeys: 1,
      rejects: [
        expect.objectContaining({ line: 5, code: 'invalid.key', text: 'a/b,4,4,04' }),
        expect.objectContaining({ line: 6, message: 'The row has 2 cells, the header 4.' }),
      ],
      emptyRowKeys: 1,
      rejectedRows: 2,
      appendOnly: false,
      blankRows: 0,
      conflicts: [],
      conflictRows: 0,
      warnings: [
        '1 row repeats a key; the later ones are rejected.',
        'One row has an empty RowKey, which is valid. Check that it is intended.',
      ],
    });
  });

  it('prints the first rows that cannot be imported, and how many more there are', async () => {
    const path = join(dir, 'many-bad.csv');
    await writeFile(path, `PartitionKey,RowKey\n${'a/b,1\n'.repeat(120)}`);
    const { code, out } = await line.run('import', 'Nowhere', path, '--dry-run');
    expect([code, out.trimEnd().split('\n').slice(-2)]).toEqual([
      1,
      [expect.stringMatching(/^line 21: /u), '… and 100 more'],
    ]);
    const { record } = await stowage('import', 'Nowhere', path, '--dry-run');
    expect(record).toMatchObject({ rejectedRows: 120 });
  });

  it('rejects an invalid target for rejected rows before the first row', async () => {
    await stowage('tables', 'create', 'Untouched');
    const path = join(dir, 'untouched.csv');
    await writeFile(path, 'PartitionKey,RowKey\np,1\n');
    const { code, err } = await stowage('import', 'Untouched', path, '--rejects', join(dir, 'nowhere', 'r.csv'));
    expect([code, err]).toEqual([2, expect.stringContaining('--rejects: ')]);
    expect(await exported('Untouched')).toEqual([]);
  });

  it('writes rejected rows with their reasons, ready to be mended', async () => {
    await stowage('tables', 'create', 'Mended');
    const path = join(dir, 'bad.csv');
    await writeFile(path, 'PartitionKey,RowKey,N:Edm.Int32\np,1,1\np,2,two\np,1,3\np,4,4\n');
    const rejects = join(dir, 'rejects.csv');
    const { code, record, err } = await stowage('import', 'Mended', path, '--rejects', rejects);
    expect(code).toBe(1);
    expect(err, 'the way on with a key that exists').toContain('--mode upsert-merge');
    expect(record).toMatchObject({ rows: 4, inserted: 2, rejected: 2 });
    expect((await readFile(rejects, 'utf8')).split('\r\n').slice(0, 3)).toEqual([
      'PartitionKey,RowKey,N:Edm.Int32,_reject_line,_reject_reason',
      'p,2,two,3,N: “two” is not a whole number.',
      'p,1,3,4,An entity with these keys already exists.',
    ]);
    await writeFile(rejects, (await readFile(rejects, 'utf8')).replace('p,2,two', 'p,2,2').replace('p,1,3', 'p,3,3'));
    const same = await stowage('import', 'Mended', rejects, '--rejects', rejects);
    expect([same.code, same.err]).toEqual([2, expect.stringContaining('--rejects: ')]);
    expect((await stowage('import', 'Mended', rejects)).record).toMatchObject({ inserted: 2, rejected: 0 });
    const lines = await exported('Mended');
    expect(lines).toHaveLength(4);
    expect(lines[2]).toBe('{"PartitionKey":"p","RowKey":"3","properties":{"N":{"type":"Edm.Int32","value":"3"}}}');
  });

  it('explains how to get rejected rows whose file could not be written, and then writes them', async () => {
    await stowage('tables', 'create', 'Later');
    const path = join(dir, 'later.csv');
    await writeFile(path, 'PartitionKey,RowKey,N:Edm.Int32\np,1,1\np,2,two\n');
    // Every write to it fails as on a full disk.
    const full = await stowage('import', 'Later', path, '--rejects', '/dev/full');
    expect(full.code).toBe(1);
    const [, id = ''] = /stowage jobs rejects (\S+)/u.exec(full.err) ?? [];
    expect(full.err).not.toContain('then resume');
    const target = join(dir, 'later-rejects.csv');
    expect(await stowage('jobs', 'rejects', id, target)).toMatchObject({ code: 0, record: { rejected: 1 } });
    expect(await readFile(target, 'utf8')).toContain('p,2,two,3,');
  });

  it('leaves no rejected rows of an earlier import where it has none', async () => {
    await stowage('tables', 'create', 'Whole2');
    const path = join(dir, 'good.csv');
    await writeFile(path, 'PartitionKey,RowKey\np,1\n');
    const rejects = join(dir, 'earlier-rejects.csv');
    await writeFile(rejects, 'of another import');
    const absent = await stowage('import', 'Absent', path, '--rejects', rejects);
    expect([absent.code, await readFile(rejects, 'utf8')]).toEqual([4, 'of another import']);
    expect((await stowage('import', 'Whole2', path, '--rejects', rejects)).code).toBe(0);
    await expect(readFile(rejects)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('names the command that writes the rejected rows where no file was named for them', async () => {
    await stowage('tables', 'create', 'Unnamed');
    const path = join(dir, 'unnamed.csv');
    await writeFile(path, 'PartitionKey,RowKey,N:Edm.Int32\np,1,1\np,2,two\n');
    const { err } = await stowage('import', 'Unnamed', path);
    const [, id = ''] = /stowage jobs rejects (\S+) FILE/u.exec(err) ?? [];
    const target = join(dir, 'unnamed-rejects.csv');
    expect(await stowage('jobs', 'rejects', id, target)).toMatchObject({ code: 0, record: { rejected: 1 } });
    const full = await stowage('jobs', 'rejects', id, '/dev/full');
    expect([full.code, full.err]).toEqual([1, expect.stringContaining('write the rejected rows again')]);
  });

  it('never replaces the file that it reads with rejected rows, by whatever path it is named', async () => {
    await stowage('tables', 'create', 'Kept');
    const [path, named] = [join(dir, 'kept.csv'), join(dir, 'to-kept.csv')];
    const text = 'PartitionKey,RowKey,N:Edm.Int32\np,1,1\np,2,two\n';
    await writeFile(path, text);
    await symlink(path, named);
    expect((await stowage('import', 'Kept', path, '--rejects', named)).code).toBe(2);
    const { err } = await stowage('import', 'Kept', path);
    const [, id = ''] = /stowage jobs rejects (\S+)/u.exec(err) ?? [];
    for (const location of [path, named]) {
      const later = await stowage('jobs', 'rejects', id, location);
      expect([later.code, later.err]).toEqual([5, expect.stringContaining('the imported file')]);
    }
    expect(await readFile(path, 'utf8')).toBe(text);
  });

  it.skipIf(process.platform === 'win32')('removes no pipe or device that rejected rows were to go to', async () => {
    await stowage('tables', 'create', 'Piped');
    const [path, pipe] = [join(dir, 'piped.csv'), join(dir, 'rejects-pipe')];
    await writeFile(path, 'PartitionKey,RowKey\np,1\n');
    execFileSync('mkfifo', [pipe]);
    // A pipe without a writer would block its reader, so this end is open already.
    const reader = await open(pipe, constants.O_RDWR);
    try {
      expect((await stowage('import', 'Piped', path, '--rejects', pipe)).code).toBe(0);
      expect((await stat(pipe)).isFIFO()).toBe(true);
    } finally {
      await reader.close();
    }
  });

  it('repeats the target of rejected rows in the command that resumes', async () => {
    const path = join(dir, 'stopped.csv');
    await writeFile(path, orders(20_000));
    await stowage('tables', 'create', 'Stopped');
    const rejects = join(dir, 'stopped-rejects.csv');
    const child = line.start('import', 'Stopped', path, '--pk', 'Region', '--rk', 'Id', '--rejects', rejects);
    const ended = resultOf(child);
    const started = async (): Promise<boolean> => {
      const { lines } = await stowage('query', 'Stopped', '--limit', '1');
      return lines.length > 0;
    };
    await expect.poll(started, { timeout: 30_000, interval: 10 }).toBe(true);
    child.kill('SIGINT');
    const { code, err } = await ended;
    expect([code, err]).toEqual([130, expect.stringContaining(`--rejects ${rejects} --resume`)]);
  });

  it('neither skips nor doubles a row when it is killed and resumed', async () => {
    const count = 5_000;
    const path = join(dir, 'orders.csv');
    await writeFile(path, orders(count));
    const args = ['--pk', 'Region', '--rk', 'Id'];
    await stowage('tables', 'create', 'Whole');
    await stowage('tables', 'create', 'Killed');
    expect((await stowage('import', 'Whole', path, ...args)).record).toMatchObject({ inserted: count, rejected: 0 });

    const journals = join(line.stateDir, 'imports');
    const before = new Set(await readdir(journals));
    const child = line.start('import', 'Killed', path, ...args, '--json');
    const closed = exitOf(child);
    const noted = async (): Promise<number> => {
      const name = (await readdir(journals)).find((one) => one.endsWith('.jsonl') && !before.has(one));
      if (name === undefined) return 0;
      return (await readFile(join(journals, name), 'utf8')).split('\n').filter((line) => line.includes('"rows":"'))
        .length;
    };
    await expect.poll(noted, { timeout: 30_000, interval: 10 }).toBeGreaterThan(8);
    child.kill('SIGKILL');
    await closed;
    expect(await noted()).toBeLessThan(count / 100);

    const resumed = await stowage('import', 'Killed', path, '--resume', ...args);
    expect([resumed.code, resumed.record]).toEqual([0, expect.objectContaining({ inserted: count, rejected: 0 })]);
    // The rate is that of the rows that this run has sent.
    const { entitiesPerSecond, elapsedMs } = resumed.record as Readonly<Record<string, number>>;
    expect(((entitiesPerSecond ?? 0) * (elapsedMs ?? 0)) / 1000).toBeLessThan(count - 700);
    const [whole, killed] = [await exported('Whole'), await exported('Killed')];
    expect(killed).toHaveLength(count);
    expect(hashOf(killed)).toBe(hashOf(whole));
    expect(killed).toContain(
      '{"PartitionKey":"R01","RowKey":"00000001","properties":{"Big":{"type":"Edm.Int64","value":"9007199254740994"},'.replace(
        'R01',
        `R${String(7919 % 37).padStart(2, '0')}`,
      ) +
        '"Rating":{"type":"Edm.Double","value":"0.25"},"When":{"type":"Edm.DateTime","value":"2024-05-01T08:30:15.0000001Z"},' +
        '"Zip":{"type":"Edm.String","value":"01"},"Note":{"type":"Edm.String","value":"say \\"1\\"\\nand more"}}}',
    );
    expect((await stowage('import', 'Killed', path, '--resume', ...args)).code).toBe(4);
  }, 120_000);

  it('uses the first row as names even if it contains numbers and dates', async () => {
    const path = join(dir, 'percentiles.csv');
    await writeFile(path, 'station,50,2024-01-01\nquay,12,0.5\n');
    await stowage('tables', 'create', 'Percentiles');
    const { code, record } = await stowage('import', 'Percentiles', path, '--pk', 'station', '--rk', '50');
    expect([code, record]).toEqual([0, expect.objectContaining({ inserted: 1, rejected: 0 })]);
  });

  it('names the option that is wrong and the table that is not there', async () => {
    const path = join(dir, 'orders.csv');
    const wrong = await stowage('import', 'Whole', path, '--mode', 'merge');
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('--mode')]);
    expect((await stowage('import', 'Whole', join(dir, 'nothing.csv'))).code).toBe(4);
    const noColumn = await stowage('import', 'Whole', path);
    expect([noColumn.code, noColumn.out, noColumn.err]).toEqual([2, '', expect.stringContaining('PartitionKey')]);
    // It was rejected before its first row: there is nothing to resume.
    const resumed = await stowage('import', 'Whole', path, '--resume');
    expect([resumed.code, resumed.err]).toEqual([4, expect.stringContaining('orders.csv')]);
    const empty = join(dir, 'empty.csv');
    await writeFile(empty, '');
    const nothing = await stowage('import', 'Whole', empty);
    expect([nothing.code, nothing.err]).toEqual([2, expect.stringContaining('is empty')]);
    expect((await stowage('import', 'Absent', path, '--pk', 'Region', '--rk', 'Id')).code).toBe(4);
  });
});

describe('stowage import from standard input', () => {
  const spools = async (): Promise<number> =>
    (await readdir(join(line.stateDir, 'standard-input')).catch(() => [])).length;

  async function piped(text: string, ...args: string[]): Promise<{ code: number; out: string; err: string }> {
    let [out, err] = ['', ''];
    const code = await runCommandLine({
      args: ['--state-dir', line.stateDir, ...args],
      env: { STOWAGE_CONNECTION_STRING: line.connectionString },
      streams: { stdout: { write: (piece) => (out += String(piece)) }, stderr: { write: (piece) => (err += piece) } },
      input: () => Readable.from([Buffer.from(text.slice(0, 20)), Buffer.from(text.slice(20))]),
      signal: new AbortController().signal,
      programPath: resolve('out/cli/stowage.js'),
    });
    return { code, out, err };
  }

  it('stores the rows of CSV and JSON Lines, and leaves no copy of them', async () => {
    await stowage('tables', 'create', 'FromStdin');
    const csv = 'PartitionKey,RowKey,N\na,1,9007199254740993\na,2,2\n';
    expect(await piped(csv, 'import', 'FromStdin', '-', '--dry-run')).toMatchObject({ code: 0 });
    expect(await piped(csv, 'import', 'FromStdin', '-')).toMatchObject({ code: 0 });
    const lines = '{"PartitionKey":"b","RowKey":"1","Text":"x"}\n{"PartitionKey":"b","RowKey":"2","Text":"y"}\n';
    expect(await piped(lines, 'import', 'FromStdin', '-')).toMatchObject({ code: 0 });
    const found = (await exported('FromStdin')).filter((text) => text.includes('"RowKey"'));
    expect(found.join()).toContain('"N":{"type":"Edm.Int64","value":"9007199254740993"}');
    expect(found).toHaveLength(4);
    expect(await spools()).toBe(0);
  });

  it('leaves a copy only where rejected rows can still be saved, and rejects what needs a file', async () => {
    const { code, err } = await piped('PartitionKey,RowKey\nc,1\nc/d,2\n', 'import', 'FromStdin', '-');
    expect([code, await spools()]).toEqual([1, 1]);
    const [, id = ''] = /jobs rejects (\S+)/u.exec(err) ?? [];
    const rejects = join(dir, 'piped-rejects.csv');
    expect((await line.run('jobs', 'rejects', id, rejects)).code).toBe(0);
    expect(await readFile(rejects, 'utf8')).toContain('c/d');
    expect((await piped('', 'import', 'FromStdin', '-')).err).toContain('is empty');
    expect(await piped('PartitionKey,RowKey\na,1\n', 'import', 'Absent', '-')).toMatchObject({ code: 4 });
    expect(await spools()).toBe(1);
    const resumed = await piped('', 'import', 'FromStdin', '-', '--resume');
    expect([resumed.code, resumed.err]).toEqual([2, expect.stringContaining('stowage jobs resume ID')]);
    const onHub = await piped('', 'import', 'FromStdin', '-', '--hub', join(dir, 'join.json'));
    expect([onHub.code, onHub.err]).toEqual([2, expect.stringContaining('workers cannot read standard input')]);
  });
});

describe('stowage export', () => {
  it('writes the requested columns and rows, with types', async () => {
    const path = join(dir, 'some.csv');
    const { code, record } = await stowage(
      'export',
      'Whole',
      path,
      '--pk',
      'R01',
      '--limit',
      '2',
      '--columns',
      'Zip,Rating',
    );
    expect([code, record]).toEqual([0, expect.objectContaining({ rows: 2 })]);
    const lines = (await readFile(path, 'utf8')).split('\r\n');
    expect(lines[0]).toBe('PartitionKey,RowKey,Zip:Edm.String,Rating:Edm.Double');
    expect(lines[1]).toMatch(/^R01,\d{8},0\d+,[\d.]+$/);
    expect(await readdir(dir)).not.toContainEqual(expect.stringContaining('.part'));
  });

  it('replaces a file unless an option protects files with contents', async () => {
    const path = join(dir, 'kept.csv');
    await writeFile(path, 'of mine');
    const rejected = await stowage('export', 'Whole', path, '--pk', 'R01', '--overwrite', 'never');
    expect([rejected.code, rejected.err]).toEqual([5, expect.stringContaining('--overwrite always')]);
    expect(await readFile(path, 'utf8')).toBe('of mine');
    expect((await stowage('export', 'Whole', path, '--pk', 'R01', '--overwrite', 'sometimes')).code).toBe(2);
    expect((await stowage('export', 'Whole', path, '--pk', 'R01')).code).toBe(0);
    expect(await readFile(path, 'utf8')).toContain('R01');
    const empty = join(dir, 'reserved.csv');
    await writeFile(empty, '');
    expect((await stowage('export', 'Whole', empty, '--pk', 'R01', '--overwrite', 'never')).code).toBe(0);
  });

  it('writes CSV for spreadsheets on request, with points or commas', async () => {
    const path = join(dir, 'sheet.csv');
    const args = ['export', 'Whole', path, '--pk', 'R01', '--limit', '1', '--columns', 'Rating,Big,Zip'];
    expect((await stowage(...args, '--spreadsheet', 'comma')).code).toBe(0);
    const [header, first] = (await readFile(path, 'utf8')).split('\r\n');
    expect(header).toBe('\ufeffPartitionKey;RowKey;Rating;Big;Zip');
    expect(first).toMatch(/^R01;'\d{8};\d+(?:,\d+)?;'9007199254\d{6};'0\d+$/);
    const unknown = await stowage(...args, '--spreadsheet', 'semicolon');
    expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining('point or comma')]);
    const lines = await stowage('export', 'Whole', join(dir, 'sheet.jsonl'), '--spreadsheet', 'point');
    expect([lines.code, lines.err]).toEqual([2, expect.stringContaining('.csv')]);
    expect((await stowage('export', 'Whole', join(dir, 'x.spreadsheet'))).code).toBe(2);
  });

  it('rejects an unknown format and a missing table', async () => {
    const wrong = await stowage('export', 'Whole', join(dir, 'some.xlsx'));
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('.parquet')]);
    const nowhere = await stowage('export', 'Whole', join(dir, 'no-such-folder', 'some.csv'));
    expect([nowhere.code, nowhere.err]).toEqual([4, expect.stringContaining('no-such-folder” ')]);
    await mkdir(join(dir, 'folder.csv'));
    const folder = await stowage('export', 'Absent', join(dir, 'folder.csv'), '--overwrite', 'never');
    expect([folder.code, folder.err]).toEqual([
      2,
      expect.stringMatching(/FILE: .*folder\.csv” is a folder\. Specify a file /),
    ]);
    expect(await readdir(dir)).not.toContainEqual(expect.stringContaining('.part'));
    expect((await stowage('export', 'Absent', join(dir, 'absent.csv'))).code).toBe(4);
    await expect(stat(join(dir, 'absent.csv'))).rejects.toThrow();
  });

  it('that finds nothing suggests what a quoted text may have meant, as a query does', async () => {
    const where = ['--where', "When ge '2999-05-01'"];
    const hint = "--where: quoted values are text. If When is a date, use When ge datetime'2999-05-01T00:00:00Z'";
    expect((await stowage('export', 'Whole', join(dir, 'none.csv'), ...where)).err).toContain(hint);
    const [notice, last] = (await stowage('query', 'Whole', ...where)).err.split('\n');
    expect([notice, last]).toEqual([hint, expect.stringContaining('"summary"')]);
  });

  it('writes Parquet', async () => {
    const path = join(dir, 'whole.parquet');
    expect((await stowage('export', 'Whole', path, '--pk', 'R01')).code).toBe(0);
    const bytes = await readFile(path);
    expect([bytes.toString('latin1', 0, 4), bytes.toString('latin1', bytes.length - 4)]).toEqual(['PAR1', 'PAR1']);
  });
});

it('rejected rows: run no formula in a spreadsheet, and store their original text when they are imported again', async () => {
  const rows = ['=1+1', "'=1+1", '@SUM(A1)', '-5', '+x'];
  const input = join(line.dir, 'formulas.csv');
  const keyless = (text: string): string => `,${text},p`;
  await writeFile(input, ['RowKey,Note,Extra', ...rows.map(keyless)].join('\n'));
  const [once, twice] = [join(line.dir, 'once.csv'), join(line.dir, 'twice.csv')];
  const run = (file: string, rejects: string): Promise<unknown> =>
    line.onStore('import', 'Formulas', file, '--pk', 'Missing{Extra:yyyy}', '--rk', 'RowKey', '--rejects', rejects);
  await line.onStore('tables', 'create', 'Formulas');
  await run(input, once);
  await run(once, twice);
  const cells = (await readFile(twice, 'utf8')).split('\r\n').map((each) => each.split(',')[1]);
  expect(cells.slice(1, 6)).toEqual(["'=1+1", "''=1+1", "'@SUM(A1)", '-5', "'+x"]);
  const fixed = (await readFile(twice, 'utf8')).replace(/^,/gm, () => `k${(fixedRows += 1)},`);
  await writeFile(twice, fixed);
  await line.onStore('import', 'Formulas', twice, '--pk', 'Extra', '--rk', 'RowKey');
  const found = (await line.onStore('query', 'Formulas')).lines as { properties: { Note: { value: unknown } } }[];
  expect(found.map(({ properties }) => String(properties.Note.value))).toEqual(rows);
});
let fixedRows = 0;

// The last one, after everything that the others ran.
it.skipIf(process.platform === 'win32')(
  'state folder: shows nothing to other users, whatever commands and the store wrote',
  async () => {
    expect(await line.openToOthers()).toEqual([]);
  },
);

describe('stowage keys', () => {
  it('proposes keys that an import then makes, and that turn the dominant query into a range', async () => {
    const lines = Array.from(
      { length: 60 },
      (_, index) => `all,${index},${['Ann', 'Brady'][index % 2]},2010-09-${10 + (index % 15)}T08:00:00Z`,
    );
    const path = join(dir, 'blogs.csv');
    await writeFile(path, `PartitionKey,RowKey,Author,Published\n${lines.join('\n')}\n`);
    await stowage('tables', 'create', 'Blogs');
    expect((await stowage('import', 'Blogs', path)).code).toBe(0);
    expect(await stowage('keys', 'Blogs')).toMatchObject({ code: 2 });
    expect(await stowage('keys', 'Blogs', '--query', "Author eq 'Ann'", '--pk', 'Nobody')).toMatchObject({ code: 2 });
    const month = "Published ge datetime'2010-09-12T00:00:00Z' and Published lt datetime'2010-09-14T00:00:00Z'";
    const { code, record } = await stowage('keys', 'Blogs', '--query', `Author eq 'Ann' and ${month}`);
    expect(code).toBe(0);
    expect(record).toMatchObject({
      queries: [{ costClass: 'table-scan', afterwards: 'row-range' }],
      expressions: { partition: '{Author}', row: '{Published:yyyyMMddTHHmmssfff};{RowKey}' },
      trial: { rows: 60, partitions: 2, largestPartition: 30, problems: [] },
    });
    const { expressions } = record as { readonly expressions: { readonly partition: string; readonly row: string } };
    const rows = join(dir, 'blogs.jsonl');
    expect((await stowage('export', 'Blogs', rows)).code).toBe(0);
    await stowage('tables', 'create', 'BlogsByAuthor');
    const taken = await stowage(
      ...['import', 'BlogsByAuthor', rows, '--pk', expressions.partition, '--rk', expressions.row],
    );
    expect(taken.code).toBe(0);
    const range = ['--pk', 'Ann', '--rk-from', '20100912', '--rk-to', '20100914', '--exact-bounds'];
    const found = await stowage('query', 'BlogsByAuthor', ...range, '--select', 'RowKey');
    const expected = lines.filter((line) => /Ann,2010-09-1[23]T/.test(line)).length;
    expect(found.lines.filter((line) => typeof line === 'object' && line !== null && 'RowKey' in line)).toHaveLength(
      expected,
    );
  });
});
