// Commands as they are typed: their output and exit codes, the connections they store, the store they run.
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommandLine, type Result, resultOf, startCommandLine } from './fixtures/command-line';

const canary = Buffer.from('canary secret key that must never be seen'.padEnd(64, '.')).toString('base64');
let line: CommandLine;
let dir: string;
let connectionString: string;

const stowage = (...args: string[]): Promise<Result> => line.run(...args);
const onStore = (...args: string[]): Promise<Result> => line.onStore(...args);

beforeAll(async () => {
  line = await startCommandLine();
  ({ dir, connectionString } = line);
});
afterAll(async () => {
  expect(await line.dispose()).toBe(0);
});

describe('stowage', () => {
  it('prints its version, and what a wrong command line lacks', async () => {
    expect((await resultOf(line.start('--version'))).out).toMatch(/^\d+\.\d+\.\d+\n$/);
    const wrong = await resultOf(line.start('frobnicate'));
    expect([wrong.code, wrong.out]).toEqual([2, '']);
    expect(wrong.err).toContain('frobnicate');
    expect((await stowage('tables', 'list')).err).toContain('--connection');
    const nothing = await resultOf(line.start());
    expect([nothing.code, nothing.out, nothing.err]).toEqual([2, '', expect.stringContaining('Usage: stowage')]);
  });

  it('finds the running store by the name local', async () => {
    expect((await stowage('tables', 'list', '--connection', 'local')).code).toBe(0);
  });

  it('makes, lists and deletes tables and containers', async () => {
    expect((await onStore('tables', 'create', 'Harbours')).code).toBe(0);
    expect((await onStore('tables', 'create', 'Harbours')).code).toBe(5);
    expect((await onStore('tables', 'list')).lines).toContainEqual({ name: 'Harbours' });
    const careless = await onStore('tables', 'delete', 'Harbours');
    expect([careless.code, careless.err]).toEqual([2, expect.stringContaining('--yes')]);
    expect((await onStore('tables', 'delete', 'Harbours', '--yes')).code).toBe(0);
    expect((await onStore('query', 'Harbours')).code).toBe(4);
    expect((await onStore('containers', 'create', 'cli-box')).code).toBe(0);
    expect((await onStore('containers', 'list')).lines).toContainEqual(expect.objectContaining({ name: 'cli-box' }));
    expect((await onStore('containers', 'delete', 'cli-box', '--yes')).code).toBe(0);
  });

  it('exits with 3 for a wrong key and 6 for an unreachable service, and prints no secret', async () => {
    const wrongKey = connectionString.replace(/AccountKey=[^;]+/, `AccountKey=${canary}`);
    const denied = await stowage('tables', 'list', '--connection-string', wrongKey, '--verbose');
    const nobody = await stowage(
      ...['tables', 'list', '--verbose', '--connection-string'],
      wrongKey.replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:9'),
    );
    expect([denied.code, nobody.code]).toEqual([3, 6]);
    expect(denied.out + denied.err + nobody.out + nobody.err).not.toContain(canary);
    const malformed = await stowage('tables', 'list', '--connection-string', 'AccountName=harbour;AccountKey=###');
    expect([malformed.code, malformed.err]).toEqual([2, expect.stringContaining('AccountKey')]);
  });

  it('saves a connection and finds it again by its name', async () => {
    expect((await stowage('connections', 'add', 'work', '--connection-string', connectionString)).code).toBe(0);
    const listed = await stowage('connections', 'list', '--json');
    expect(listed.lines).toContainEqual(expect.objectContaining({ name: 'work', accountName: 'devstoreaccount1' }));
    expect((await stowage('tables', 'list', '--connection', 'work')).code).toBe(0);
    expect((await stowage('connections', 'add', 'work', '--connection-string', connectionString)).code).toBe(2);
    expect((await stowage('connections', 'remove', 'work')).code).toBe(0);
    expect((await stowage('tables', 'list', '--connection', 'work')).code).toBe(2);
    const gone = await stowage('connections', 'remove', 'work');
    expect([gone.code, gone.err]).toEqual([4, expect.stringContaining('“work”')]);
  });

  it('connections rotate: saves a second key that takes over from a rejected one, and rejects a wrong one', async () => {
    const rotated = connectionString.replace(/AccountKey=[^;]+/, `AccountKey=${canary}`);
    expect((await stowage('connections', 'add', 'old quay', '--connection-string', rotated)).code).toBe(0);
    const [good, wrong] = [join(dir, 'good.key'), join(dir, 'wrong.key')];
    await writeFile(good, `${connectionString}\n`);
    await writeFile(wrong, canary.replaceAll('c', 'd'));
    const rotate = (...args: string[]): Promise<Result> => stowage('connections', 'rotate', 'old quay', ...args);
    const mistyped = await rotate('--key-file', wrong);
    expect([mistyped.code, mistyped.err]).toEqual([2, expect.stringContaining('not accepted by devstoreaccount1')]);
    expect((await rotate()).err).toContain('--key-file');
    expect((await stowage('connections', 'rotate', 'nowhere', '--key-file', good)).code).toBe(4);
    const saved = await rotate('--key', 'secondary', '--key-file', good);
    expect([saved.code, saved.out]).toEqual([0, expect.stringContaining('Saved the secondary key of old quay.')]);
    const listed = await stowage('tables', 'list', '--connection', 'old quay');
    expect(listed.code).toBe(0);
    expect(listed.err).toContain('rejected its primary key');
    expect(listed.err).toContain("stowage connections rotate 'old quay' --key primary --key-file FILE");
    const again = await stowage('tables', 'list', '--connection', 'old quay');
    expect([again.code, again.err]).toEqual([0, '']);
    const all = await stowage('connections', 'list', '--json');
    expect(all.lines).toContainEqual(
      expect.objectContaining({ name: 'old quay', keys: { inUse: 'secondary', hasSecondary: true } }),
    );
    expect(all.out + listed.out + listed.err + saved.out + mistyped.err).not.toContain(canary.slice(0, 20));
    expect((await stowage('connections', 'remove', 'old quay')).code).toBe(0);
  });

  it('rejects a name that could not be stored or is reserved for the embedded store', async () => {
    for (const name of ['', '  ', 'x'.repeat(81), 'local']) {
      const rejected = await stowage('connections', 'add', name, '--connection-string', connectionString);
      expect([rejected.code, rejected.err]).toEqual([2, expect.stringContaining('NAME')]);
    }
  });

  it('neither stores nor echoes a connection string given as a name', async () => {
    const given = `AccountName=harbour;AccountKey=${canary}`;
    for (const args of [
      ['connections', 'add', given, '--connection-string', connectionString],
      ['connections', 'list', `--connection-string:${given}`],
      ['tables', 'list', '--connection', given],
    ]) {
      const rejected = await stowage(...args);
      expect([rejected.code, rejected.out + rejected.err]).toEqual([2, expect.stringContaining('--connection-string')]);
      expect(rejected.out + rejected.err).not.toContain(canary);
    }
    expect((await stowage('connections', 'list')).out).not.toContain(canary);
    const close = await stowage('tables', 'list', '--connnection', 'local');
    expect(close.err).toContain("unknown option '--connnection' (Did you mean --connection?)");
  });

  it('stores the secret of a connection in a separate file that only its owner can read, and deletes it', async () => {
    const secret = `DefaultEndpointsProtocol=https;AccountName=harbour;AccountKey=${canary};EndpointSuffix=core.windows.net`;
    const added = await stowage('connections', 'add', 'harbour', '--connection-string', secret, '--json', '--verbose');
    expect([added.code, added.err]).toEqual([0, expect.stringContaining('only you can read')]);
    const listed = await stowage('connections', 'list', '--json');
    const saved = await readFile(join(line.stateDir, 'connections.json'), 'utf8');
    expect(saved).toContain('harbour');
    expect(added.out + added.err + listed.out + saved).not.toContain(canary);
    const file = join(line.stateDir, 'command-line-secrets.json');
    expect([(await stat(file)).mode & 0o777, await readFile(file, 'utf8')]).toEqual([
      0o600,
      expect.stringContaining(canary),
    ]);
    expect((await stowage('connections', 'remove', 'harbour')).code).toBe(0);
    expect(await readFile(file, 'utf8')).not.toContain(canary);
  });

  it('reports once, also without diagnostics, that the file of secrets was damaged', async () => {
    const secret = `DefaultEndpointsProtocol=https;AccountName=harbour;AccountKey=${canary};EndpointSuffix=core.windows.net`;
    expect((await stowage('connections', 'add', 'harbour', '--connection-string', secret)).code).toBe(0);
    await writeFile(join(line.stateDir, 'command-line-secrets.json'), '{"harbour":');
    const { err } = await stowage('tables', 'list', '--connection', 'harbour', '--json');
    expect(err.match(/The file of secrets was damaged and has been moved to .*\.damaged-/gu)).toHaveLength(1);
    expect((await stowage('tables', 'list', '--connection', 'harbour')).err).not.toContain('damaged');
    expect((await stowage('connections', 'remove', 'harbour')).code).toBe(0);
  });

  it('names the process that already runs the store of a state folder', async () => {
    const second = await stowage('emulator', '--memory');
    expect([second.code, second.err]).toEqual([
      5,
      expect.stringMatching(/Process \d+ already runs .* --state-dir\.$/mu),
    ]);
  });

  it('rejects an invalid state folder by the option that named it', async () => {
    const file = join(dir, 'a-file');
    await writeFile(file, '');
    const state = await stowage('tables', 'list', '--connection', 'local', '--state-dir', file);
    expect([state.code, state.err]).toEqual([2, expect.stringContaining(`--state-dir: ${file} is a file.`)]);
    const unset = await stowage('tables', 'list', '--connection', 'local', '--state-dir', '');
    expect([unset.code, unset.err]).toEqual([2, expect.stringContaining('--state-dir: it is empty.')]);
    const data = await stowage('emulator', '--state-dir', join(dir, 'other'), '--data', file);
    expect([data.code, data.err]).toEqual([2, expect.stringContaining(`--data: ${file} is a file.`)]);
  });

  it('rejects an incomplete command and help for none, and lists common options with those of a command', async () => {
    for (const args of [['jobs'], ['jobs', 'frobnicate'], ['help', 'frobnicate']]) {
      const { code, out, err } = await stowage(...args);
      expect([code, out, err]).toEqual([2, '', expect.stringContaining(args.at(-1) ?? '')]);
    }
    const help = await resultOf(line.start('help', 'jobs', 'resume'));
    expect([help.code, help.out]).toEqual([0, expect.stringContaining('--now')]);
    expect(help.out).toContain('--connection-string');
  });

  it('exits with 4 for a missing source or target on either side', async () => {
    expect((await onStore('upload', join(dir, 'nothing-here'), 'cargo')).code).toBe(4);
    expect((await onStore('download', 'no-such-box/x', join(dir, 'back'))).code).toBe(4);
    const run = await stowage('lab', 'compare', 'no-such-run', 'nor-this');
    expect([run.code, run.err]).toEqual([4, expect.stringContaining('“no-such-run”')]);
  });
});

// The last one, after everything that the others ran.
it.skipIf(process.platform === 'win32')(
  'state folder: shows nothing to other users, whatever commands and the store wrote',
  async () => {
    expect(await line.openToOthers()).toEqual([]);
  },
);
