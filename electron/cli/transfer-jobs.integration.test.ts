// The transfer jobs on the command line: one is stopped and resumed, belongs to another process, waits for its hours,
// or has ended.
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Pace, pace } from '@shared/model/transfer-pace';
import { evenTimetable } from '@shared/timetable/pace-at';
import { isAlive } from '../disk/is-alive';
import { openPersistedFile } from '../disk/persisted-file';
import { type CommandLine, type Result, exitOf, resultOf, startCommandLine } from './fixtures/command-line';

let line: CommandLine;
let dir: string;

const stowage = (...args: string[]): Promise<Result> => line.run(...args);
const onStore = (...args: string[]): Promise<Result> => line.onStore(...args);
const md5 = (bytes: Buffer): string => createHash('md5').update(bytes).digest('base64');

beforeAll(async () => {
  line = await startCommandLine();
  ({ dir } = line);
  await onStore('containers', 'create', 'cargo');
  await mkdir(join(dir, 'hold'), { recursive: true });
  await writeFile(join(dir, 'hold', 'anchor.txt'), 'anchor');
});
afterAll(async () => {
  expect(await line.dispose()).toBe(0);
});

describe('stowage', () => {
  it('stops an upload cleanly on Ctrl+C, and resumes it with the command it printed', async () => {
    await writeFile(join(dir, 'slow.bin'), randomBytes(6 * 1024 * 1024));
    const flags = ['--block-size', '256k', '--limit-rate', '2MiB', '--json'];
    const child = line.start('upload', join(dir, 'slow.bin'), 'cargo/slow', ...flags);
    const closed = exitOf(child);
    let isRequested = false;
    let err = '';
    child.stderr.on('data', (piece: Buffer) => (err += piece.toString()));
    const lines = createInterface({ input: child.stdout });
    for await (const each of lines) {
      const event = JSON.parse(each) as { event: string; bytesDone?: number };
      // A second one would end it at once.
      if (event.event !== 'progress' || (event.bytesDone ?? 0) === 0 || isRequested) continue;
      isRequested = child.kill('SIGINT');
    }
    expect(await closed).toBe(130);
    expect(err).not.toContain('Stopped at');
    const resume = /stowage (jobs resume (\w+))/.exec(err);
    expect(resume).not.toBeNull();
    const [, command = '', id = ''] = resume ?? [];
    expect((await stowage('jobs', 'list', '--json')).lines).toContainEqual(
      expect.objectContaining({ id, kind: 'upload', state: 'interrupted', bytesTotal: 6 * 1024 * 1024, files: 1 }),
    );
    expect((await onStore('ls', 'cargo/slow', '--recursive')).lines).toEqual([]);
    const resumed = await onStore(...command.split(' '));
    expect([resumed.code, resumed.lines.at(-1)]).toEqual([0, expect.objectContaining({ event: 'summary', files: 1 })]);
    expect((await onStore('ls', 'cargo/slow', '--recursive')).lines).toEqual([
      expect.objectContaining({ contentMD5: md5(await readFile(join(dir, 'slow.bin'))) }),
    ]);
    expect((await stowage('jobs', 'forget', id)).code).toBe(0);
    expect((await stowage('jobs', 'show', id)).code).toBe(4);
  });

  it('hang-up: does not end an upload whose streams are on no terminal, as under nohup', async () => {
    await writeFile(join(dir, 'overnight.bin'), randomBytes(2 * 1024 * 1024));
    const flags = ['--block-size', '256k', '--limit-rate', '2MiB', '--json'];
    const child = line.start('upload', join(dir, 'overnight.bin'), 'cargo/overnight', ...flags);
    const closed = exitOf(child);
    let last = '';
    for await (const each of createInterface({ input: child.stdout })) {
      last = each;
      child.kill('SIGHUP');
    }
    expect(await closed).toBe(0);
    expect(JSON.parse(last)).toMatchObject({ event: 'summary', files: 1, failedCount: 0 });
  });

  it.runIf(existsSync('/usr/bin/script'))(
    'hang-up: stops an upload cleanly when the terminal that it uses is closed',
    async () => {
      await writeFile(join(dir, 'closed.bin'), randomBytes(6 * 1024 * 1024));
      const [notes, pidFile] = [join(dir, 'closed-notes'), join(dir, 'closed-pid')];
      const upload = `upload ${join(dir, 'closed.bin')} cargo/closed --block-size 256k --limit-rate 2MiB`;
      const program = `${process.execPath} ${resolve('out/cli/stowage.js')} --state-dir ${line.stateDir} ${upload}`;
      // The terminal is standard input; output goes to a file, which still exists afterwards.
      const command = `echo $$ >${pidFile}; exec ${program} >/dev/null 2>${notes}`;
      const terminal = spawn('/usr/bin/script', ['-qec', command, '/dev/null'], {
        env: { ...process.env, SHELL: '/bin/sh', STOWAGE_CONNECTION_STRING: line.connectionString },
        stdio: ['pipe', 'ignore', 'ignore'],
      });
      const listed = async () => (await stowage('jobs', 'list', '--json')).lines[0];
      const isMoving = expect.objectContaining({ state: 'running', bytesTotal: 6 * 1024 * 1024 }) as unknown;
      await expect.poll(listed, { timeout: 20_000, interval: 50 }).toEqual(isMoving);
      terminal.kill('SIGKILL');
      const pid = Number(await readFile(pidFile, 'utf8'));
      await expect.poll(() => isAlive(pid), { timeout: 20_000, interval: 20 }).toBe(false);
      expect(await readFile(notes, 'utf8')).toMatch(/stowage jobs resume \w+/u);
      expect(await listed()).toMatchObject({ state: 'interrupted' });
    },
  );

  it('exits at once on a second Ctrl+C, and its upload can still be resumed', async () => {
    await writeFile(join(dir, 'cut.bin'), randomBytes(6 * 1024 * 1024));
    const flags = ['--block-size', '256k', '--limit-rate', '2MiB', '--json'];
    const child = line.start('upload', join(dir, 'cut.bin'), 'cargo/cut', ...flags);
    const closed = exitOf(child);
    let isRequested = false;
    let [err, last] = ['', ''];
    child.stderr.on('data', (piece: Buffer) => (err += piece.toString()));
    for await (const each of createInterface({ input: child.stdout })) {
      last = each;
      const event = JSON.parse(each) as { event: string; bytesDone?: number };
      if (event.event !== 'progress' || (event.bytesDone ?? 0) === 0 || isRequested) continue;
      // Held until both are there, so that nothing is saved between them.
      child.kill('SIGSTOP');
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGCONT'] as const) isRequested = child.kill(signal);
    }
    expect([await closed, err]).toEqual([130, '']);
    expect(JSON.parse(last)).toMatchObject({ event: 'progress' });
    const [{ id = '' } = {}] = (await stowage('jobs', 'list', '--json')).lines as readonly { id?: string }[];
    const resumed = await onStore('jobs', 'resume', id);
    expect([resumed.code, resumed.lines.at(-1)]).toEqual([0, expect.objectContaining({ event: 'summary', files: 1 })]);
    expect((await onStore('ls', 'cargo/cut', '--recursive')).lines).toEqual([
      expect.objectContaining({ contentMD5: md5(await readFile(join(dir, 'cut.bin'))) }),
    ]);
    expect((await stowage('jobs', 'forget', id)).code).toBe(0);
  });

  it('resumes an upload whose sources were moved, from the folder in which they are now', async () => {
    await mkdir(join(dir, 'before', 'deep'), { recursive: true });
    await writeFile(join(dir, 'before', 'deep', 'large.bin'), randomBytes(4 * 1024 * 1024));
    await writeFile(join(dir, 'before', 'small.txt'), 'small');
    const flags = ['--block-size', '256k', '--limit-rate', '1MiB', '--json'];
    const child = line.start('upload', `${join(dir, 'before')}/`, 'cargo/moved', ...flags);
    const closed = exitOf(child);
    for await (const each of createInterface({ input: child.stdout })) {
      const { event, bytesDone = 0 } = JSON.parse(each) as { event: string; bytesDone?: number };
      if (event === 'progress' && bytesDone > 300_000) break;
    }
    child.kill('SIGINT');
    expect(await closed).toBe(130);
    await rename(join(dir, 'before'), join(dir, 'after'));
    const id = String((await stowage('jobs', 'list', '--json')).lines[0]?.id);
    const resume = (folder: string) => onStore('jobs', 'resume', id, '--sources-in', join(dir, folder));
    const nowhere = await resume('nowhere');
    expect([nowhere.code, nowhere.err]).toEqual([2, expect.stringContaining('--sources-in: ')]);
    await mkdir(join(dir, 'other'));
    const missed = await resume('other');
    expect([missed.code, missed.err]).toEqual([4, expect.stringMatching(/"sources":\{"found":0,.*"missing":1\}/u)]);
    const found = await resume('after');
    expect([found.code, found.err]).toEqual([0, expect.stringMatching(/"sources":\{"found":1,.*"missing":0\}/u)]);
    expect(found.lines.at(-1)).toMatchObject({ event: 'summary', files: 2, failedCount: 0 });
    const names = (await onStore('ls', 'cargo/moved/', '--recursive')).lines.map(({ name }) => name);
    expect(names).toEqual(['moved/deep/large.bin', 'moved/small.txt']);
  });

  it('shows a job that another process runs, and leaves it alone', async () => {
    await writeFile(join(dir, 'shared.bin'), randomBytes(6 * 1024 * 1024));
    const flags = ['--block-size', '256k', '--limit-rate', '32KiB', '--json'];
    const child = line.start('upload', join(dir, 'shared.bin'), 'cargo/shared', ...flags);
    const closed = exitOf(child);
    const [first = ''] = (await once(createInterface({ input: child.stdout }), 'line')) as string[];
    const { jobId } = JSON.parse(first) as { jobId: string };
    const running = expect.objectContaining({ id: jobId, state: 'running', bytesTotal: 6 * 1024 * 1024 }) as unknown;
    const listed = async () => (await stowage('jobs', 'list', '--json')).lines[0];
    await expect.poll(listed, { timeout: 20_000, interval: 50 }).toEqual(running);
    expect((await stowage('jobs', 'show', jobId, '--json')).lines).toEqual([running]);
    for (const command of ['resume', 'cancel', 'forget']) {
      const rejected = await onStore('jobs', command, jobId);
      expect([rejected.code, rejected.err]).toEqual([
        5,
        expect.stringContaining(`Another process is running job ${jobId}.`),
      ]);
    }
    child.kill('SIGINT');
    expect(await closed).toBe(130);
    const [stopped] = (await stowage('jobs', 'show', jobId)).out.split('\n');
    expect(stopped).toBe(`upload ${jobId}: interrupted`);
    expect((await stowage('jobs', 'forget', jobId)).code).toBe(0);
  });

  it('follows the timetable of the app with the same state folder, unless an option starts the job now', async () => {
    const path = join(line.stateDir, 'pace.json');
    const fileOptions = { path, entry: pace, maxBytes: 65_536, now: () => 0, log: () => undefined };
    const never: Pace = { kind: 'timetable', hours: evenTimetable('pause') };
    await openPersistedFile<Pace>(fileOptions).change(() => [never]);
    const held = await onStore('upload', join(dir, 'hold'), 'cargo/timed');
    expect(held.code).toBe(5);
    const id = /stowage jobs resume (\w+) --now/u.exec(held.err)?.[1] ?? '';
    expect((await onStore('jobs', 'resume', id, '--now')).code).toBe(0);
    expect((await onStore('upload', join(dir, 'hold'), 'cargo/timed', '--overwrite', 'always', '--now')).code).toBe(0);
    await openPersistedFile<Pace>(fileOptions).change(() => [{ kind: 'full' }]);
    expect((await onStore('ls', 'cargo/timed/', '--recursive')).lines.length).toBeGreaterThan(0);
  });

  it('reports that a job has ended', async () => {
    await onStore('upload', join(dir, 'hold'), 'cargo/ended');
    const id = String((await stowage('jobs', 'list', '--json')).lines[0]?.id);
    const resumed = await stowage('jobs', 'resume', id);
    expect([resumed.code, resumed.out]).toEqual([0, `${id} is already done.\n`]);
    const cancelled = await stowage('jobs', 'cancel', id);
    expect([cancelled.code, cancelled.err]).toEqual([5, expect.stringContaining('already done')]);
    expect((await stowage('jobs', 'show', 'nobody')).err).toContain('nobody');
  });
});

// The last one, after everything that the others ran.
it.skipIf(process.platform === 'win32')(
  'state folder: shows nothing to other users, whatever commands and the store wrote',
  async () => {
    expect(await line.openToOthers()).toEqual([]);
  },
);

// A limit of file sizes rejects every write as a full disk does, without mounting one.
describe.skipIf(process.platform === 'win32')('a job whose first record cannot be written', () => {
  it.each([
    ['an upload', 'upload', 'hold/anchor.txt', 'cargo/unwritten/'],
    ['an import', 'import', 'Unwritten', 'rows.csv'],
  ])('is none, and leaves no file: %s', async (_, ...args) => {
    await writeFile(join(dir, 'rows.csv'), 'PartitionKey,RowKey\np,1\n');
    const stateDir = join(dir, `full-${args[0]}`);
    const program = [process.execPath, resolve('out/cli/stowage.js'), '--state-dir', stateDir, ...args];
    const child = spawn('sh', ['-c', 'ulimit -f 0; exec "$@"', 'sh', ...program], {
      cwd: dir,
      env: { ...process.env, STOWAGE_CONNECTION_STRING: line.connectionString },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const { code, err } = await resultOf(child);
    expect([code, err]).toEqual([1, expect.stringContaining('too large for this disk')]);
    expect(err).not.toContain('resume');
    const left = await readdir(stateDir, { recursive: true, withFileTypes: true });
    expect(left.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual([]);
  });
});
