import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasRegistryElectron, isRegistryElectron, recipeId, registryElectronVersion } from './registry-electron.mjs';

const executable = Buffer.from('stands in for an executable of 186 MB');
const sha256 = createHash('sha256').update(executable).digest('hex');

let folder: string;
const put = (name: string, content: string | Buffer): void => writeFileSync(join(folder, name), content);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stowage-registry-electron-'));
  put('electron', executable);
  put('version', registryElectronVersion);
  put('recipe', recipeId());
});
afterEach(() => rmSync(folder, { recursive: true }));

describe.skipIf(!hasRegistryElectron)('the runtime from the registry', () => {
  it('is accepted when executable, version and recipe are the expected ones', async () => {
    expect(await isRegistryElectron(folder, sha256)).toBe(true);
  });

  it('is not accepted when one byte of the executable differs', async () => {
    const changed = Buffer.from(executable);
    changed.writeUInt8(changed.readUInt8(7) ^ 1, 7);
    put('electron', changed);
    expect(await isRegistryElectron(folder, sha256)).toBe(false);
  });

  it('is compared with the pinned executable when no other is named', async () => {
    expect(await isRegistryElectron(folder)).toBe(false);
  });

  it.each([
    ['version', '33.2.0'],
    ['recipe', 'registry-0123456789abcdef'],
    ['recipe', 'wheel-0123456789abcdef'],
  ])('is not accepted when its %s file holds %s', async (name, content) => {
    put(name, content);
    expect(await isRegistryElectron(folder, sha256)).toBe(false);
  });

  it.each(['electron', 'version', 'recipe'])('is not accepted when it lacks the file %s', async (name) => {
    rmSync(join(folder, name));
    expect(await isRegistryElectron(folder, sha256)).toBe(false);
  });
});
