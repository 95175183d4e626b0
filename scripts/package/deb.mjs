// Packs the application folder into a Debian package, with the system's own dpkg-deb.
import { chmod, cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inProject } from '../project.mjs';
import { lastLines, run } from '../run-command.mjs';
import { writeDesktopFiles } from './linux-tree.mjs';

/** Newer releases renamed some of them when time became 64-bit. */
const depends = [
  'libgtk-3-0 | libgtk-3-0t64',
  'libnss3',
  'libasound2 | libasound2t64',
  'libgbm1',
  'libxss1',
  'libxtst6',
  'libatk-bridge2.0-0 | libatk-bridge2.0-0t64',
  'libcups2 | libcups2t64',
  'libdrm2',
  'xdg-utils',
];

/**
 * @param {{ applicationDir: string, manifest: import('./application.mjs').Manifest, workDir: string, outputPath: string }} options
 */
export async function makeDeb({ applicationDir, manifest, workDir, outputPath }) {
  const root = join(workDir, 'deb');
  await rm(root, { recursive: true, force: true });
  await mkdir(join(root, 'opt'), { recursive: true });
  await cp(applicationDir, join(root, 'opt/Stowage'), { recursive: true, verbatimSymlinks: true });
  // Chromium's sandbox, for systems where ordinary users have no namespaces.
  await chmod(join(root, 'opt/Stowage/chrome-sandbox'), 0o4755);
  await mkdir(join(root, 'usr/bin'), { recursive: true });
  await symlink('/opt/Stowage/stowage', join(root, 'usr/bin/stowage'));
  await writeDesktopFiles(root, '/usr/bin/stowage');
  await mkdir(join(root, 'usr/share/doc/stowage'), { recursive: true });
  await cp(inProject('LICENSE'), join(root, 'usr/share/doc/stowage/copyright'));
  await mkdir(join(root, 'DEBIAN'));
  await writeFile(
    join(root, 'DEBIAN/control'),
    [
      'Package: stowage',
      `Version: ${manifest.version}`,
      'Architecture: amd64',
      'Section: devel',
      'Priority: optional',
      `Maintainer: ${manifest.author} <stowage@localhost>`,
      `Depends: ${depends.join(', ')}`,
      'Description: Azure Table and Blob Storage on the desktop',
      ` ${manifest.description}`,
      '',
    ].join('\n'),
  );
  const { code, output } = await run('dpkg-deb', ['--build', '--root-owner-group', '-Zxz', '-z1', root, outputPath], {
    limitMs: 600_000,
  });
  await rm(root, { recursive: true, force: true });
  if (code !== 0) throw new Error(`dpkg-deb: ${lastLines(output)}`);
}
