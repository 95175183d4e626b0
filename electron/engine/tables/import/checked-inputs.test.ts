import { mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultImportSettings } from '@shared/model/table-import';
import { type CheckedInput, checkInput } from './check/check-input';
import { CheckedInputs } from './checked-inputs';
import { openInput } from './rows/input-text';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'stowage-checked-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const request = { reading: {}, settings: defaultImportSettings };
const text = 'PartitionKey,RowKey,Count\np,1,7\n';

async function checkedFile(name: string): Promise<{ path: string; known: CheckedInputs; found: CheckedInput }> {
  const path = join(dir, name);
  await writeFile(path, text);
  const known = new CheckedInputs();
  const input = await openInput({ kind: 'file', path });
  const found = await checkInput(input, { ...request, scratchDir: dir });
  known.add(input, request, found);
  return { path, known, found };
}
const reopened = (path: string) => openInput({ kind: 'file', path });

describe('what a check of a file settled', () => {
  it('holds for the same file read in the same way, however its rows are written', async () => {
    const { path, known, found } = await checkedFile('same.csv');
    expect(known.find(await reopened(path), request)).toBe(found);
    const settings = { ...defaultImportSettings, mode: 'upsert-merge' as const, concurrency: 8 };
    expect(known.find(await reopened(path), { ...request, settings })).toBe(found);
  });

  it('is forgotten where the file was written, replaced or touched meanwhile', async () => {
    const { path, known, found } = await checkedFile('other.csv');
    expect(known.find(await reopened(path), request)).toBe(found);
    await utimes(path, 1, 1);
    expect(known.find(await reopened(path), request)).toBeNull();
    const second = await checkedFile('replaced.csv');
    await writeFile(join(dir, 'new.csv'), text.replace('7', 'x'));
    await rename(join(dir, 'new.csv'), second.path);
    expect(second.known.find(await reopened(second.path), request)).toBeNull();
  });

  it('does not answer for other columns, keys or another encoding', async () => {
    const { path, known } = await checkedFile('columns.csv');
    const input = await reopened(path);
    const settings = { ...defaultImportSettings, rowKey: { kind: 'guid' as const } };
    expect(known.find(input, { ...request, settings })).toBeNull();
    expect(known.find(input, { ...request, reading: { encoding: 'utf-16le' } })).toBeNull();
  });

  it('is retained for the last few files only', async () => {
    const { path, known, found } = await checkedFile('first.csv');
    for (let other = 0; other < 8; other += 1) {
      const identity = `other ${other}`;
      known.add({ ...(await reopened(path)), identity }, request, found);
    }
    expect(known.find(await reopened(path), request)).toBeNull();
  });
});
