// A saved file is complete, and a failed write leaves the earlier file.
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { saveFile } from './file-calls';

let dir = '';
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'stowage-saved-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const save = (path: string | null, text: string): Promise<boolean> =>
  saveFile(
    { save: () => Promise.resolve(path) },
    { suggestedName: 'requests.har', content: () => Buffer.from(text, 'utf8') },
  );

it('replaces the file and leaves nothing beside it', async () => {
  const path = join(dir, 'requests.har');
  await writeFile(path, 'old, and longer than what comes');
  expect(await save(path, '{"Härte":"\u{1f6a2}"}')).toBe(true);
  expect(await readFile(path, 'utf8')).toBe('{"Härte":"\u{1f6a2}"}');
  expect(await readdir(dir)).toEqual(['requests.har']);
});

it('saving a file: names the file when the write fails, and leaves no draft', async () => {
  await mkdir(join(dir, 'folder'));
  const rejected = save(join(dir, 'folder'), 'text');
  await expect(rejected).rejects.toMatchObject({ code: 'local.denied', context: { path: 'folder' } });
  await expect(save(join(dir, 'gone', 'a.json'), 'text')).rejects.toMatchObject({ code: 'local.not-found' });
  expect(await readdir(dir)).toEqual(['folder']);
});

it('saving a file: creates nothing when no path was chosen', async () => {
  const file = { suggestedName: 'a', content: () => Promise.reject(new Error('made')) };
  expect(await saveFile({ save: () => Promise.resolve(null) }, file)).toBe(false);
});
