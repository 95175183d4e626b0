import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SettledReading } from '@shared/model/table-import';
import { RejectsFile } from './rejects-file';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-rejects-'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

it('rejects file: stores rows on the disk before they are recorded as settled', async () => {
  const path = join(folder, 'rejected');
  const handle = await open(path, 'a');
  const synced = vi.spyOn(Object.getPrototypeOf(handle) as typeof handle, 'datasync');
  await handle.close();
  const rejects = new RejectsFile(path);
  await rejects.append([{ index: 3, line: 4, code: 'invalid.entity', message: 'N: no number', raw: 'p,3,x' }]);
  expect(synced).toHaveBeenCalledTimes(1);
  await rejects.close();
  expect(await rejects.first(5, ',')).toMatchObject([{ line: 4, text: 'p,3,x' }]);
});

it('rejects file: returns rows in the order of the input, whatever the order in which their batches were rejected', async () => {
  const rejects = new RejectsFile(join(folder, 'rejected'));
  const rejection = (index: number) => {
    return { index, line: index + 2, code: 'conflict.exists', message: 'It exists.', raw: [`é${index}`, 'r'] };
  };
  await rejects.append([7, 12].map(rejection));
  await rejects.append([0, 3, 9].map(rejection));
  await rejects.close();
  expect((await rejects.first(3, ',')).map(({ line }) => line)).toEqual([2, 5, 9]);
  const target = join(folder, 'rejects.csv');
  const reading = { format: 'csv', delimiter: ',', header: true } as unknown as SettledReading;
  expect(await rejects.writeOut(target, reading, ['PartitionKey', 'RowKey'])).toBe(5);
  const lines = (await readFile(target, 'utf8')).trimEnd().split('\r\n').slice(1);
  expect(lines.map((line) => line.split(',')[0])).toEqual(['é0', 'é3', 'é7', 'é9', 'é12']);
});
