// `npm run package`: creates the packages of this platform in out/package: an AppImage, a deb, a tar.gz and the npm
// package of the command line (tgz) on Linux, a dmg and a zip on macOS, an installer and a zip on Windows. `-- --only=deb`
// creates one of them. On Linux, `-- --for=windows` and `-- --for=macos` create the packages of those systems except the
// dmg, where there is an Electron for them (foreign/electron.mjs).
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from '../build.mjs';
import { resolveElectron } from '../electron-runtime.mjs';
import { inProject, outDir } from '../project.mjs';
import { print, seconds, step, StepFailure } from '../steps.mjs';
import { gatherApp, makeApplication } from './application.mjs';
import { ForeignElectronMissing, provideForeignElectron } from './foreign/electron.mjs';
import { foreignKinds, foreignSystems, makeForeignApplication, makeForeignPackage } from './foreign/packages.mjs';
import { linuxKinds, makeLinuxPackage } from './linux-packages.mjs';
import { providePackagingTools } from './tools.mjs';

export const packagesDir = join(outDir, 'package');
const isLinux = process.platform === 'linux';
/** Identities are looked for on the systems that they belong to. */
const notSigned = isLinux ? ', not signed' : '';

/**
 * @typedef {{
 *   applications: Readonly<Record<string, string>>,
 *   packages: readonly { kind: string, path: string }[],
 *   missing: readonly { kind: string, reason: string }[],
 * }} Packages `applications` are folders, by system; `missing` is what this machine cannot make, and why
 * @param {{ only?: string, systems?: readonly string[], electronFor?: import('./foreign/packages.mjs').ElectronFor, compression?: 'lzma' | 'zlib' }} [options]
 * `systems` are `own`, `windows` and `macos`; `compression` is that of the installer
 * @returns {Promise<Packages>}
 */
export async function makePackages({
  only,
  systems = ['own'],
  electronFor = provideForeignElectron,
  compression,
} = {}) {
  refuseUnknown(only, systems);
  const manifest = JSON.parse(await readFile(inProject('package.json'), 'utf8'));
  const { require } = await step('packaging tools', providePackagingTools);
  await step('build', async () => ({ reason: `${(await build()).built.length} parts were stale` }));
  const app = await gatherApp(manifest);
  const applications = {};
  const packages = [];
  const missing = [];
  /** What cannot be created is reported and skipped. */
  const makeOne = (kind, make) =>
    step(kind, async () => {
      const made = await make();
      if ('missing' in made) {
        missing.push({ kind, reason: made.missing });
        return { reason: `left out: ${made.missing}` };
      }
      packages.push({ kind, path: made.path });
      return { reason: `${((await stat(made.path)).size / 2 ** 20).toFixed(1)} MiB` };
    });

  /** An application folder of another system, and its packages. */
  const makeForeign = async (system, electron) => {
    let made;
    try {
      const start = () => makeForeignApplication({ system, electronFor: electron, require, app, manifest });
      made = await step(system, async () => {
        const application = await start();
        return { ...application, reason: `on Electron ${application.version}, fuses set${notSigned}` };
      });
    } catch (error) {
      if (!(error instanceof ForeignElectronMissing)) throw error;
      missing.push({ kind: system, reason: error.message });
      return;
    }
    applications[system] = made.applicationDir;
    for (const kind of foreignKinds(system)) {
      await makeOne(`${system} ${kind}`, () =>
        makeForeignPackage({ kind, system, made, require, manifest, packagesDir, compression }),
      );
    }
  };

  if (systems.includes('own') && process.platform === 'win32') {
    const installed = process.arch === 'x64' ? async () => resolveElectron() : electronFor;
    await makeForeign('windows-x64', installed);
  } else if (systems.includes('own')) {
    const electron = resolveElectron();
    const { outputDir } = await step('application', async () => ({
      outputDir: await makeApplication({
        require,
        app,
        electron,
        platform: isLinux ? 'linux' : 'darwin',
        arch: process.arch,
        targets: isLinux ? 'folder' : 'platform',
      }),
      reason: `on Electron ${electron.version}, fuses set`,
    }));
    const applicationDir = isLinux ? join(outputDir, 'linux-unpacked') : outputDir;
    applications.own = applicationDir;
    for (const kind of isLinux ? linuxKinds.filter((each) => only === undefined || each === only) : []) {
      await makeOne(kind, () => makeLinuxPackage({ kind, applicationDir, manifest, packagesDir }));
    }
  }
  for (const system of systems.flatMap((each) => foreignSystems[each] ?? [])) await makeForeign(system, electronFor);
  return { applications, packages, missing };
}

function refuseUnknown(only, systems) {
  if (only !== undefined && !linuxKinds.includes(only)) {
    throw new Error(`There is no ${only}. Choose one of ${linuxKinds.join(', ')}.`);
  }
  for (const system of systems) {
    if (system === 'own') continue;
    if (!(system in foreignSystems)) {
      throw new Error(`There is no ${system}. Choose one of ${Object.keys(foreignSystems).join(', ')}.`);
    }
    if (!isLinux) throw new Error('Packages of another system are made on Linux only.');
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const startedMs = performance.now();
  try {
    const option = (name) => process.argv.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3);
    const { packages, missing } = await makePackages({ only: option('only'), systems: option('for')?.split(',') });
    for (const { kind, reason } of missing) print(`Not made: ${kind} (${reason}).`);
    print(`${packages.length > 0 ? 'Packages are' : 'No package is'} in ${packagesDir} (${seconds(startedMs)}).`);
    if (process.platform !== 'darwin' && packages.length === 0) process.exitCode = 1;
  } catch (error) {
    if (!(error instanceof StepFailure)) print(String(error?.stack ?? error));
    process.exitCode = 1;
  }
}
