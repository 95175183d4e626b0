import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SecretCipher } from '../compat';
import { openSecretStore } from './secrets';

let dir = '';
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'stowage-main-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const now = (): Date => new Date('2024-05-06T07:08:09.010Z');

describe('secrets', () => {
  const key = 0x5a;
  const flip = (bytes: Buffer): Buffer => Buffer.from(bytes.map((byte) => byte ^ key));
  const cipher = (available: boolean): SecretCipher => ({
    available: async () => available,
    encrypt: async (text) => flip(Buffer.from(text)),
    decrypt: async (bytes) => {
      const text = flip(bytes).toString();
      if (!text.startsWith('key:')) throw new Error('made with another key');
      return { text, key: 'current' };
    },
  });
  const path = (): string => join(dir, 'secrets.json');
  const quiet = { now, log: () => undefined };
  const secret = 'key:canary-7b1f';

  it('are encrypted on disk, readable by the owner only, and restored after a restart', async () => {
    const store = openSecretStore(path(), cipher(true), quiet);
    expect(await store.storage()).toBe('keychain');
    expect(await store.write('a', secret)).toBe('keychain');
    expect(await readFile(path(), 'utf8')).not.toContain('canary');
    expect((await stat(path())).mode & 0o077).toBe(0);
    expect(await openSecretStore(path(), cipher(true), quiet).read('a')).toBe(secret);
  });

  it('stay in memory when the system offers no protection', async () => {
    const store = openSecretStore(path(), cipher(false), quiet);
    expect(await store.storage()).toBe('session');
    expect(await store.write('a', secret)).toBe('session');
    expect(await store.read('a')).toBe(secret);
    expect(await readdir(dir)).toEqual([]);
    expect(await openSecretStore(path(), cipher(false), quiet).read('a')).toBeNull();
  });

  it('are deleted when removed', async () => {
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

  it('are missing when the key that encrypted them is gone', async () => {
    await openSecretStore(path(), cipher(true), quiet).write('a', 'made with another key');
    expect(await openSecretStore(path(), cipher(true), quiet).read('a')).toBeNull();
  });

  it('stay in memory when the system fails to encrypt one', async () => {
    const log: string[] = [];
    const refusing: SecretCipher = { ...cipher(true), encrypt: () => Promise.reject(new Error('access denied')) };
    const store = openSecretStore(path(), refusing, { now, log: (line) => log.push(line) });
    expect(await store.write('a', secret)).toBe('session');
    expect(await store.read('a')).toBe(secret);
    expect(await readdir(dir)).toEqual([]);
    expect(log.join()).toMatch(/could not be encrypted/);
    expect(log.join()).not.toContain(secret);
  });

  it('are encrypted again when the system has a newer key, and stay readable when that fails', async () => {
    await openSecretStore(path(), cipher(true), quiet).write('a', secret);
    const old = await readFile(path(), 'utf8');
    const outdated: SecretCipher = {
      ...cipher(true),
      encrypt: async (text) => Buffer.from(`newer ${text.length}`),
      decrypt: async (bytes) => ({ ...(await cipher(true).decrypt(bytes)), key: 'outdated' }),
    };
    const refusing: SecretCipher = { ...outdated, encrypt: () => Promise.reject(new Error('access denied')) };
    expect(await openSecretStore(path(), refusing, quiet).read('a')).toBe(secret);
    expect(await readFile(path(), 'utf8')).toBe(old);
    expect(await openSecretStore(path(), outdated, quiet).read('a')).toBe(secret);
    expect(await readFile(path(), 'utf8')).toContain(Buffer.from(`newer ${secret.length}`).toString('base64'));
  });

  it('start empty when their file is damaged, which is set aside and reported', async () => {
    await writeFile(path(), '{ "version": 1, "secr');
    const log: string[] = [];
    const store = openSecretStore(path(), cipher(true), { now, log: (line) => log.push(line) });
    expect(await store.read('a')).toBeNull();
    expect(await readdir(dir)).toEqual(['secrets.json.damaged-2024-05-06T07-08-09.010Z']);
    expect(log.join()).toContain('secrets.json.damaged-');
    await store.write('a', secret);
    expect(await openSecretStore(path(), cipher(true), quiet).read('a')).toBe(secret);
  });

  it('survive concurrent writes, and names that are special to objects', async () => {
    const store = openSecretStore(path(), cipher(true), quiet);
    const ids = ['__proto__', 'constructor', 'x', 'y'];
    await Promise.all(ids.map((id) => store.write(id, `${secret}${id}`)));
    const again = openSecretStore(path(), cipher(true), quiet);
    for (const id of ids) expect(await again.read(id)).toBe(`${secret}${id}`);
  });
});
