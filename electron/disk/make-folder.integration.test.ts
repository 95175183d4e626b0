import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { errorWords } from '@shared/error-words';
import { StowageError } from '@shared/errors';
import { makeFolder } from './make-folder';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-folder-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('makes what is missing, and leaves alone what is there', async () => {
  const deep = join(folder, 'a', 'b', 'c');
  await makeFolder(deep);
  await makeFolder(deep);
  expect((await stat(deep)).isDirectory()).toBe(true);
  await expect(makeFolder('/')).resolves.toBeUndefined();
});

it('is refused where a file has the name, or stands in the way', async () => {
  const path = join(folder, 'crate');
  await writeFile(path, '');
  await expect(makeFolder(path)).rejects.toMatchObject({ code: 'conflict.target-exists', context: { path } });
  const inside = join(path, 'inside');
  await expect(makeFolder(inside)).rejects.toMatchObject({ code: 'local.denied', context: { path: inside } });
});

// Where there is such a file system.
it.runIf(process.platform === 'linux')('ends with the folder and the way out where none can be made', async () => {
  const refused: unknown = await makeFolder('/proc/stowage/inside').catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'local.denied', context: { path: '/proc/stowage' } });
  const { title, explanation, action } = errorWords(StowageError.from(refused));
  expect(`${title}. ${explanation} ${action}`).toBe(
    'The folder cannot be made. “/proc/stowage” is not there, and the file system does not let it be made. Choose another folder, or make this one by other means.',
  );
});
