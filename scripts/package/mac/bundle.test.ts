import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tidyBundle } from './bundle.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stowage-bundle-'));
  for (const each of ['Stowage.app/Contents/Resources', 'electron']) mkdirSync(join(folder, each), { recursive: true });
  writeFileSync(properties(), '<dict><key>A</key><string>a</string></dict>');
});
afterEach(() => rmSync(folder, { recursive: true }));

const bundle = (): string => join(folder, 'Stowage.app');
const properties = (): string => join(bundle(), 'Contents/Info.plist');
const tidied = (): Promise<void> => tidyBundle(bundle(), join(folder, 'electron'));

describe('a bundle of macOS', () => {
  it('gives no reason for permissions that the app never requests, and preserves everything else', async () => {
    const unchanged = '<key>A</key>\n  <string>a</string>';
    const asking = '<key>NSCameraUsageDescription</key>\n  <string>needs the camera</string>';
    const more = '<key>NSBluetoothAlwaysUsageDescription</key><string></string>';
    writeFileSync(properties(), `<dict>\n  ${asking}\n  ${unchanged}\n  ${more}\n</dict>`);
    await tidied();
    expect(readFileSync(properties(), 'utf8')).toBe(`<dict>\n  ${unchanged}\n</dict>`);
  });

  it.each(['LICENSE', 'LICENSE.electron.txt'])(
    'has the licences that lie beside it, Electron’s as %s',
    async (name) => {
      writeFileSync(join(folder, 'electron', name), 'of Electron');
      writeFileSync(join(folder, 'electron/LICENSES.chromium.html'), 'of Chromium');
      await tidied();
      const inside = (file: string): string => readFileSync(join(bundle(), 'Contents/Resources', file), 'utf8');
      expect([inside('LICENSE.electron.txt'), inside('LICENSES.chromium.html')]).toEqual([
        'of Electron',
        'of Chromium',
      ]);
    },
  );
});
