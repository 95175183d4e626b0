// Where Electron for another system comes from, against a mirror on this machine.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runtimeDir } from '../../project.mjs';
import { StepFailure } from '../../steps.mjs';
import { ForeignElectronMissing, foreignTargets, provideForeignElectron } from './electron.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stowage-foreign-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const put = (path: string, content: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
};

describe.each(Object.entries(foreignTargets))('Electron for %s in a folder of the user', (target, known) => {
  const provide = (): ReturnType<typeof provideForeignElectron> =>
    provideForeignElectron(target as keyof typeof foreignTargets, { [known.variable]: folder });

  it('is used when the code supports its version', async () => {
    put(known.executable, 'MZ');
    put('version', 'v34.0.1\n');
    expect(await provide()).toEqual({ distPath: folder, version: '34.0.1' });
  });

  it.each(['22.3.25', '32.9.9', 'next'])('is rejected when its version is %s', async (version) => {
    put(known.executable, 'MZ');
    put('version', version);
    await expect(provide()).rejects.toThrow(`it is Electron ${version}, and Stowage needs 33 or newer`);
  });

  it('is rejected when its executable is missing', async () => {
    put('version', '34.0.1');
    await expect(provide()).rejects.toThrow(`there is no ${known.executable} in it`);
  });
});

describe('the official Electron for another system', () => {
  let mirror: Server;
  beforeEach(async () => {
    mirror = createServer((_, response) => response.end('no official build'));
    await new Promise<void>((resolve) => mirror.listen(0, '127.0.0.1', resolve));
    vi.stubEnv('ELECTRON_MIRROR', `http://127.0.0.1:${(mirror.address() as AddressInfo).port}/`);
    // Where the downloader remembers what it has fetched.
    vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'));
    vi.stubEnv('STOWAGE_ELECTRON_WIN32_X64', undefined);
  });
  afterEach(() => {
    mirror.close();
  });
  const failure = (): Promise<unknown> => provideForeignElectron('win32-x64').catch((error: unknown) => error);
  const left = (): readonly string[] => readdirSync(runtimeDir).filter((name) => /^(?:incoming-|electron-)/.test(name));

  it('is rejected and leaves nothing when its checksum is not that of the release', async () => {
    const before = left();
    const error = await failure();
    expect(error).toBeInstanceOf(StepFailure);
    expect(error).not.toBeInstanceOf(ForeignElectronMissing);
    expect(String(error)).toMatch(/checksum/i);
    expect(left()).toEqual(before);
  });

  it('is reported as missing, with the variable that can name one, when no server answers', async () => {
    const before = left();
    await new Promise((resolve) => mirror.close(resolve));
    const error = await failure();
    expect(error).toBeInstanceOf(ForeignElectronMissing);
    expect(String(error)).toContain('ECONNREFUSED');
    expect((error as ForeignElectronMissing).todo).toContain('STOWAGE_ELECTRON_WIN32_X64');
    expect(left()).toEqual(before);
  });
});
