import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openKeptSources } from './kept-sources';
import { createSourceRegistry } from './sources';

let dir = '';
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'stowage-main-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const now = (): Date => new Date('2024-05-06T07:08:09.010Z');

describe('picked files', () => {
  const registry = () => createSourceRegistry(() => randomBytes(16).toString('hex'));

  it('become tokens that only the registry can turn back', async () => {
    const path = join(dir, 'naïve name; 100 %.txt');
    await writeFile(path, '12345');
    const sources = registry();
    const file = await sources.register(path);
    expect(file).toMatchObject({ name: 'naïve name; 100 %.txt', kind: 'file', bytes: 5 });
    expect(JSON.stringify(file)).not.toContain(dir);
    expect(sources.resolve(file.token)).toBe(path);
    expect(registry().resolve(file.token)).toBeNull();
    expect(sources.resolve('')).toBeNull();
    expect(sources.resolve(path)).toBeNull();
  });

  it('keep their token when picked again, with their size of now', async () => {
    const path = join(dir, 'grows');
    await writeFile(path, '1');
    const sources = registry();
    const first = await sources.register(path);
    await writeFile(path, '123');
    expect(await sources.register(path)).toEqual({ ...first, bytes: 3 });
  });

  it('are known again after a restart where somebody goes back to them, the newest ones', async () => {
    const file = join(dir, 'kept-files.json');
    const opened = () => {
      const sources = registry();
      return { sources, kept: openKeptSources(file, sources, { now, log: () => undefined }) };
    };
    const first = opened();
    const tokens: string[] = [];
    for (let index = 0; index < 34; index += 1) {
      const path = join(dir, `input ${index}.csv`);
      await writeFile(path, 'a,b');
      tokens.push((await first.sources.register(path)).token);
    }
    await Promise.all(tokens.map((token) => first.kept.keep(token)));
    await first.kept.keep('none of ours');
    const again = opened();
    const paths = await Promise.all(tokens.map((token) => again.kept.resolve(token)));
    expect(paths.filter((path) => path === null)).toHaveLength(2);
    expect(paths.at(-1)).toBe(join(dir, 'input 33.csv'));
    expect((await again.sources.register(join(dir, 'input 33.csv'))).token).toBe(tokens.at(-1));
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('may be folders and links', async () => {
    await mkdir(join(dir, 'folder'));
    await symlink(join(dir, 'folder'), join(dir, 'link'));
    expect(await registry().register(join(dir, 'link'))).toMatchObject({ name: 'link', kind: 'folder', bytes: 0 });
  });

  it('are refused without a place, when missing, and when neither file nor folder', async () => {
    await expect(registry().register('relative.txt')).rejects.toMatchObject({ code: 'invalid.input' });
    await expect(registry().register('')).rejects.toMatchObject({ code: 'invalid.input' });
    const nothing = join(dir, 'nothing');
    await expect(registry().register(nothing)).rejects.toMatchObject({ code: 'local.not-found' });
    const asFolder = registry().register(nothing, 'folder');
    await expect(asFolder).rejects.toMatchObject({ context: { path: nothing, folder: 'missing' } });
    await expect(registry().register('/dev/null')).rejects.toMatchObject({ code: 'invalid.input' });
    const circle = join(dir, 'circle');
    await symlink('circle', circle);
    await expect(registry().register(circle)).rejects.toMatchObject({
      code: 'local.io',
      context: { path: 'circle', systemCode: 'ELOOP' },
    });
  });
});
