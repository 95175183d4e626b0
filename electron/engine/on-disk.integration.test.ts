// A power cut loses what was not synced: appended records are on disk before any caller relies on them, and a whole
// file has its bytes there before it gets its name, which is synced too.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { cutFile } from '../disk/cut-file';
import { replaceFile } from '../disk/replace-file';
import { renameSynced, syncFile } from '../disk/sync-folder';
import { writeWhole } from '../disk/whole-file';
import { watchDisk } from '../testing/disk-order';
import { writeContent } from './emulator/program/database-file';
import { appendLines } from './journal/append-lines';
import { openJournal, listOf } from './journal/journal-file';
import { encodeRecord } from './journal/record-line';
import { PlanWriter } from './tables/bulk/plan-file';
import { ResultsFile } from './tables/bulk/results-file';
import { createHandedRows } from './tables/export/handed-rows';
import { RejectsFile } from './tables/import/rejects-file';
import { oneDownload } from './transfers/fixtures/one-download';
import { keepSettled } from './transfers/records/settled-files';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-order-'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

type RunningAction = (path: string) => Promise<unknown>;

const record = z.object({ n: z.int() });
const rejected = [0, 1].map((index) => ({ index, line: index, code: 'invalid.entity', message: 'no', raw: 'p,r' }));

it.each<readonly [string, RunningAction]>([
  ['a settings file', (path) => writeWhole(path, 'text')],
  ['a file that replaces another', (path) => replaceFile(path, (file) => file.appendFile('text'))],
  ['a database of the local store', (path) => writeContent(path, [Buffer.from('one'), Buffer.from('two')])],
  [
    'a file that was written under another name',
    async (path) => {
      await writeFile(`${path}.draft`, 'text');
      await syncFile(`${path}.draft`);
      await renameSynced(`${path}.draft`, path);
    },
  ],
  [
    'a compacted journal',
    async (path) => {
      const { journal } = await openJournal(path, listOf(record));
      await journal.compact([{ n: 1 }]);
      await journal.close();
    },
  ],
  [
    'the list of rejected rows that a resumed import keeps',
    async (path) => {
      await writeFile(path, rejected.map((row) => `${JSON.stringify(row)}\n`).join(''));
      await new RejectsFile(path).keepOnly((index) => index === 1);
    },
  ],
  [
    'the file of rows that are handed over for an export',
    async (path) => {
      const handed = createHandedRows(join(folder, 'handed'));
      await handed.add('hand', [{ partitionKey: 'p', rowKey: 'r', timestamp: '', etag: '', properties: [] }]);
      await handed.take('hand', 1, path);
    },
  ],
])('on disk: %s gets its name after its bytes, and the name follows', async (_, act) => {
  const path = join(folder, 'file');
  const steps = await watchDisk(path);
  await act(path);
  expect((await steps()).slice(-2)).toEqual(['synced unnamed', 'folder synced']);
});

it.each<readonly [string, RunningAction]>([
  [
    'records of a journal that must not be forgotten',
    async (path) => {
      const { journal } = await openJournal(path, listOf(record));
      await journal.append([{ n: 1 }], 'lazy');
      await journal.append([{ n: 2 }], 'synced');
      await journal.close();
    },
  ],
  ['undo records', (path) => appendLines(path, 'one\n').then(() => appendLines(path, 'two\n'))],
  [
    'rejected rows',
    async (path) => {
      const rejects = new RejectsFile(path);
      await rejects.append(rejected);
      await rejects.close();
    },
  ],
  [
    'results of a bulk job',
    async (path) => {
      const results = await ResultsFile.open(path, () => undefined);
      await results.append([{ kind: 'unchanged', rows: '3' }]);
      await results.close();
    },
  ],
  [
    'the rows of a bulk job',
    async (path) => {
      const plan = await PlanWriter.open(path);
      await plan.add([{ partitionKey: 'p', rowKey: 'r', timestamp: '', etag: '"1"', properties: [] }]);
      await plan.close();
    },
  ],
  [
    'the list of moved files',
    async (path) => {
      const ended = { t: 'ended', f: 0, outcome: 'done' };
      await writeFile(`${path}.journal`, [...oneDownload(folder), ended].map(encodeRecord).join(''));
      await keepSettled(`${path}.journal`, path);
    },
  ],
  ['the ends of files that are cut', (path) => writeFile(path, 'half').then(() => cutFile(path, 0))],
])('on disk: %s are synced before the promise resolves', async (_, act) => {
  const path = join(folder, 'file');
  const steps = await watchDisk(path);
  await act(path);
  expect((await steps()).slice(-2)).toEqual(['written', 'synced']);
});

it.each<readonly [string, RunningAction]>([
  ['a journal', async (path) => (await openJournal(path, listOf(record))).journal.close()],
  ['a file of undo records', (path) => appendLines(path, 'one\n')],
])('on disk: the name of %s is synced when it is new', async (_, act) => {
  const path = join(folder, 'file');
  const steps = await watchDisk(path);
  await act(path);
  expect((await steps()).at(-1)).toBe('folder synced');
});
