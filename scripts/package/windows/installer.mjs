// Compiles the installer for Windows (installer.nsi) with makensis, which runs on any system.
import { lstat, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installDebianPackages } from '../../debian-packages.mjs';
import { inProject, isDebianFamily, isRoot, onPath } from '../../project.mjs';
import { lastLines, run } from '../../run-command.mjs';

const makensis = process.platform === 'win32' ? 'makensis.exe' : 'makensis';

/**
 * @param {{ applicationDir: string, manifest: import('../application.mjs').Manifest, workDir: string, outputPath: string, compression?: 'lzma' | 'zlib', env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<{ path: string } | { missing: string }>} `missing`: what this machine lacks for it
 */
export async function makeInstaller({
  applicationDir,
  manifest,
  workDir,
  outputPath,
  compression = 'lzma',
  env = process.env,
}) {
  if (!onPath(makensis) && isDebianFamily && isRoot) await installDebianPackages(['nsis']);
  if (!onPath(makensis)) return { missing: 'makensis is not on the PATH (Debian: nsis)' };
  await mkdir(workDir, { recursive: true });
  const listPath = join(workDir, 'installed-files.nsh');
  const files = await treeOf(applicationDir);
  await writeFile(listPath, `\uFEFF${fileLists(applicationDir, files)}`);
  const numbers = /^\d+\.\d+\.\d+/.exec(manifest.version)?.[0] ?? '0.0.0';
  const defines = {
    COMPRESSION: compression,
    VERSION: manifest.version,
    VERSION_NUMBERS: `${numbers}.0`,
    PUBLISHER: manifest.author,
    ICON: inProject('assets/package/icon.ico'),
    LICENCE: inProject('LICENSE'),
    SIZE_KIB: Math.ceil(files.reduce((sum, { size }) => sum + size, 0) / 1024),
    OUTPUT: outputPath,
    FILES: listPath,
    ...(env.STOWAGE_SIGN_COMMAND ? { SIGN_COMMAND: env.STOWAGE_SIGN_COMMAND } : {}),
  };
  const args = Object.entries(defines).map(([name, value]) => `-D${name}=${value}`);
  const script = inProject('scripts/package/windows/installer.nsi');
  const compiled = await run(makensis, ['-V2', '-WX', '-INPUTCHARSET', 'UTF8', ...args, script], {
    env,
    limitMs: 900_000,
  });
  if (compiled.code !== 0) throw new Error(`makensis: ${lastLines(compiled.output)}`);
  return { path: outputPath };
}

/** @typedef {{ path: string, kind: 'file' | 'folder', size: number }} Installed `path` is relative, with slashes */

/** @returns {Promise<readonly Installed[]>} each folder before its contents */
async function treeOf(root, below = '') {
  const found = [];
  for (const name of (await readdir(join(root, below))).sort()) {
    const path = below === '' ? name : `${below}/${name}`;
    const status = await lstat(join(root, path));
    if (status.isDirectory()) found.push({ path, kind: 'folder', size: 0 }, ...(await treeOf(root, path)));
    else found.push({ path, kind: 'file', size: status.size });
  }
  return found;
}

/**
 * Macros that install and remove exactly these files. Pure.
 * @param {string} root
 * @param {readonly Installed[]} tree
 */
export function fileLists(root, tree) {
  const install = ['  SetOutPath "$INSTDIR"'];
  let current = '';
  for (const { path, kind } of tree) {
    const folder = kind === 'folder' ? path : path.slice(0, Math.max(0, path.lastIndexOf('/')));
    if (folder !== current) install.push(`  SetOutPath ${inInstallation(folder)}`);
    current = folder;
    if (kind === 'file') install.push(`  File "${join(root, path).replaceAll('"', '$\\"')}"`);
  }
  const remove = tree
    .toReversed()
    .map(({ path, kind }) => `  ${kind === 'folder' ? 'RMDir' : 'Delete'} ${inInstallation(path)}`);
  return [
    ['!macro InstallFiles', ...install, '!macroend'].join('\n'),
    ['!macro RemoveFiles', ...remove, '!macroend', ''].join('\n'),
  ].join('\n');
}

const inInstallation = (path) => `"${['$INSTDIR', ...(path === '' ? [] : literal(path).split('/'))].join('\\')}"`;

/** In the names of installed files dollar signs begin variables, and quotes end texts. */
const literal = (path) => path.replaceAll('$', '$$$$').replaceAll('"', '$\\"');
