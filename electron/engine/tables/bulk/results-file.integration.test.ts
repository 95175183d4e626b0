// Data behind the last complete result: half a line of a crash is discarded, anything more is saved in a copy.
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { truncateAsOnWindows } from '../../../disk/fixtures/windows-truncate';
import { fullDisk } from '../../../testing/full-disk';
import { encodeRecord } from '../../journal/record-line';
import type { ResultRecord } from './bulk-records';
import { ResultsFile } from './results-file';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-results-'));
  path = join(folder, 'job.results');
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

const sent: ResultRecord = { kind: 'sent', rows: '0-9' };
const unchanged: ResultRecord = { kind: 'unchanged', rows: '3' };
const good = encodeRecord(sent);

async function openedWith(content: string): Promise<readonly ResultRecord[]> {
  await writeFile(path, content);
  const taken: ResultRecord[] = [];
  const results = await ResultsFile.open(path, (record) => taken.push(record));
  await results.append([unchanged]);
  await results.close();
  return taken;
}

describe('the results of a bulk job', () => {
  it.each([
    ['a record of another version', `${encodeRecord({ kind: 'archived', rows: '1' })}${encodeRecord(unchanged)}`],
    ['a damaged line', `00000000 {"kind":"written"}\n${encodeRecord(unchanged)}`],
  ])('are saved whole in a copy before they are truncated at %s', async (_, behind) => {
    expect(await openedWith(`${good}${behind}`)).toEqual([sent]);
    expect(await readFile(path, 'utf8')).toBe(`${good}${encodeRecord(unchanged)}`);
    const [copy = ''] = (await readdir(folder)).filter((name) => name.startsWith('job.results.damaged-'));
    expect(await readFile(join(folder, copy), 'utf8')).toBe(`${good}${behind}`);
  });

  it.each([
    ['sound', ''],
    ['torn in the last line', encodeRecord(unchanged).slice(0, -3)],
  ])('leave no copy when they are %s', async (_, behind) => {
    expect(await openedWith(`${good}${behind}`)).toEqual([sent]);
    expect(await readFile(path, 'utf8')).toBe(`${good}${encodeRecord(unchanged)}`);
    expect(await readdir(folder)).toEqual(['job.results']);
  });

  it.each([
    ['new', null],
    ['sound', good],
    ['torn in the last line', `${good}${good.slice(0, -3)}`],
    ['damaged', `${good}nonsense\n`],
  ])('are opened when they are %s, where a file that is appended to cannot be cut', async (_, content) => {
    await truncateAsOnWindows();
    if (content !== null) await writeFile(path, content);
    const results = await ResultsFile.open(path, () => undefined);
    await results.append([unchanged]);
    await results.close();
    expect(await readFile(path, 'utf8')).toBe(`${content === null ? '' : good}${encodeRecord(unchanged)}`);
  });

  it('report a full disk, by their file', async () => {
    const results = await ResultsFile.open(path, () => undefined);
    const disk = await fullDisk();
    await expect(results.append([sent])).rejects.toMatchObject({ code: 'local.disk-full', context: { path } });
    disk.mockRestore();
    await results.close();
  });
});
