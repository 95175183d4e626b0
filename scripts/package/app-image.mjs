// Packs the application folder into an AppImage: one file that contains a compressed disk image behind the program that
// mounts it.
import { appendFile, chmod, copyFile, cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installDebianPackages } from '../debian-packages.mjs';
import { isDebianFamily, isRoot, onPath } from '../project.mjs';
import { lastLines, run } from '../run-command.mjs';
import { provideAppImageRuntime } from './app-image-runtime.mjs';
import { desktopEntry, fileTypes, iconPath, metainfo, metainfoName } from './linux-tree.mjs';

/** Starts the window; with `--cli` as the first argument, the command line with the arguments after it. */
const appRun = `#!/bin/sh
home=$(dirname -- "$(readlink -f -- "$0")")
if [ "\${1-}" = --cli ]; then
  shift
  [ "$#" -gt 0 ] || set -- help
  exec "$home/stowage" "$@"
fi
exec "$home/stowage-desktop" "$@"
`;

/**
 * @param {{ applicationDir: string, manifest: import('./application.mjs').Manifest, workDir: string, outputPath: string }} options
 * @returns {Promise<{ missing: string } | null>} what this machine lacks for it; null when the AppImage was created
 */
export async function makeAppImage({ applicationDir, manifest, workDir, outputPath }) {
  if (process.arch !== 'x64') return { missing: 'its runtime is pinned for x64' };
  if (!onPath('mksquashfs') && isDebianFamily && isRoot) await installDebianPackages(['squashfs-tools']);
  if (!onPath('mksquashfs')) return { missing: 'mksquashfs is not on the PATH (squashfs-tools)' };
  const runtime = await provideAppImageRuntime();
  if ('missing' in runtime) return runtime;

  const root = join(workDir, 'app-image');
  await rm(root, { recursive: true, force: true });
  await mkdir(root, { recursive: true });
  await cp(applicationDir, root, { recursive: true, verbatimSymlinks: true });
  await writeFile(join(root, 'AppRun'), appRun);
  await chmod(join(root, 'AppRun'), 0o755);
  await writeFile(join(root, 'stowage.desktop'), desktopEntry('AppRun'));
  await mkdir(join(root, 'usr/share/mime/packages'), { recursive: true });
  await writeFile(join(root, 'usr/share/mime/packages/stowage.xml'), fileTypes());
  await mkdir(join(root, 'usr/share/metainfo'), { recursive: true });
  await writeFile(join(root, 'usr/share/metainfo', metainfoName), metainfo(manifest));
  await cp(iconPath, join(root, 'stowage.png'));
  await symlink('stowage.png', join(root, '.DirIcon'));

  const image = join(workDir, 'image.squashfs');
  await rm(image, { force: true });
  // Every runtime can read gzip.
  const options = ['-root-owned', '-noappend', '-no-progress', '-comp', 'gzip'];
  const packed = await run('mksquashfs', [root, image, ...options], { limitMs: 600_000 });
  if (packed.code !== 0) throw new Error(`mksquashfs: ${lastLines(packed.output)}`);
  await copyFile(runtime.path, outputPath);
  await appendFile(outputPath, await readFile(image));
  await chmod(outputPath, 0o755);
  await rm(root, { recursive: true, force: true });
  await rm(image, { force: true });
  return null;
}
