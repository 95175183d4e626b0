// `npm run test:packages`: creates the packages of this platform, installs or unpacks each, and starts it. On Linux it
// also creates those of other systems and reads them.
import { mkdirSync } from 'node:fs';
import { makePackages, packagesDir } from './package/index.mjs';
import { inProject, projectDir } from './project.mjs';
import { run } from './run-command.mjs';
import { setUp } from './setup.mjs';
import { print, StepFailure } from './steps.mjs';
import { countsFromPlaywright, settle } from './test-counts.mjs';
import { reportDir, tool } from './test-stages.mjs';

try {
  await setUp();
  const only = process.argv.find((each) => each.startsWith('--only='))?.slice('--only='.length);
  const systems = process.platform === 'linux' && only === undefined ? ['own', 'windows', 'macos'] : ['own'];
  const { applications, missing } = await makePackages({ only, systems });
  mkdirSync(inProject(reportDir), { recursive: true });
  const config = `--config=${inProject('scripts/package/playwright.config.mts')}`;
  const { code } = await run(process.execPath, [tool('@playwright/test/cli.js'), 'test', config], {
    cwd: projectDir,
    env: {
      ...process.env,
      STOWAGE_PACKAGES: packagesDir,
      STOWAGE_APPLICATIONS: JSON.stringify(applications),
      STOWAGE_MISSING_PACKAGES: JSON.stringify(missing),
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
