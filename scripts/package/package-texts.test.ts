// The texts that packages are described by, and the folder that they are made in.
import { mkdtempSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { removeParts } from './application.mjs';
import { control } from './deb.mjs';
import { metainfo } from './linux-tree.mjs';
import { fileLists } from './windows/installer.mjs';

const manifest = {
  name: 'stowage',
  version: '1.2.3',
  description: `Tables & blobs ${'with a long description '.repeat(8)}`.trim(),
  author: 'The <authors>',
  license: 'MIT',
  engines: { node: '>=20.19' },
};

describe('the control file of the deb', () => {
  it('names a homepage when the manifest has one', () => {
    expect(control(manifest, 1)).not.toContain('Homepage');
    expect(control({ ...manifest, homepage: 'https://stowage.example' }, 1)).toContain(
      '\nHomepage: https://stowage.example\n',
    );
  });

  it('accepts each library under its old and its new name', () => {
    const depends = /^Depends: (.*)$/m.exec(control(manifest, 1))?.[1]?.split(', ') ?? [];
    expect(depends).toEqual(
      expect.arrayContaining(['libsecret-1-0', 'libnotify4', 'libatspi2.0-0t64 | libatspi2.0-0', 'libuuid1']),
    );
  });

  it('continues a long description on lines that begin with a space', () => {
    const lines = control(manifest, 1).trimEnd().split('\n');
    const after = lines.slice(lines.findIndex((line) => line.startsWith('Description:')) + 1);
    expect(after.every((line) => /^ \S/.test(line) && line.length <= 80)).toBe(true);
    expect(after.map((line) => line.trim()).join(' ')).toBe(manifest.description);
  });
});

describe('the AppStream metadata', () => {
  it('escapes texts, and dates the release by SOURCE_DATE_EPOCH', () => {
    const text = metainfo(manifest, { SOURCE_DATE_EPOCH: '1700000000' });
    expect(text).toContain('<p>Tables &amp; blobs ');
    expect(text).toContain('<name>The &lt;authors&gt;</name>');
    expect(text).toContain('<release version="1.2.3" date="2023-11-14"/>');
  });
});

describe('the lists of the installer', () => {
  it('install each file in its folder, and remove it before its folder', () => {
    const tree = [
      { path: 'Stowage.exe', kind: 'file', size: 1 },
      { path: 'locales', kind: 'folder', size: 0 },
      { path: 'locales/a$b.pak', kind: 'file', size: 1 },
    ] as const;
    const [install = '', remove = ''] = fileLists('/built', tree).split('!macro RemoveFiles');
    expect(install).toContain('SetOutPath "$INSTDIR\\locales"\n  File "/built/locales/a$b.pak"');
    expect(remove).toContain('Delete "$INSTDIR\\locales\\a$$b.pak"\n  RMDir "$INSTDIR\\locales"');
    // Whatever else is in a folder stays, so it is never removed with its contents.
    expect(remove).not.toContain('/r');
  });
});

it('making a package leaves those that were made before', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stowage-parts-'));
  for (const part of ['app', 'built', 'work']) mkdirSync(join(folder, part));
  writeFileSync(join(folder, 'stowage-1.2.3-linux-x64.deb'), '');
  await removeParts(folder);
  expect(readdirSync(folder)).toEqual(['stowage-1.2.3-linux-x64.deb']);
  rmSync(folder, { recursive: true });
});
