// `npm run package`: creates the packages of this platform in out/package: an AppImage, a deb and a tar.gz on Linux, a
// dmg and a zip on macOS, an installer on Windows. `-- --only=deb` creates one of the three. On Linux, `--
// --for=windows` and `-- --for=macos` create what is possible for those systems, a folder and a zip.
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from '../build.mjs';
import { resolveElectron } from '../electron-runtime.mjs';
import { RegistryOutOfReach } from '../pinned-wheel.mjs';
import { inProject, outDir } from '../project.mjs';
import { print, seconds, step, StepFailure } from '../steps.mjs';
import { gatherApp, makeApplication } from './application.mjs';
import { foreignSystems, makeForeignPackage } from './foreign/packages.mjs';
import { linuxKinds, makeLinuxPackage } from './linux-packages.mjs';
import { providePackagingTools } from './tools.mjs';

export const packagesDir = join(outDir, 'package');
const isLinux = process.platform === 'linux';

/**
 * @typedef {{
 *   applications: Readonly<Record<string, string>>,
 *   packages: readonly { kind: string, path: string }[],
 *   missing: readonly { kind: string, reason: string }[],
 * }} Packages `applications` are folders, by system; `missing` is what this machine cannot make, and why
 * @param {{ only?: string, systems?: readonly string[] }} [options] `systems` are `own`, `windows` and `macos`
 * @returns {Promise<Packages>}
 */
export async function makePackages({ only, systems = ['own'] } = {}) {
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
      return { reason: `${((await stat(made.path)).size / 2 ** 20).toFixed(1)} MiB${made.note ?? ''}` };
    });

  if (systems.includes('own')) {
    const electron = resolveElectron();
    const { outputDir } = await step('application', async () => ({
      outputDir: await makeApplication({
        require,
        app,
        electron,
        platform: /** @type {'linux' | 'darwin' | 'win32'} */ (process.platform),
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
  for (const system of systems.flatMap((each) => foreignSystems[each] ?? [])) {
    await makeOne(system, async () => {
      try {
        const made = await makeForeignPackage({ system, require, app, manifest, packagesDir });
        applications[system] = made.applicationDir;
        return { path: made.path, note: `, on Electron ${made.version}, fuses set, not signed` };
      } catch (error) {
        if (error instanceof RegistryOutOfReach) return { missing: `${error.tried}: ${error.because}` };
        throw error;
      }
    });
  }
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
    const { packages } = await makePackages({ only: option('only'), systems: option('for')?.split(',') });
    print(`Packages are in ${packagesDir} (${seconds(startedMs)}).`);
    if (isLinux && packages.length === 0) process.exitCode = 1;
  } catch (error) {
    if (!(error instanceof StepFailure)) print(String(error?.stack ?? error));
    process.exitCode = 1;
  }
}
