// `npm run test:packages`: creates the packages of this platform, installs or unpacks each, and starts it. On Linux it
// also creates those of other systems and reads them, from a stand-in where no Electron for them can be had, and runs the
// installer for Windows with Wine.
import { mkdirSync, rmSync } from 'node:fs';
import { installDebianPackages } from './debian-packages.mjs';
import { ForeignElectronMissing, provideForeignElectron } from './package/foreign/electron.mjs';
import { makeStandIn } from './package/foreign/stand-in.mjs';
import { makePackages, packagesDir } from './package/index.mjs';
import { inProject, isDebianFamily, isRoot, projectDir } from './project.mjs';
import { run } from './run-command.mjs';
import { setUp } from './setup.mjs';
import { note, print, StepFailure } from './steps.mjs';
import { countsFromPlaywright, settle } from './test-counts.mjs';
import { reportDir, tool } from './test-stages.mjs';
import { provideWine } from './windows/wine.mjs';

/** Targets whose Electron is a stand-in. */
const standIns = new Set();

/** @type {import('./package/foreign/packages.mjs').ElectronFor} */
async function electronOrStandIn(target) {
  try {
    return await provideForeignElectron(target);
  } catch (error) {
    if (!(error instanceof ForeignElectronMissing)) throw error;
    note(`${error.message}; a stand-in takes its place`);
    standIns.add(target);
    return makeStandIn(target);
  }
}

try {
  await setUp();
  const only = process.argv.find((each) => each.startsWith('--only='))?.slice('--only='.length);
  const systems = process.platform === 'linux' && only === undefined ? ['own', 'windows', 'macos'] : ['own'];
  // Packages of earlier runs are not what is tested.
  rmSync(packagesDir, { recursive: true, force: true });
  // The best compression takes minutes, and is the same code.
  const compression = 'zlib';
  const { applications, missing } = await makePackages({ only, systems, electronFor: electronOrStandIn, compression });
  const wine = standIns.has('win32-x64') ? await provideWine() : { missing: 'the installer holds a real Electron' };
  if (isDebianFamily && isRoot) await installDebianPackages(['appstream', 'desktop-file-utils', 'lintian']);
  mkdirSync(inProject(reportDir), { recursive: true });
  const config = `--config=${inProject('scripts/package/playwright.config.mts')}`;
  const { code } = await run(process.execPath, [tool('@playwright/test/cli.js'), 'test', config], {
    cwd: projectDir,
    env: {
      ...process.env,
      STOWAGE_PACKAGES: packagesDir,
      STOWAGE_APPLICATIONS: JSON.stringify(applications),
      STOWAGE_MISSING_PACKAGES: JSON.stringify(missing),
      STOWAGE_WINE: JSON.stringify(wine),
    },
    show: 'all',
    limitMs: 900_000,
  });
  const report = countsFromPlaywright(inProject(`${reportDir}/packages.json`));
  const { passed, failed, skipped } = settle(code === 0 ? 'succeeded' : 'failed', report);
  process.exitCode = failed === 0 ? 0 : 1;
  print(`${passed} passed, ${failed} failed, ${skipped} skipped`);
} catch (error) {
  if (!(error instanceof StepFailure)) print(String(error?.stack ?? error));
  process.exitCode = 1;
}
