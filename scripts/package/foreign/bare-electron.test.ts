import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bareMac, bareWindows } from './bare-electron.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stowage-bare-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function put(path: string, text = ''): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
const files = (): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true, encoding: 'utf8' })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

/** A product as electron-builder leaves it, with this text in its own properties. */
function putMacProduct(own: string): void {
  const contents = 'FiftyOne.app/Contents';
  put(`${contents}/Info.plist`, own);
  put(`${contents}/MacOS/FiftyOne`);
  put(`${contents}/Resources/app.asar`);
  put(`${contents}/Resources/icon.icns`);
  for (const kind of ['', ' (GPU)', ' (Plugin)', ' (Renderer)']) {
    const helper = `FiftyOne Helper${kind}`;
    put(`${contents}/Frameworks/${helper}.app/Contents/Info.plist`, `<string>${helper}</string>`);
    put(`${contents}/Frameworks/${helper}.app/Contents/MacOS/${helper}`);
  }
}

describe('an Electron taken out of a product', () => {
  it('of Windows has its own name and no app', async () => {
    for (const path of ['FiftyOne.exe', 'resources/app.asar', 'resources/elevate.exe', 'icudtl.dat']) put(path);
    await bareWindows(folder);
    expect(files()).toEqual(['electron.exe', 'icudtl.dat']);
    expect(readdirSync(join(folder, 'resources'))).toEqual([]);
  });

  it('of macOS has its own names, and no app, icon or copyright', async () => {
    putMacProduct(
      '<key>CFBundleName</key><string>FiftyOne</string><key>CFBundleIdentifier</key><string>com.voxel51.FiftyOne</string>' +
        '<key>NSHumanReadableCopyright</key><string>© Voxel51, Inc.</string>',
    );
    await bareMac(folder);
    const helpers = [' (GPU)', ' (Plugin)', ' (Renderer)', ''].flatMap((kind) => [
      `Electron.app/Contents/Frameworks/Electron Helper${kind}.app/Contents/Info.plist`,
      `Electron.app/Contents/Frameworks/Electron Helper${kind}.app/Contents/MacOS/Electron Helper${kind}`,
    ]);
    expect(files()).toEqual(
      [...helpers, 'Electron.app/Contents/Info.plist', 'Electron.app/Contents/MacOS/Electron'].sort(),
    );
    expect(readFileSync(join(folder, 'Electron.app/Contents/Info.plist'), 'utf8')).toBe(
      '<key>CFBundleName</key><string>Electron</string><key>CFBundleIdentifier</key><string>com.github.Electron</string>',
    );
  });

  it('is refused where something of the product would stay', async () => {
    putMacProduct('<key>NSMadeBy</key><string>Made by Voxel51</string>');
    await expect(bareMac(folder)).rejects.toThrow('Made by Voxel51');
  });
});
