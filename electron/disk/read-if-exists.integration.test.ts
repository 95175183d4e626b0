import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import { readIfExists, namesIn } from './read-if-exists';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-there-'));
  await writeFile(join(folder, 'one'), 'text');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const text = (path: string): Promise<string> => readFile(path, 'utf8');

describe('a file or folder', () => {
  it('that is there is read, and one that is not counts as empty', async () => {
    expect(await readIfExists(join(folder, 'one'), text, '')).toBe('text');
    expect(await readIfExists(join(folder, 'none'), text, 'nothing')).toBe('nothing');
    expect(await namesIn(folder)).toEqual(['one']);
    expect(await namesIn(join(folder, 'none'))).toEqual([]);
  });

  it('that cannot be read is not taken for a missing one', async () => {
    await expect(readIfExists(folder, text, '')).rejects.toMatchObject({
      code: 'local.denied',
      context: { path: folder },
    });
    const notAFolder = join(folder, 'one');
    await expect(namesIn(notAFolder)).rejects.toBeInstanceOf(StowageError);
  });
});
