// The packages for Linux, each made from the application folder with the system's own tools; and the npm package of the
// command line, which runs wherever Node does.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeAppImage } from './app-image.mjs';
import { makeDeb } from './deb.mjs';
import { makeNpmPackage } from './npm-package.mjs';
import { makeTarball } from './tarball.mjs';

export const linuxKinds = ['AppImage', 'deb', 'tar.gz', 'tgz'];

/**
 * @param {{ kind: string, applicationDir: string, manifest: import('./application.mjs').Manifest, packagesDir: string }} options
 * @returns {Promise<{ path: string } | { missing: string }>} `missing` tells why this machine cannot make it
 */
export async function makeLinuxPackage({ kind, applicationDir, manifest, packagesDir }) {
  const workDir = join(packagesDir, 'work');
  await mkdir(workDir, { recursive: true });
  const isPortable = kind === 'tgz';
  const name = isPortable ? `stowage-command-line-${manifest.version}` : `stowage-${manifest.version}-linux-x64`;
  const outputPath = join(packagesDir, `${name}.${kind}`);
  // One of an earlier run would pass for what could not be made.
  await rm(outputPath, { force: true });
  const makers = {
    AppImage: () => makeAppImage({ applicationDir, manifest, workDir, outputPath }),
    deb: () => makeDeb({ applicationDir, manifest, workDir, outputPath }),
    tgz: () => makeNpmPackage({ manifest, workDir, outputPath }),
    'tar.gz': () => makeTarball({ applicationDir, folderName: name, outputPath }),
  };
  return (await makers[kind]()) ?? { path: outputPath };
}
