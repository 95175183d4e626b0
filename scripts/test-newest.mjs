// `npm run test:newest`: the complete version of what `npm run test:all` does in part: checks types with the newest Electron,
// runs the engine's tests on the newest long-term Node and the window's journeys in the newest Chromium. With `--
// --part` it does exactly what `npm run test:all` does.
import { mkdirSync } from 'node:fs';
import { newestStages } from './newest/stages.mjs';
import { inProject } from './project.mjs';
import { setUp } from './setup.mjs';
import { print, StepFailure } from './steps.mjs';
import { sum } from './test-counts.mjs';
import { sayFailures } from './test-failures.mjs';
import { reportDir } from './test-stages.mjs';

let total = { passed: 0, failed: 1, skipped: 0 };
try {
  await setUp();
  mkdirSync(inProject(reportDir), { recursive: true });
  const newest = newestStages(process.argv.includes('--part') ? 'part' : 'whole');
  total = sum(await newest.run());
  const failures = newest.stages().flatMap((stage) => stage.failures?.() ?? []);
  if (failures.length > 0) print(`\nWhat failed\n${sayFailures(failures)}`);
} catch (error) {
  if (!(error instanceof StepFailure)) print(String(error?.stack ?? error));
}
process.exitCode = total.failed === 0 ? 0 : 1;
print(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
