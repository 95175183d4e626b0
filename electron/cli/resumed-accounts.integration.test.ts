// Jobs of accounts that were given by a connection string, which is not stored: how they resume in a later run.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CommandLine, type Result, startCommandLine } from './fixtures/command-line';

const canary = Buffer.from('canary secret key that must never be seen'.padEnd(64, '.')).toString('base64');
let line: CommandLine;
let wrongKey: string;

beforeAll(async () => {
  line = await startCommandLine();
  wrongKey = line.connectionString.replace(/AccountKey=[^;]+/u, `AccountKey=${canary}`);
  await line.onStore('containers', 'create', 'cargo');
  await mkdir(join(line.dir, 'hold'));
  await writeFile(join(line.dir, 'hold', 'anchor.txt'), 'anchor');
});
afterAll(async () => {
  expect(await line.dispose()).toBe(0);
});

/** An upload that was paused because of its key: its output, and its id. */
async function paused(prefix: string): Promise<{ readonly up: Result; readonly id: string }> {
  const up = await line.run('upload', join(line.dir, 'hold'), `cargo/${prefix}`, '--connection-string', wrongKey);
  expect(up.code).toBe(3);
  return { up, id: /jobs resume (\w+)/u.exec(up.err)?.[1] ?? '' };
}
const shown = async (id: string) => (await line.run('jobs', 'show', id, '--json')).lines[0];

it('--resume: leaves a job unchanged without its account, and the printed command shows how to pass it', async () => {
  const { up, id } = await paused('again');
  expect(up.err).toContain(`jobs resume ${id} --state-dir ${line.stateDir} --connection-string '<connection string>'`);
  expect(up.err).not.toContain(canary);
  const before = await shown(id);
  const other = line.connectionString.replaceAll('devstoreaccount1', 'otheraccount');
  for (const given of [[], ['--connection-string', other]]) {
    const rejected = await line.run('jobs', 'resume', id, ...given);
    expect([rejected.code, rejected.err]).toEqual([2, expect.stringContaining('--connection-string: ')]);
    expect(await shown(id)).toEqual(before);
  }
  const resumed = await line.run('jobs', 'resume', id, '--connection-string', line.connectionString);
  expect([resumed.code, resumed.err]).toEqual([0, '']);
  expect((await line.onStore('ls', 'cargo/again/', '--recursive')).lines).toHaveLength(1);
});

it('--resume: continues the same account under the name of a saved connection', async () => {
  const { id } = await paused('by-name');
  await line.run('connections', 'add', 'dev', '--connection-string', line.connectionString);
  const resumed = await line.run('jobs', 'resume', id, '--connection', 'dev');
  expect([resumed.code, resumed.err]).toEqual([0, '']);
});

it('a job of a connection that was removed since stays as it is', async () => {
  await line.run('connections', 'add', 'gone', '--connection-string', wrongKey);
  const up = await line.run('upload', join(line.dir, 'hold'), 'cargo/gone', '--connection', 'gone');
  const id = /jobs resume (\w+)/u.exec(up.err)?.[1] ?? '';
  await line.run('connections', 'remove', 'gone');
  const before = await shown(id);
  expect((await line.run('jobs', 'resume', id)).code).toBe(4);
  expect(await shown(id)).toEqual(before);
});

it('nothing is to be given again that comes from the environment', async () => {
  const up = await line.runIn({ STOWAGE_CONNECTION_STRING: wrongKey }, 'upload', join(line.dir, 'hold'), 'cargo/env');
  expect(up.err).toContain('jobs resume');
  expect(up.err).not.toContain('--connection-string');
});
