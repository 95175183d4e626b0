// `npm run package`: makes the packages of this platform in out/package. On Linux an AppImage, a deb and a tar.gz; on
// macOS a dmg and a zip, on Windows an installer. `-- --only=deb` makes one of the three.
import { mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from '../build.mjs';
import { resolveElectron } from '../electron-runtime.mjs';
import { inProject, outDir } from '../project.mjs';
import { print, seconds, step, StepFailure } from '../steps.mjs';
import { makeAppImage } from './app-image.mjs';
import { makeApplication } from './application.mjs';
import { makeDeb } from './deb.mjs';
import { makeTarball } from './tarball.mjs';
import { providePackagingTools } from './tools.mjs';

export const packagesDir = join(outDir, 'package');
const kinds = ['AppImage', 'deb', 'tar.gz'];

/**
 * @typedef {{ applicationDir: string, packages: readonly { kind: string, path: string }[], missing: readonly { kind: string, reason: string }[] }} Packages
 * @param {{ only?: string }} [options]
 * @returns {Promise<Packages>} `missing` tells which kinds this machine cannot make, and why
 */
export async function makePackages({ only } = {}) {
  if (only !== undefined && !kinds.includes(only))
    throw new Error(`There is no ${only}. Choose one of ${kinds.join(', ')}.`);
  const manifest = JSON.parse(await readFile(inProject('package.json'), 'utf8'));
  const electron = resolveElectron();
  const isLinux = process.platform === 'linux';
  const { require } = await step('packaging tools', providePackagingTools);
  await step('build', async () => ({ reason: `${(await build()).built.length} parts were stale` }));
  const { outputDir } = await step('application', async () => ({
    outputDir: await makeApplication({ require, electron, manifest, targets: isLinux ? 'folder' : 'platform' }),
    reason: `on Electron ${electron.version}, fuses set`,
  }));
  if (!isLinux) return { applicationDir: outputDir, packages: [], missing: [] };

  const applicationDir = join(outputDir, 'linux-unpacked');
  const workDir = join(packagesDir, 'work');
  await mkdir(workDir, { recursive: true });
  const name = `stowage-${manifest.version}-linux-x64`;
  const packages = [];
  const missing = [];
  for (const kind of kinds.filter((each) => only === undefined || each === only)) {
    const outputPath = join(packagesDir, `${name}.${kind}`);
    const makers = {
      AppImage: () => makeAppImage({ applicationDir, workDir, outputPath }),
      deb: () => makeDeb({ applicationDir, manifest, workDir, outputPath }),
      'tar.gz': () => makeTarball({ applicationDir, folderName: name, outputPath }),
    };
    await step(kind, async () => {
      const lack = await makers[kind]();
      if (lack) {
        missing.push({ kind, reason: lack.missing });
        return { reason: `left out: ${lack.missing}` };
      }
      packages.push({ kind, path: outputPath });
      return { reason: `${((await stat(outputPath)).size / 2 ** 20).toFixed(1)} MiB` };
    });
  }
  return { applicationDir, packages, missing };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const startedMs = performance.now();
  try {
    const only = process.argv.find((each) => each.startsWith('--only='))?.slice('--only='.length);
    await makePackages({ only });
    print(`Packages are in ${packagesDir} (${seconds(startedMs)}).`);
  } catch (error) {
    if (!(error instanceof StepFailure)) print(String(error?.stack ?? error));
    process.exitCode = 1;
  }
}
