// `npm run test:windows`: tests the built command line, and with it the engine, on Node for Windows, which Wine runs on
// Linux.
import { mkdirSync } from 'node:fs';
import { provideNode, windowsNode } from './node-release.mjs';
import { inProject, projectDir } from './project.mjs';
import { run } from './run-command.mjs';
import { setUp } from './setup.mjs';
import { print, StepFailure } from './steps.mjs';
import { countsFromPlaywright, settle } from './test-counts.mjs';
import { reportDir, tool } from './test-stages.mjs';
import { provideWine } from './windows/wine.mjs';

/** @returns {Promise<import('./test-counts.mjs').Counts>} */
async function testOnWindows() {
  await setUp();
  const [wine, node] = await Promise.all([provideWine(), provideNode(windowsNode)]);
  if ('missing' in wine || 'missing' in node) {
    print(`Nothing was tested: ${'missing' in wine ? wine.missing : 'missing' in node ? node.missing : ''}.`);
    // It was requested explicitly, so its absence is a failure.
    return { passed: 0, failed: 1, skipped: 0 };
  }
  mkdirSync(inProject(reportDir), { recursive: true });
  const config = `--config=${inProject('scripts/windows/playwright.config.mts')}`;
  const args = [tool('@playwright/test/cli.js'), 'test', config, ...process.argv.slice(2)];
  const env = { ...process.env, STOWAGE_WINDOWS: JSON.stringify({ wine, node: node.executable }) };
  const { code } = await run(process.execPath, args, { cwd: projectDir, env, show: 'all', limitMs: 600_000 });
  return settle(code === 0 ? 'succeeded' : 'failed', countsFromPlaywright(inProject(`${reportDir}/windows.json`)));
}

let total = { passed: 0, failed: 1, skipped: 0 };
try {
  total = await testOnWindows();
} catch (error) {
  if (!(error instanceof StepFailure)) print(String(error?.stack ?? error));
}
process.exitCode = total.failed === 0 ? 0 : 1;
print(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
