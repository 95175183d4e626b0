// S3 by command line: a connection with a stored key, one that takes it from the environment, and addresses without one.
import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type RunningS3, hasS3Server, startS3Server } from '../testing/s3-server';
import { type CommandLine, startCommandLine } from './fixtures/command-line';

describe.skipIf(!hasS3Server)('S3 by command line', () => {
  let line: CommandLine;
  let s3: RunningS3;
  let keys: { readonly accessKeyId: string; readonly secretAccessKey: string };
  beforeAll(async () => {
    [line, s3] = await Promise.all([startCommandLine(), startS3Server()]);
    const { credential } = s3.descriptor();
    if (credential.kind === 's3') keys = credential;
  });
  afterAll(async () => {
    await s3.stop();
    expect(await line.dispose()).toBe(0);
  });

  afterEach(() => vi.unstubAllEnvs());

  it('connections add: stores the secret apart, and the connection lists, stores and reads', async () => {
    const secret = join(line.dir, 'secret');
    await writeFile(secret, `${keys.secretAccessKey}\n`);
    const given = ['--s3', '--endpoint', s3.origin, '--access-key-id', keys.accessKeyId, '--secret-key-file', secret];
    expect(await line.run('connections', 'add', 'depot', ...given)).toMatchObject({ code: 0 });
    expect(await readFile(join(line.stateDir, 'connections.json'), 'utf8')).not.toContain(keys.secretAccessKey);

    expect(await line.run('make', 'box-one', '--connection', 'depot')).toMatchObject({ code: 0 });
    const source = join(line.dir, 'in');
    await mkdir(source);
    await writeFile(join(source, 'a.txt'), 'hello');
    expect(await line.run('copy', `${source}/`, 'depot:box-one/in')).toMatchObject({ code: 0 });
    const { lines } = await line.run('ls', 'box-one/in/', '--connection', 'depot', '--json');
    expect(lines).toEqual([expect.objectContaining({ name: 'in/a.txt', size: 5 })]);
    const signed = await line.run(
      ...['sas', 'create', 'box-one/in/a.txt', '--permissions', 'r', '--expires', '1h', '--connection', 'depot'],
    );
    expect(await (await fetch(signed.out.trim())).text()).toBe('hello');
  });

  it('copy s3://…: takes the keys of the environment, and says which variable is missing', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', keys.accessKeyId);
    vi.stubEnv('AWS_ENDPOINT_URL', s3.origin);
    const target = join(line.dir, 'out');
    expect(await line.run('copy', 's3://box-one/in/', target)).toMatchObject({
      code: 2,
      err: expect.stringContaining('AWS_SECRET_ACCESS_KEY') as string,
    });
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', keys.secretAccessKey);
    expect(await line.run('copy', 's3://box-one/in/', target)).toMatchObject({ code: 0 });
    expect(await readFile(join(target, 'a.txt'), 'utf8')).toBe('hello');
  });

  it('temporary keys: are used with their token, from the environment and from a profile', async ({ skip }) => {
    const { session } = s3;
    if (session === null) return skip('the server issues none');
    const files = {
      AWS_SHARED_CREDENTIALS_FILE: `[work]\naws_access_key_id=${session.accessKeyId}\naws_secret_access_key=${session.secretAccessKey}\naws_session_token=${session.sessionToken}\n`,
      AWS_CONFIG_FILE: '[profile work]\nregion = us-east-1\n',
    };
    for (const [name, text] of Object.entries(files)) {
      await writeFile(join(line.dir, name), text);
      vi.stubEnv(name, join(line.dir, name));
    }
    const profile = ['--s3', '--endpoint', s3.origin, '--profile', 'work'];
    expect(await line.run('connections', 'add', 'of-profile', ...profile)).toMatchObject({ code: 0 });
    expect((await line.run('cat', 'box-one/in/a.txt', '--connection', 'of-profile')).out).toBe('hello');

    vi.stubEnv('AWS_ENDPOINT_URL', s3.origin);
    vi.stubEnv('AWS_ACCESS_KEY_ID', session.accessKeyId);
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', session.secretAccessKey);
    vi.stubEnv('AWS_SESSION_TOKEN', session.sessionToken);
    expect(await line.run('copy', 's3://box-one/in/a.txt', join(line.dir, 'by-token.txt'))).toMatchObject({ code: 0 });
    vi.stubEnv('AWS_SESSION_TOKEN', 'of another session');
    expect(await line.run('copy', 's3://box-one/in/a.txt', join(line.dir, 'not.txt'))).toMatchObject({
      code: 3,
      err: expect.stringContaining('does not accept the session token') as string,
    });
  });

  it('download: says of an archived object how it is restored', async () => {
    const source = join(line.dir, 'in/a.txt');
    expect(await line.run('copy', source, 'depot:box-one/cold/a.txt')).toMatchObject({ code: 0 });
    const archive = ['tier', 'set', 'box-one/cold/a.txt', 'Archive', '--connection', 'depot'];
    expect(await line.run(...archive)).toMatchObject({ code: 0 });
    const { code, err } = await line.run('copy', 'depot:box-one/cold/', join(line.dir, 'back'));
    expect({ code, err }).toEqual({ code: 5, err: expect.stringContaining('aws s3api restore-object') as string });
  });

  it('sync --compare etag: sends a folder once, and finds a change that has the size and an earlier time', async () => {
    const source = join(line.dir, 'in');
    const target = 'depot:box-one/synced';
    const sync = async (): Promise<unknown> => {
      const { code, lines } = await line.run('sync', source, target, '--compare', 'etag', '--json');
      return [code, lines.at(-1)?.files];
    };
    expect([await sync(), await sync()]).toEqual([
      [0, 1],
      [0, 0],
    ]);
    await writeFile(join(source, 'a.txt'), 'jello');
    await utimes(join(source, 'a.txt'), 1, 1);
    expect([await sync(), await sync()]).toEqual([
      [0, 1],
      [0, 0],
    ]);
    expect((await line.run('cat', 'box-one/synced/a.txt', '--connection', 'depot')).out).toBe('jello');
    expect(await line.run('check', source, target)).toMatchObject({
      code: 0,
      err: expect.not.stringContaining('size alone') as string,
    });
    await writeFile(join(source, 'a.txt'), 'hello');
  });

  it.each([
    [['--endpoint', 'https://x.example'], '--endpoint'],
    [['--s3', '--access-key-id', 'AKIA'], '--secret-key-file'],
    [['--s3', '--profile', 'a', '--anonymous'], '--access-key-id'],
    [['--s3', '--account-name', 'a'], '--account-name'],
    [['--s3', '--endpoint', 'nowhere'], 'Endpoint'],
  ])('connections add %s: names the option that is wrong', async (options, named) => {
    const { code, err } = await line.run('connections', 'add', 'wrong', ...options);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(named) as string });
  });
});
