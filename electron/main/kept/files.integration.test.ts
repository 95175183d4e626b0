import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultSettings } from '@shared/model/settings';
import type { SecretCipher } from '../compat';
import { openSecretStore } from './secrets';
import { openSettingsFile } from './settings-file';
import { openKeptSources } from './kept-sources';
import { createSourceRegistry } from './sources';

let dir = '';
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'stowage-main-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const now = (): Date => new Date('2024-05-06T07:08:09.010Z');

describe('settings', () => {
  const path = (): string => join(dir, 'deep', 'settings.json');
  const opened = (log: string[] = []) => openSettingsFile(path(), now, (line) => log.push(line));

  it('are the defaults until something is set, and then survive', async () => {
    const file = opened();
    expect(await file.read()).toEqual(defaultSettings);
    expect(await file.change({ theme: 'dark', pageSize: 50 })).toEqual({
      ...defaultSettings,
      theme: 'dark',
      pageSize: 50,
    });
    expect(await opened().read()).toEqual({ ...defaultSettings, theme: 'dark', pageSize: 50 });
    expect(await readdir(join(dir, 'deep'))).toEqual(['settings.json']);
  });

  it('keep every change of many made at once', async () => {
    const file = opened();
    await Promise.all([
      file.change({ theme: 'light' }),
      file.change({ density: 'compact' }),
      file.change({ timeZone: 'local' }),
    ]);
    expect(await opened().read()).toMatchObject({ theme: 'light', density: 'compact', timeZone: 'local' });
  });

  it.each(['{ "theme": "da', '[]', '', 'null'])('set a damaged file aside: %j', async (text) => {
    await mkdir(join(dir, 'deep'));
    await writeFile(path(), text);
    const log: string[] = [];
    expect(await opened(log).read()).toEqual(defaultSettings);
    const copy = 'settings.json.damaged-2024-05-06T07-08-09.010Z';
    expect(await readdir(join(dir, 'deep'))).toEqual([copy]);
    expect(await readFile(join(dir, 'deep', copy), 'utf8')).toBe(text);
    expect(log.join()).toContain(copy);
  });

  it('keep the good fields of a file with a bad one', async () => {
    await mkdir(join(dir, 'deep'));
    await writeFile(path(), JSON.stringify({ theme: 'dark', pageSize: 'many', future: 1 }));
    expect(await opened().read()).toEqual({ ...defaultSettings, theme: 'dark' });
  });

  it('go on after a write that failed', async () => {
    const file = opened();
    await file.read();
    await writeFile(join(dir, 'deep'), 'a file where the folder should be');
    await expect(file.change({ theme: 'dark' })).rejects.toThrow();
    expect(await file.read()).toEqual(defaultSettings);
    await rm(join(dir, 'deep'));
    expect(await file.change({ theme: 'dark' })).toMatchObject({ theme: 'dark' });
  });
});

describe('secrets', () => {
  const key = 0x5a;
  const flip = (bytes: Buffer): Buffer => Buffer.from(bytes.map((byte) => byte ^ key));
  const cipher = (available: boolean): SecretCipher => ({
    available: async () => available,
    encrypt: async (text) => flip(Buffer.from(text)),
    decrypt: async (bytes) => {
      const text = flip(bytes).toString();
      if (!text.startsWith('key:')) throw new Error('made with another key');
      return text;
    },
  });
  const path = (): string => join(dir, 'secrets.json');
  const quiet = { now, log: () => undefined };
  const secret = 'key:canary-7b1f';

  it('are encrypted on disk, readable by the owner only, and there again after a restart', async () => {
    const store = openSecretStore(path(), cipher(true), quiet);
    expect(await store.storage()).toBe('keychain');
    expect(await store.write('a', secret)).toBe('keychain');
    expect(await readFile(path(), 'utf8')).not.toContain('canary');
    expect((await stat(path())).mode & 0o077).toBe(0);
    expect(await openSecretStore(path(), cipher(true), quiet).read('a')).toBe(secret);
  });

  it('stay in memory where the system protects nothing', async () => {
    const store = openSecretStore(path(), cipher(false), quiet);
    expect(await store.storage()).toBe('session');
    expect(await store.write('a', secret)).toBe('session');
    expect(await store.read('a')).toBe(secret);
    expect(await readdir(dir)).toEqual([]);
    expect(await openSecretStore(path(), cipher(false), quiet).read('a')).toBeNull();
  });

  it('are gone when removed', async () => {
    for (const available of [true, false]) {
      const store = openSecretStore(path(), cipher(available), quiet);
      await store.write('a', secret);
      await store.write('b', `${secret}2`);
      await store.remove('a');
      expect(await store.read('a')).toBeNull();
      expect(await store.read('b')).toBe(`${secret}2`);
    }
    expect(await readFile(path(), 'utf8')).toContain('"id": "b"');
    expect(await readFile(path(), 'utf8')).not.toContain('"id": "a"');
  });

  it('are simply missing when the key that made them is gone', async () => {
    await openSecretStore(path(), cipher(true), quiet).write('a', 'made with another key');
    expect(await openSecretStore(path(), cipher(true), quiet).read('a')).toBeNull();
  });

  it('begin anew where their file is damaged, which is set aside and told', async () => {
    await writeFile(path(), '{ "version": 1, "secr');
    const log: string[] = [];
    const store = openSecretStore(path(), cipher(true), { now, log: (line) => log.push(line) });
    expect(await store.read('a')).toBeNull();
    expect(await readdir(dir)).toEqual(['secrets.json.damaged-2024-05-06T07-08-09.010Z']);
    expect(log.join()).toContain('secrets.json.damaged-');
    await store.write('a', secret);
    expect(await openSecretStore(path(), cipher(true), quiet).read('a')).toBe(secret);
  });

  it('survive writes at once, and names that objects find special', async () => {
    const store = openSecretStore(path(), cipher(true), quiet);
    const ids = ['__proto__', 'constructor', 'x', 'y'];
    await Promise.all(ids.map((id) => store.write(id, `${secret}${id}`)));
    const again = openSecretStore(path(), cipher(true), quiet);
    for (const id of ids) expect(await again.read(id)).toBe(`${secret}${id}`);
  });
});

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
  });
});
