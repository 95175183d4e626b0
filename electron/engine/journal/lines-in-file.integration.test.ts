import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { linesInFile, recordsAt } from './lines-in-file';
import { type RecordLine, encodeRecord } from './record-line';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-lines-'));
  path = join(folder, 'records.jsonl');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function linesFrom(index: number): Promise<readonly RecordLine[]> {
  const found: RecordLine[] = [];
  for await (const lines of linesInFile(path, index)) found.push(...lines);
  return found;
}
const recordsFrom = async (index: number): Promise<readonly unknown[]> =>
  (await linesFrom(index)).map(({ record }) => record);

/** Three and a half read chunks, whose boundaries are within lines. */
const records = Array.from({ length: 700 }, (_, index) => ({ index, text: 'x'.repeat(5000 + (index % 97)) }));
const encoded = records.map(encodeRecord);

describe('lines of a long file', () => {
  it('are all returned with their positions, and can be read again by position', async () => {
    await writeFile(path, encoded.join(''));
    const lines = await linesFrom(0);
    expect(lines.map(({ record }) => record)).toEqual(records);
    const some = [3, 211, 699].map((index) => lines[index] ?? expect.unreachable());
    expect(await recordsAt(path, some)).toEqual([records[3], records[211], records[699]]);
    expect(await recordsFrom(lines[500]?.at ?? 0)).toEqual(records.slice(500));
  });

  it('end before a damaged line, however much follows, and before an incomplete one', async () => {
    await writeFile(path, [...encoded.slice(0, 300), 'x\n', ...encoded.slice(300)].join(''));
    expect(await recordsFrom(0)).toEqual(records.slice(0, 300));
    await writeFile(path, encoded.join('').slice(0, -1));
    expect(await recordsFrom(0)).toEqual(records.slice(0, -1));
  });

  it('are none when the file is missing', async () => {
    expect([await linesFrom(0), await recordsAt(path, [{ at: 0, bytes: 9 }])]).toEqual([[], []]);
  });
});
