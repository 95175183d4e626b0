import { appendFile, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { row } from '../fixtures/table-bench';
import { prop } from './fixtures/edit-bench';
import { openUndoFiles } from './undo-file';

describe('the undo file', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stowage-undo-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const change = (id: string, text = '') => ({
    id,
    applyId: 'a',
    atMs: 1,
    table: 'T',
    before: null,
    after: row('P', id, [prop('Note', text)]),
  });
  const idsIn = async (files = openUndoFiles(folder)): Promise<string[]> => (await files.read('c')).map(({ id }) => id);

  it('belongs to its owner, a file a connection, and can be emptied', async () => {
    const files = openUndoFiles(folder);
    await files.announce('c', [change('1')]);
    await files.announce('../d', [change('2')]);
    const names = await readdir(join(folder, 'undo'));
    expect(names).toEqual(['..%2Fd.jsonl', 'c.jsonl']);
    for (const name of names) expect((await stat(join(folder, 'undo', name))).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'undo'))).mode & 0o777).toBe(0o700);
    await files.forget('c');
    expect([await idsIn(), (await files.read('../d')).length]).toEqual([[], 1]);
  });

  it('never grows beyond its two parts, and retains the newest', async () => {
    const files = openUndoFiles(folder, 4_000);
    for (let index = 0; index < 60; index += 1) await files.announce('c', [change(String(index), 'x'.repeat(100))]);
    const sizes = await Promise.all(
      ['c.jsonl', 'c.jsonl.1'].map(async (name) => (await stat(join(folder, 'undo', name))).size),
    );
    for (const size of sizes) expect(size).toBeLessThanOrEqual(4_000);
    expect(await files.size('c')).toEqual({ bytes: sizes.reduce((sum, size) => sum + size, 0), maxBytes: 8_000 });
    expect(await files.size('other')).toEqual({ bytes: 0, maxBytes: 8_000 });
    const retained = (await idsIn(files)).map(Number);
    expect(retained.at(-1)).toBe(59);
    expect(retained).toEqual(Array.from({ length: retained.length }, (_, index) => 60 - retained.length + index));
    const texts = await Promise.all(
      ['c.jsonl', 'c.jsonl.1'].map((name) => readFile(join(folder, 'undo', name), 'utf8')),
    );
    expect(retained, 'of both parts').toHaveLength(texts.join('').trimEnd().split('\n').length);
  });

  it('loses a torn or damaged line and no other', async () => {
    const files = openUndoFiles(folder);
    await files.announce('c', [change('1'), change('2'), change('3')]);
    const path = join(folder, 'undo', 'c.jsonl');
    const damaged = (await readFile(path, 'utf8')).replace('"id":"2"', '"id":"9"');
    await writeFile(path, damaged);
    await appendFile(path, '0123abcd {"kind":"cha');
    expect(await idsIn()).toEqual(['1', '3']);
    await openUndoFiles(folder).announce('c', [change('4')]);
    expect(await idsIn()).toEqual(['1', '3', '4']);
  });

  it('forgets failed changes and recognises restored ones', async () => {
    const files = openUndoFiles(folder);
    await files.announce('c', [change('1'), change('2'), change('3')]);
    await files.settle('c', [
      { id: '1', state: 'applied', etag: 'W/"1"' },
      { id: '2', state: 'failed', etag: null },
      { id: '3', state: 'applied', etag: 'W/"3"' },
      { id: '3', state: 'restored', etag: null },
    ]);
    expect(await openUndoFiles(folder).read('c')).toMatchObject([
      { id: '1', state: 'applied', after: { etag: 'W/"1"' } },
      { id: '3', state: 'restored', after: { etag: 'W/"3"' } },
    ]);
  });
});
