// Imports and exports resumed with `--resume`, or as jobs: only in their original account and with their original options.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { namesIn } from '../disk/read-if-exists';
import { type CommandLine, resultOf, startCommandLine } from './fixtures/command-line';

const rows = 10_000;
let line: CommandLine;
let input: string;
let other: readonly string[];

beforeAll(async () => {
  line = await startCommandLine('--memory');
  input = join(line.dir, 'orders.csv');
  other = ['--connection-string', line.connectionString.replaceAll('devstoreaccount1', 'otheraccount')];
  const lines = Array.from({ length: rows }, (_, index) => `p${index % 7},${index},x`);
  await writeFile(input, `PartitionKey,RowKey,A\n${lines.join('\n')}\n`);
  await line.onStore('tables', 'create', 'Orders');
});
afterAll(() => line.dispose());

/** Starts a command and interrupts it when `isUnderWay` returns true. */
async function interrupted(args: readonly string[], isUnderWay: () => Promise<boolean>): Promise<void> {
  const child = line.start(...args);
  const ended = resultOf(child);
  await expect.poll(isUnderWay, { timeout: 30_000, interval: 10 }).toBe(true);
  child.kill('SIGINT');
  expect((await ended).code).toBe(130);
}

it('import --resume: continues with its original options and account, and rejects others', async () => {
  const begun = ['import', 'Orders', input, '--mode', 'upsert-replace'];
  await interrupted(begun, async () => (await line.onStore('query', 'Orders', '--limit', '1')).lines.length > 0);
  const elsewhere = await line.run(...begun, '--resume', ...other);
  expect([elsewhere.code, elsewhere.err]).toEqual([2, expect.stringContaining('--resume: ')]);
  for (const [option, value] of [
    ['--mode', 'insert'],
    ['--pk', 'A'],
    ['--batch', '7'],
  ] as const) {
    const rejected = await line.onStore('import', 'Orders', input, '--resume', option, value);
    expect([rejected.code, rejected.err]).toEqual([2, expect.stringContaining(`${option}: `)]);
  }
  const { code, lines } = await line.onStore(...begun, '--resume');
  expect([code, lines[0]]).toEqual([0, expect.objectContaining({ inserted: rows, rejected: 0 })]);
}, 120_000);

it('jobs: lists, resumes and forgets an interrupted import', async () => {
  await line.onStore('tables', 'create', 'Parcels');
  const isUnderWay = async () => (await line.onStore('query', 'Parcels', '--limit', '1')).lines.length > 0;
  await interrupted(['import', 'Parcels', input], isUnderWay);
  const { lines: listed } = await line.onStore('jobs', 'list');
  const left = listed.find((one) => (one as { target?: string }).target === 'Parcels') as { readonly id: string };
  expect(left).toMatchObject({ kind: 'import', state: 'interrupted' });
  const named = await line.onStore('jobs', 'resume', left.id, '--sources-in', line.dir);
  expect([named.code, named.err]).toEqual([2, expect.stringContaining('--sources-in is for uploads')]);
  const { code, lines } = await line.onStore('jobs', 'resume', left.id);
  const done = { id: left.id, state: 'done', rowsDone: rows, failed: 0 };
  expect([code, lines.at(-1)]).toEqual([0, expect.objectContaining(done)]);
  expect((await line.onStore('jobs', 'forget', left.id)).code).toBe(0);
  expect((await line.onStore('jobs', 'show', left.id)).code).toBe(4);
}, 120_000);

it('--resume: reports unreadable earlier jobs when nothing is found to resume', async () => {
  await mkdir(join(line.stateDir, 'imports', 'dark.jsonl'), { recursive: true });
  const { code, err } = await line.onStore('import', 'Orders', join(line.dir, 'nothing.csv'), '--resume');
  expect([code, err]).toEqual([4, expect.stringContaining('dark.jsonl\nstowage: ')]);
});

it('export --resume: continues with its original conditions and account, and rejects others', async () => {
  const path = join(line.dir, 'orders.jsonl');
  const begun = ['export', 'Orders', path, '--pk-prefix', 'p', '--columns', 'A'];
  const journals = join(line.stateDir, 'exports');
  const fetched = async (): Promise<boolean> => {
    const names = (await namesIn(journals)).filter((name) => name.endsWith('.jsonl'));
    const texts = await Promise.all(names.map((name) => readFile(join(journals, name), 'utf8')));
    return texts.some((text) => text.includes('"fetched"'));
  };
  await interrupted(begun, fetched);
  const elsewhere = await line.run(...begun, '--resume', ...other);
  expect([elsewhere.code, elsewhere.err]).toEqual([2, expect.stringContaining('--resume: ')]);
  for (const [option, value] of [
    ['--pk-prefix', 'q'],
    ['--rk', '1'],
    ['--limit', '3'],
    ['--columns', 'B'],
  ] as const) {
    const rejected = await line.onStore('export', 'Orders', path, '--resume', option, value);
    expect([rejected.code, rejected.err]).toEqual([2, expect.stringContaining(`${option}: `)]);
  }
  const { code, lines } = await line.onStore(...begun, '--resume');
  expect([code, lines[0]]).toEqual([0, expect.objectContaining({ rows })]);
}, 120_000);
