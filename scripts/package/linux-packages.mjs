// The packages for Linux, each made from the application folder with the system's own tools.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { makeAppImage } from './app-image.mjs';
import { makeDeb } from './deb.mjs';
import { makeTarball } from './tarball.mjs';

export const linuxKinds = ['AppImage', 'deb', 'tar.gz'];

/**
 * @param {{ kind: string, applicationDir: string, manifest: import('./application.mjs').Manifest, packagesDir: string }} options
 * @returns {Promise<{ path: string } | { missing: string }>} `missing` tells why this machine cannot make it
 */
export async function makeLinuxPackage({ kind, applicationDir, manifest, packagesDir }) {
  const workDir = join(packagesDir, 'work');
  await mkdir(workDir, { recursive: true });
  const name = `stowage-${manifest.version}-linux-x64`;
  const outputPath = join(packagesDir, `${name}.${kind}`);
  const makers = {
    AppImage: () => makeAppImage({ applicationDir, manifest, workDir, outputPath }),
    deb: () => makeDeb({ applicationDir, manifest, workDir, outputPath }),
    'tar.gz': () => makeTarball({ applicationDir, folderName: name, outputPath }),
  };
  return (await makers[kind]()) ?? { path: outputPath };
}
