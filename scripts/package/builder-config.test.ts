// The configuration of a package for another system, as completely as this one can check it: its signer is really run.
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { builderConfig } from './builder-config.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stowage-config-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const configWith = (env: Readonly<Record<string, string>>, platform: NodeJS.Platform = 'linux') =>
  builderConfig({
    platform,
    appDir: join(folder, 'app'),
    outputDir: join(folder, 'built'),
    licencesPath: join(folder, 'licences.txt'),
    electron: { version: '33.2.1', distPath: folder, executablePath: join(folder, 'electron') } as never,
    env,
  });

describe.skipIf(process.platform === 'win32')('a signer that is named', () => {
  const signer = (lines: string): string => {
    const path = join(folder, 'signer.sh');
    writeFileSync(path, `#!/bin/sh\n${lines}\n`);
    chmodSync(path, 0o755);
    return path;
  };
  const file = (): string => {
    const path = join(folder, 'Stowage Setup.exe');
    writeFileSync(path, 'MZ');
    return path;
  };

  it('is run with each file, whatever its name', async () => {
    const { sign } = configWith({ STOWAGE_SIGN_COMMAND: signer('printf signed >> "$1"') }).win.signtoolOptions;
    const path = file();
    await sign?.({ path });
    expect(readFileSync(path, 'utf8')).toBe('MZsigned');
  });

  it('stops the making when it fails, or has nothing to sign', async () => {
    const { sign } = configWith({ STOWAGE_SIGN_COMMAND: signer('echo no key here >&2; exit 3') }).win.signtoolOptions;
    await expect(sign?.({ path: file() })).rejects.toThrow('no key here');
    await expect(sign?.({ path: join(folder, 'gone.exe') })).rejects.toThrow('gone.exe');
  });
});

describe('the fuses', () => {
  it("are those of the package's system, not of the one it is made on", () => {
    const checksumIn = (platform: NodeJS.Platform): boolean =>
      configWith({}, platform).electronFuses.enableEmbeddedAsarIntegrityValidation;
    expect([checksumIn('linux'), checksumIn('darwin'), checksumIn('win32')]).toEqual([false, true, true]);
  });
});

describe('signed and notarized files', () => {
  it('is left to the identities of the environment', () => {
    expect(configWith({}).win.signtoolOptions).not.toHaveProperty('sign');
    expect(configWith({}).mac.notarize).toBe(false);
    expect(configWith({ APPLE_API_KEY: 'key.p8' }).mac.notarize).toBe(true);
  });

  it('may make code at run time on macOS, and nothing else', () => {
    const { entitlements, entitlementsInherit, hardenedRuntime } = configWith({}).mac;
    expect([hardenedRuntime, entitlementsInherit]).toEqual([true, entitlements]);
    const allowed = [...readFileSync(entitlements, 'utf8').matchAll(/<key>([^<]+)<\/key>/g)].map(([, key]) => key);
    expect(allowed).toEqual(['com.apple.security.cs.allow-jit']);
  });
});

describe('the icons', () => {
  const read = (name: string): Buffer => readFileSync(join(configWith({}).directories.buildResources, name));
  const sideOf = (picture: Buffer): number => {
    expect(picture.subarray(1, 4).toString()).toBe('PNG');
    expect(picture.readUInt32BE(16)).toBe(picture.readUInt32BE(20));
    return picture.readUInt32BE(16);
  };

  // Made from the same drawing; what builds packages would fetch a converter for the two others.
  it('of Linux is as large as any', () => expect(sideOf(read('icon.png'))).toBe(1024));

  it('of Windows holds every size that it shows', () => {
    const icon = read('icon.ico');
    const entries = Array.from({ length: icon.readUInt16LE(4) }, (_, index) => 6 + 16 * index);
    const sides = entries.map((at) => {
      const start = icon.readUInt32LE(at + 12);
      return sideOf(icon.subarray(start, start + icon.readUInt32LE(at + 8)));
    });
    expect(sides).toEqual([16, 24, 32, 48, 64, 256]);
    expect(entries.map((at) => (icon[at] === 0 ? 256 : icon[at]))).toEqual(sides);
  });

  it('of macOS holds every size, also for fine screens', () => {
    const icon = read('icon.icns');
    expect([icon.subarray(0, 4).toString(), icon.readUInt32BE(4)]).toEqual(['icns', icon.length]);
    const sides: Record<string, number> = {};
    for (let at = 8; at < icon.length; at += icon.readUInt32BE(at + 4)) {
      sides[icon.subarray(at, at + 4).toString()] = sideOf(icon.subarray(at + 8));
    }
    expect(sides).toMatchObject({
      ic07: 128,
      ic08: 256,
      ic09: 512,
      ic10: 1024,
      ic11: 32,
      ic12: 64,
      ic13: 256,
      ic14: 512,
    });
  });
});
