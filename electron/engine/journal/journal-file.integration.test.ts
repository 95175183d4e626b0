import fc from 'fast-check';
import { type FileHandle, mkdtemp, open, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { truncateAsOnWindows } from '../../disk/fixtures/windows-truncate';
import { openJournal, readJournal, listOf } from './journal-file';
import { decodeRecords, encodeRecord } from './record-line';

const schema = z.object({ n: z.int(), text: z.string() });
type Record = z.infer<typeof schema>;
const records: readonly Record[] = Array.from({ length: 12 }, (_, n) => ({ n, text: `päge ${'x'.repeat(n)}\n"😀"` }));

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-journal-'));
  path = join(folder, 'job.jsonl');
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

describe('journal', () => {
  it('recovers every record before a truncation at any position, and accepts more records', async () => {
    const lines = records.map(encodeRecord);
    const whole = Buffer.from(lines.join(''));
    let complete = 0;
    let end = Buffer.byteLength(lines[0] ?? '');
    for (let cut = 0; cut <= whole.length; cut += 1) {
      if (cut === end) {
        complete += 1;
        end += Buffer.byteLength(lines[complete] ?? '');
      }
      expect(decodeRecords(whole.subarray(0, cut)).values).toEqual(records.slice(0, complete));
    }
    for (const cut of [0, 1, 9, 40, whole.length - 1, whole.length]) {
      await writeFile(path, whole.subarray(0, cut));
      const before = (await readJournal(path, listOf(schema))).records;
      const opened = await openJournal(path, listOf(schema));
      await opened.journal.append([{ n: 99, text: 'next' }], 'synced');
      await opened.journal.close();
      expect((await readJournal(path, listOf(schema))).records).toEqual([...before, { n: 99, text: 'next' }]);
    }
  });

  it('never returns a record whose bytes were changed', () => {
    const whole = Buffer.from(records.map(encodeRecord).join(''));
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const damaged = Buffer.from(whole);
        damaged[at] = (damaged[at] ?? 0) ^ flip;
        const { values } = decodeRecords(damaged);
        expect(values).toEqual(records.slice(0, values.length));
        expect(values.length).toBeLessThan(records.length);
      }),
    );
  });

  it('sets a damaged file aside before it truncates it, but not for a torn line', async () => {
    const lines = records.map(encodeRecord);
    await writeFile(path, `${lines[0]}garbage\n${lines[1]}`);
    const opened = await openJournal(path, listOf(schema));
    await opened.journal.close();
    expect(opened.records).toEqual(records.slice(0, 1));
    const [copy = ''] = (await readdir(folder)).filter((name) => name.startsWith('job.jsonl.damaged-'));
    expect(await text(copy)).toContain('garbage');
    expect(await readFile(path, 'utf8')).toBe(lines[0]);

    await rm(join(folder, copy));
    await writeFile(path, `${lines[0]}${lines[1]?.slice(0, 20)}`);
    await (await openJournal(path, listOf(schema))).journal.close();
    expect(await readdir(folder)).toEqual(['job.jsonl']);
  });

  it('stops at a record of another shape', async () => {
    await writeFile(path, encodeRecord(records[0]) + encodeRecord({ n: 'one' }) + encodeRecord(records[1]));
    const content = await readJournal(path, listOf(schema));
    expect(content.records).toEqual(records.slice(0, 1));
    expect(content.goodBytes).toBe(Buffer.byteLength(encodeRecord(records[0])));
  });

  it('writes in the requested order and compacts in one step', async () => {
    const { journal } = await openJournal(path, listOf(schema));
    await Promise.all(records.map((record) => journal.append([record], 'lazy')));
    expect((await readJournal(path, listOf(schema))).records).toEqual(records);
    await journal.compact(records.slice(3, 4));
    await journal.append(records.slice(5, 6), 'synced');
    await journal.close();
    expect((await readJournal(path, listOf(schema))).records).toEqual([records[3], records[5]]);
    expect(await readdir(folder)).toEqual(['job.jsonl']);
  });

  it('loses nothing that follows a line which a full disk truncated', async () => {
    const { journal } = await openJournal(path, listOf(schema));
    await journal.append(records.slice(0, 1), 'synced');
    await cutShortNextWrite();
    await expect(journal.append(records.slice(1, 2), 'synced')).rejects.toThrow('ENOSPC');
    await journal.append(records.slice(2, 3), 'synced');
    await journal.close();
    expect(await readJournal(path, listOf(schema))).toMatchObject({ records: [records[0], records[2]], badBytes: 0 });
  });

  it('removes a torn end, when it is opened and later, where an appended file cannot be truncated', async () => {
    await truncateAsOnWindows();
    await writeFile(path, `${encodeRecord(records[0])}torn`);
    const { journal } = await openJournal(path, listOf(schema));
    await cutShortNextWrite();
    await expect(journal.append(records.slice(1, 2), 'synced')).rejects.toThrow('ENOSPC');
    await journal.append(records.slice(2, 3), 'synced');
    await journal.close();
    expect(await readJournal(path, listOf(schema))).toMatchObject({ records: [records[0], records[2]], badBytes: 0 });
  });

  it('removes such a line at the end of the shorter file of a compaction', async () => {
    const { journal } = await openJournal(path, listOf(schema));
    await journal.append(records, 'lazy');
    await journal.compact(records.slice(0, 1));
    await cutShortNextWrite();
    await expect(journal.append(records.slice(1, 2), 'lazy')).rejects.toThrow('ENOSPC');
    await journal.append(records.slice(2, 3), 'lazy');
    await journal.close();
    expect(await readJournal(path, listOf(schema))).toMatchObject({ records: [records[0], records[2]], badBytes: 0 });
  });

  it('continues with the old file when the compacted one cannot replace it', async () => {
    const { journal } = await openJournal(path, listOf(schema));
    await journal.append(records.slice(0, 2), 'lazy');
    const kind = await kindOfHandle();
    const { sync } = kind;
    vi.spyOn(kind, 'sync').mockImplementationOnce(async function (this: FileHandle) {
      await sync.call(this);
      await rm(`${path}.new`);
    });
    await expect(journal.compact([])).rejects.toThrow('ENOENT');
    await journal.append(records.slice(2, 3), 'synced');
    await journal.close();
    expect((await readJournal(path, listOf(schema))).records).toEqual(records.slice(0, 3));
  });
});

describe('contents of the disk', () => {
  it('include an announcing record when its promise resolves; other records follow with the next of these', async () => {
    const { journal } = await openJournal(path, listOf(schema));
    const synced = vi.spyOn(await kindOfHandle(), 'datasync');
    await journal.append(records.slice(0, 1), 'lazy');
    expect(synced).not.toHaveBeenCalled();
    await journal.append(records.slice(1, 2), 'synced');
    expect(synced).toHaveBeenCalledTimes(1);
    await journal.close();
  });

  it('include a compacted file before it replaces the old one, and then its new name', async () => {
    const { journal } = await openJournal(path, listOf(schema));
    await journal.append(records, 'lazy');
    const contents = await contentsAtSyncs();
    await journal.compact(records.slice(0, 1));
    await journal.close();
    const compacted = records.slice(0, 1).map(encodeRecord).join('');
    const before = records.map(encodeRecord).join('');
    // Windows knows no syncing of a folder.
    const then = process.platform === 'win32' ? [] : [[['job.jsonl', compacted]]];
    expect(contents).toEqual([
      [
        ['job.jsonl', before],
        ['job.jsonl.new', compacted],
      ],
      ...then,
    ]);
  });

  it('include the removed part of a damaged file before anything is written after it', async () => {
    await writeFile(path, `${encodeRecord(records[0])}torn`);
    const contents = await contentsAtSyncs();
    await (await openJournal(path, listOf(schema))).journal.close();
    expect(contents).toEqual([[['job.jsonl', encodeRecord(records[0])]]]);
  });
});

describe('descriptors', () => {
  it('are as many after a compaction as before', async () => {
    const { journal } = await openJournal(path, listOf(schema));
    const used = new Set<FileHandle>();
    const kind = await kindOfHandle();
    const { appendFile, sync } = kind;
    vi.spyOn(kind, 'appendFile').mockImplementation(function (this: FileHandle, ...given) {
      used.add(this);
      return appendFile.apply(this, given);
    });
    vi.spyOn(kind, 'sync').mockImplementation(function (this: FileHandle) {
      used.add(this);
      return sync.call(this);
    });
    const openOnes = (): number => [...used].filter(({ fd }) => fd !== -1).length;
    await journal.append(records.slice(0, 1), 'lazy');
    await journal.compact(records.slice(0, 1));
    expect([used.size > 1, openOnes()]).toEqual([true, 0]);
    await journal.append(records.slice(0, 1), 'lazy');
    expect(openOnes()).toBe(1);
    await journal.close();
    expect(openOnes()).toBe(0);
  });
});

async function kindOfHandle(): Promise<FileHandle> {
  const handle = await open(path, 'r');
  await handle.close();
  return Object.getPrototypeOf(handle) as FileHandle;
}

/** The files of the folder at each sync from now on: name and text of each. */
async function contentsAtSyncs(): Promise<readonly (readonly (readonly [string, string])[])[]> {
  const contents: (readonly [string, string])[][] = [];
  const kind = await kindOfHandle();
  const { sync } = kind;
  vi.spyOn(kind, 'sync').mockImplementation(async function (this: FileHandle) {
    const names = (await readdir(folder)).sort();
    contents.push(await Promise.all(names.map(async (name) => [name, await text(name)] as const)));
    await sync.call(this);
  });
  return contents;
}

const text = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');

async function cutShortNextWrite(): Promise<void> {
  vi.spyOn(await kindOfHandle(), 'appendFile').mockImplementationOnce(async function (this: FileHandle, text) {
    await this.write(String(text).slice(0, 20));
    throw new Error('ENOSPC: no space left on device');
  });
}
