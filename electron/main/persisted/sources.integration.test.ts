import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filePurpose } from '@shared/model/file-purpose';
import { openPersistedSources } from './persisted-sources';
import { createSourceRegistry } from './sources';

let dir = '';
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'stowage-main-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const upload = { pickedFor: 'upload' } as const;
const toImport = { pickedFor: 'import' } as const;
const now = (): Date => new Date('2024-05-06T07:08:09.010Z');

describe('picked files', () => {
  const registry = () => createSourceRegistry(() => randomBytes(16).toString('hex'));

  it('become tokens that only the registry can resolve', async () => {
    const path = join(dir, 'naïve name; 100 %.txt');
    await writeFile(path, '12345');
    const sources = registry();
    const file = await sources.register(path, upload);
    expect(file).toMatchObject({ name: 'naïve name; 100 %.txt', kind: 'file', bytes: 5 });
    expect(JSON.stringify(file)).not.toContain(dir);
    expect(sources.resolve(file.token, upload)).toBe(path);
    expect(registry().resolve(file.token, upload)).toBeNull();
    expect(sources.resolve('', upload)).toBeNull();
    expect(sources.resolve(path, upload)).toBeNull();
  });

  it('tokens: resolve to the file for the purpose of the pick only, whatever it was picked for', async () => {
    const path = join(dir, 'private.txt');
    await writeFile(path, '1');
    const sources = registry();
    for (const purpose of filePurpose.options) {
      const { token } = await sources.register(path, { pickedFor: purpose });
      for (const other of filePurpose.options.filter((each) => each !== purpose)) {
        expect(sources.resolve(token, { pickedFor: other }), `${purpose} as ${other}`).toBeNull();
      }
      expect(sources.resolve(token, { pickedFor: purpose }), purpose).toBe(path);
      // A save target can be written once.
      expect(sources.resolve(token, { pickedFor: purpose }), `${purpose} again`).toBe(
        purpose.startsWith('export-') ? null : path,
      );
    }
  });

  it('tokens: of a drop are good for the first reading purpose that they are used for', async () => {
    const path = join(dir, 'dropped.csv');
    await writeFile(path, '1');
    const sources = registry();
    for (const purpose of ['upload', 'import', 'query'] as const) {
      const { token } = await sources.register(path, 'dropped');
      for (const written of filePurpose.options.filter((each) => /^(export-|download|verify|settings)/.test(each))) {
        expect(sources.resolve(token, { pickedFor: written }), written).toBeNull();
      }
      expect(sources.resolve(token, { pickedFor: purpose })).toBe(path);
      for (const other of filePurpose.options.filter((each) => each !== purpose)) {
        expect(sources.resolve(token, { pickedFor: other }), `${purpose} as ${other}`).toBeNull();
      }
    }
  });

  it('tokens: for one account do not resolve with another', async () => {
    const path = join(dir, 'cargo.bin');
    await writeFile(path, '1');
    const sources = registry();
    const { token } = await sources.register(path, { ...upload, connectionId: 'local' });
    expect(sources.resolve(token, { ...upload, connectionId: 'fleet' })).toBeNull();
    expect(sources.resolve(token, upload)).toBeNull();
    expect(sources.resolve(token, { ...upload, connectionId: 'local' })).toBe(path);
  });

  it('retain their token when picked again, with their current size', async () => {
    const path = join(dir, 'grows');
    await writeFile(path, '1');
    const sources = registry();
    const first = await sources.register(path, upload);
    await writeFile(path, '123');
    expect(await sources.register(path, upload)).toEqual({ ...first, bytes: 3 });
  });

  it('are known again after a restart when a view returns to them, the newest ones', async () => {
    const file = join(dir, 'kept-files.json');
    const opened = () => {
      const sources = registry();
      return { sources, saved: openPersistedSources(file, sources, { now, log: () => undefined }) };
    };
    const first = opened();
    const tokens: string[] = [];
    for (let index = 0; index < 34; index += 1) {
      const path = join(dir, `input ${index}.csv`);
      await writeFile(path, 'a,b');
      tokens.push((await first.sources.register(path, toImport)).token);
    }
    await Promise.all(tokens.map((token) => first.saved.keep(token)));
    await first.saved.keep('none of ours');
    const again = opened();
    const paths = await Promise.all(tokens.map((token) => again.saved.resolve(token, toImport)));
    expect(paths.filter((path) => path === null)).toHaveLength(2);
    expect(paths.at(-1)).toBe(join(dir, 'input 33.csv'));
    expect((await again.sources.register(join(dir, 'input 33.csv'), toImport)).token).toBe(tokens.at(-1));
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('may be folders and links', async () => {
    await mkdir(join(dir, 'folder'));
    await symlink(join(dir, 'folder'), join(dir, 'link'));
    expect(await registry().register(join(dir, 'link'), upload)).toMatchObject({
      name: 'link',
      kind: 'folder',
      bytes: 0,
    });
  });

  it('are rejected without their path when missing, and when neither file nor folder', async () => {
    await expect(registry().register('relative.txt', upload)).rejects.toMatchObject({ code: 'invalid.input' });
    await expect(registry().register('', upload)).rejects.toMatchObject({ code: 'invalid.input' });
    const nothing = join(dir, 'nothing');
    await expect(registry().register(nothing, upload)).rejects.toMatchObject({ code: 'local.not-found' });
    const asFolder = registry().register(nothing, upload, 'folder');
    await expect(asFolder).rejects.toMatchObject({ context: { path: nothing, folder: 'missing' } });
    await expect(registry().register('/dev/null', upload)).rejects.toMatchObject({ code: 'invalid.input' });
    const circle = join(dir, 'circle');
    await symlink('circle', circle);
    await expect(registry().register(circle, upload)).rejects.toMatchObject({
      code: 'local.io',
      context: { path: 'circle', systemCode: 'ELOOP' },
    });
  });
});
