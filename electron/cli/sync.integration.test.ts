// `sync` and `check` through the command line, on the store.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommandLine, type Result, startCommandLine } from './fixtures/command-line';

let store: CommandLine;
beforeAll(async () => {
  store = await startCommandLine('--memory');
  await mkdir(join(store.dir, 'here/deep'), { recursive: true });
  await writeFile(join(store.dir, 'here/a.txt'), 'a');
  await writeFile(join(store.dir, 'here/deep/b.log'), 'b');
});
afterAll(() => store.dispose());

const run = (...args: string[]): Promise<Result> => store.onStore(...args);
const plain = (...args: string[]): Promise<Result> =>
  store.runIn({ STOWAGE_CONNECTION_STRING: store.connectionString }, ...args);
const here = (): string => join(store.dir, 'here');

describe('sync and check', () => {
  it('sync: shows its plan, makes it true, and sends nothing the second time', async () => {
    await run('make', 'box');
    await writeFile(join(store.dir, 'old'), 'old');
    await run('upload', join(store.dir, 'old'), 'box/t/old');
    const planned = await run('sync', here(), 'box/t', '--dry-run', '--delete-destination', 'true');
    expect(planned.lines.slice(0, -1).map(({ action, name }) => [action, name])).toEqual([
      ['new', 'a.txt'],
      ['new', 'deep/b.log'],
      ['delete', 'old'],
    ]);
    expect(planned.lines.at(-1)).toMatchObject({
      new: { files: 2, bytes: 2 },
      delete: { files: 1 },
      requests: 3,
      lists: 1,
    });
    expect((await run('check', here(), 'box/t')).code).toBe(1);
    // Without an answer nothing is deleted, and the rest is done.
    const prompted = await plain('sync', here(), 'box/t', '--delete-destination', 'prompt');
    expect([
      prompted.code,
      prompted.err.includes('only at the target: old'),
      prompted.err.includes('Nothing is deleted.'),
    ]).toEqual([0, true, true]);
    expect((await run('check', here(), 'box/t')).lines.at(-1)).toMatchObject({ same: 2, 'only in B': 1 });
    const few = await run('sync', here(), 'box/t', '--delete-destination', 'true', '--max-delete', '0');
    expect(few.code).toBe(5);
    expect((await run('sync', here(), 'box/t', '--delete-destination=true')).code).toBe(0);
    expect((await run('check', here(), 'box/t')).code).toBe(0);
    const again = await run('sync', here(), 'box/t', '--delete-destination=true');
    expect(again.lines.at(-1)).toMatchObject({ files: 0, bytes: 0, requests: 1 });
    expect((await run('jobs', 'list')).lines[0]).toMatchObject({ state: 'done', target: 'box/t/' });
  });

  it('sync: empties a target only with --allow-empty-source, and says so in the plan', async () => {
    await mkdir(join(store.dir, 'void'));
    await run('sync', here(), 'box/full');
    const args = ['sync', join(store.dir, 'void'), 'box/full', '--delete-destination', 'true'];
    const planned = await plain(...args, '--dry-run');
    expect([planned.code, planned.err]).toEqual([0, expect.stringContaining('no deletion would be made without')]);
    const rejected = await plain(...args);
    expect(rejected.code).toBe(5);
    expect(rejected.err).toContain('void/” holds nothing to sync');
    expect(rejected.err).toContain('--allow-empty-source');
    const prompted = await plain(...args.slice(0, -1), 'prompt');
    expect(prompted.err).toContain('SOURCE holds nothing to sync. Check its path');
    expect((await run('check', here(), 'box/full')).code).toBe(0);
    expect((await run(...args, '--allow-empty-source')).code).toBe(0);
    expect((await run('check', join(store.dir, 'void'), 'box/full')).code).toBe(0);
  });

  it('sync: takes only what the rules of a file choose, in their order', async () => {
    await writeFile(join(store.dir, 'rules'), '# logs\n+ a.*\n- *\n');
    const { lines } = await run('sync', here(), 'box/rules', '--filter-from', join(store.dir, 'rules'), '--dry-run');
    expect(lines.slice(0, -1).map(({ name }) => name)).toEqual(['a.txt']);
    const path = await run('sync', here(), 'box/rules', '--include-path', 'deep', '--dry-run');
    expect(path.lines.slice(0, -1).map(({ name }) => name)).toEqual(['deep/b.log']);
    await writeFile(join(store.dir, 'rules'), 'a.*\n');
    const wrong = await plain('sync', here(), 'box/rules', '--filter-from', join(store.dir, 'rules'));
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('"a.*" is no rule')]);
  });

  it('check: prints each difference with its cause as CSV, between folders too', async () => {
    await mkdir(join(store.dir, 'there'), { recursive: true });
    await writeFile(join(store.dir, 'there/a.txt'), 'x');
    const { code, out } = await plain('check', here(), `${join(store.dir, 'there')}/`, '--report', 'csv', '-q');
    expect([code, out]).toEqual([
      1,
      'cause,name,bytesA,bytesB,message\r\ncontent,a.txt,1,1,\r\nonly in A,deep/b.log,1,,\r\n',
    ]);
    await rm(join(store.dir, 'there'), { recursive: true });
  });

  it('--output: prints records as CSV or TSV with one heading, and rejects two formats', async () => {
    const csv = await plain('containers', 'list', '-o', 'csv');
    expect(csv.out).toMatch(/^name,lastModified\r\nbox,[^\r]+\r\n$/u);
    expect((await plain('sync', here(), 'box/none', '--dry-run', '-o', 'tsv')).out).toContain('item\tnew\ta.txt\t1\n');
    expect((await plain('containers', 'list', '--json', '-o', 'csv')).code).toBe(2);
    const quiet = await plain('sync', here(), 'box/none', '-q');
    expect([quiet.code, quiet.err]).toEqual([0, '']);
    expect(await readFile(join(store.dir, 'here/a.txt'), 'utf8')).toBe('a');
  });
});
