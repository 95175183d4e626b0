// Jobs on tables whose disk is full: each names the location that is full, and resumes once there is room.
import { type FileHandle, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { fullDisk } from '../../../testing/full-disk';
import { query, row } from '../fixtures/table-bench';
import { type FilesBench, startFilesBench } from './fixtures/files-bench';

let bench: FilesBench;
beforeAll(async () => {
  bench = await startFilesBench();
});
afterAll(() => bench.dispose());
afterEach(() => vi.restoreAllMocks());

const full = { state: 'paused', waitsFor: 'disk', error: { code: 'local.disk-full' } };

describe('on a full disk', () => {
  it('an export names the full file in the state folder, not the target', async () => {
    const table = `${await bench.newTable()}x`;
    await bench.fill(table, [row('p', '1')]);
    const any = await open(__filename, 'r');
    const noRoom = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    const disk = vi.spyOn(Object.getPrototypeOf(any) as FileHandle, 'write').mockRejectedValue(noRoom);
    await any.close();
    const source = { kind: 'query' as const, query: query(table) };
    const path = join(bench.dir, 'rows.csv');
    const job = await bench.files.exports.start({ connectionId: 'bench', source, columns: [], format: 'csv', path });
    const fetchedPath = join(bench.dir, 'state', 'exports', `${job.id}.fetched`);
    expect(await job.ended()).toMatchObject({ ...full, error: { ...full.error, context: { path: fetchedPath } } });
    disk.mockRestore();
    await job.resume();
    expect(await job.ended()).toMatchObject({ state: 'done', rowsDone: 1 });
  });

  it.each([
    ['that a row was written', 'new', 'jsonl'],
    ['why a row was refused', 'there', 'rejected'],
  ])('an import that cannot store %s says so', async (_, rowKey, suffix) => {
    const table = `${await bench.newTable()}x`;
    await bench.fill(table, [row('p', 'there')]);
    await writeFile(join(bench.dir, 'rows.csv'), `PartitionKey,RowKey,N\np,${rowKey},1\n`);
    // Its header, and the findings about the file.
    const disk = await fullDisk(2);
    const failed = await bench.importFrom(table, 'rows.csv');
    expect(failed).toMatchObject(full);
    expect(failed.error?.context.path).toBe(join(bench.dir, 'state', 'imports', `${failed.id}.${suffix}`));
    disk.mockRestore();
  });
});
