// How uploads and downloads end of which some files fail: exit codes, and reports of dry runs.
import { spawn } from 'node:child_process';
import { mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CommandLine, resultOf, startCommandLine } from './fixtures/command-line';

let line: CommandLine;
let hold: string;

beforeAll(async () => {
  line = await startCommandLine('--memory');
  hold = join(line.dir, 'hold');
  await mkdir(hold);
  await writeFile(join(hold, 'good.txt'), 'good');
  // No blob can have this name.
  await writeFile(join(hold, 'bad\u0001.txt'), 'bad');
  await line.onStore('containers', 'create', 'cargo');
});
afterAll(() => line.dispose());

it('an upload of which everything else is there already fails in part, and its dry run foresees that', async () => {
  const args = ['upload', hold, 'cargo'];
  expect((await line.onStore(...args)).code).toBe(1);
  expect((await line.onStore(...args, '--dry-run')).code).toBe(1);
  const again = await line.onStore(...args);
  expect(again.lines.at(-1)).toMatchObject({ files: 0, skipped: 1, failedCount: 1 });
  expect(again.code).toBe(1);
  const alone = ['upload', join(hold, 'bad\u0001.txt'), 'cargo'];
  expect([(await line.onStore(...alone)).code, (await line.onStore(...alone, '--dry-run')).code]).toEqual([2, 2]);
});

it('reports no size of an unreadable file, in an event, a report, and a dry run', async () => {
  const report = join(line.dir, 'unknown.csv');
  const args = ['upload', join(line.dir, 'gone.bin'), 'cargo', '--report', report];
  for (const flags of [[], ['--dry-run']]) {
    const { lines } = await line.onStore(...args, ...flags);
    expect(lines.filter(({ event }) => event === 'item')).toEqual([expect.objectContaining({ bytes: null })]);
    expect(await readFile(report, 'utf8')).toMatch(/gone\.bin,,(would-)?fail(ed)?,local\.not-found,/u);
  }
  const id = String((await line.run('jobs', 'list', '--json')).lines[0]?.id);
  await line.run('jobs', 'show', id, '--report', report);
  expect(await readFile(report, 'utf8')).toMatch(/gone\.bin,,failed,local\.not-found,/u);
});

it('moves a file once that was named twice, by its name, by the same name, or by its folder', async () => {
  const twice = join(line.dir, 'twice');
  await mkdir(twice);
  await writeFile(join(twice, 'a.txt'), 'a');
  const once = { files: 1, skipped: 0, failedCount: 0 };
  const paths = [join(twice, 'a.txt'), join(twice, '.', 'a.txt'), `${twice}/`];
  const up = await line.onStore('upload', ...paths, 'cargo/twice', '--overwrite', 'always');
  expect([up.code, up.lines.at(-1)]).toEqual([0, expect.objectContaining(once)]);
  const blobs = ['cargo/twice/a.txt', 'cargo/twice/a.txt', 'cargo/twice/'];
  const down = await line.onStore('download', ...blobs, join(line.dir, 'down'), '--overwrite', 'rename');
  expect([down.code, down.lines.at(-1)]).toEqual([0, expect.objectContaining(once)]);
  expect(await readdir(join(line.dir, 'down'))).toEqual(['a.txt']);
  const nowhere = await line.onStore('download', 'cargo/no', 'cargo/no', join(line.dir, 'down'));
  expect([nowhere.code, nowhere.lines.at(-1)]).toEqual([4, expect.objectContaining({ failedCount: 1 })]);
});

it('fails one of two blobs that come under one local name', async () => {
  await writeFile(join(line.dir, 'twice', 'b.txt'), 'b');
  for (const folder of ['one', 'two'])
    await line.onStore('upload', join(line.dir, 'twice', 'b.txt'), `cargo/${folder}/`);
  const both = await line.onStore('download', 'cargo/one/b.txt', 'cargo/two/b.txt', join(line.dir, 'both'));
  expect([both.code, both.lines.at(-1)]).toEqual([1, expect.objectContaining({ files: 1, failedCount: 1 })]);
});

it('dry run: writes the requested report, and nothing else', async () => {
  const report = join(line.dir, 'dry.csv');
  await line.onStore('upload', `${hold}/`, 'cargo/dry', '--dry-run', '--report', report);
  expect((await readFile(report, 'utf8')).split('\r\n').sort()).toEqual([
    '',
    expect.stringMatching(/bad.*,would-fail,invalid\.name,/u),
    expect.stringMatching(/good\.txt,dry\/good\.txt,4,would-transfer,,$/u),
    'source,target,bytes,outcome,code,message',
  ]);
  expect((await line.onStore('ls', 'cargo/dry', '--recursive')).lines).toEqual([]);
  const folder = await line.onStore('download', 'cargo', hold, '--dry-run', '--report', line.dir);
  expect([folder.code, folder.err]).toEqual([2, expect.stringContaining('--report: ')]);
});

it('report: never replaces a file that was transferred, by whatever path it is named', async () => {
  const folder = join(line.dir, 'reported');
  await mkdir(folder);
  const [file, named] = [join(folder, 'only-copy.bin'), join(line.dir, 'to-only-copy')];
  await writeFile(file, 'the only copy');
  await symlink(file, named);
  const alone = await line.onStore('upload', file, 'cargo/alone', '--report', named);
  expect([alone.code, alone.err]).toEqual([2, expect.stringContaining('is one of the uploaded files')]);
  for (const args of [
    ['upload', folder, 'cargo'],
    ['upload', `${folder}/`, 'cargo/dry', '--dry-run'],
    ['download', 'cargo/reported/only-copy.bin', folder],
  ]) {
    const { code, err } = await line.onStore(...args, '--report', named);
    expect([code, err]).toEqual([2, expect.stringContaining('so it was not overwritten.')]);
    expect(await readFile(file, 'utf8')).toBe('the only copy');
  }
  // A report that lies in the folder since the last upload is not protected from the next one.
  const report = join(folder, 'report.csv');
  for (let n = 0; n < 2; n += 1)
    expect((await line.onStore('upload', folder, 'cargo', '--report', report)).code).toBe(0);
});

// The file size limit of a user simulates that of a file system, such as FAT32.
it.runIf(process.platform !== 'win32')('download: names the file that is too large for its disk', async () => {
  const source = join(line.dir, 'large.bin');
  await writeFile(source, Buffer.alloc(1024 * 1024));
  expect((await line.onStore('upload', source, 'cargo/large/')).code).toBe(0);
  const program = [process.execPath, resolve('out/cli/stowage.js'), '--state-dir', line.stateDir];
  const target = join(line.dir, 'small-disk');
  for (const blockSize of ['auto', '256KiB']) {
    const args = ['download', 'cargo/large/large.bin', `${target}/`, '--block-size', blockSize];
    const child = spawn('sh', ['-c', 'ulimit -f 512 && exec "$@"', 'sh', ...program, ...args], {
      env: { ...process.env, STOWAGE_CONNECTION_STRING: line.connectionString },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const { code, err } = await resultOf(child);
    expect([code, err]).toEqual([1, expect.stringContaining('The file is too large for this disk. ')]);
    expect(err).toContain(`“${join(target, 'large.bin')}”`);
    expect(err).not.toContain('.stowage-');
  }
});
