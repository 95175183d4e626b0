// `npm test`: sets up missing parts, then runs every check and test, each stage with its result and time. The last line
// of the output is the sum over all of them. It omits the tests listed in `in-every-run.mjs`; with `--all` it omits
// nothing.
import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { newestStages } from './newest/stages.mjs';
import { inProject } from './project.mjs';
import { provideS3Server } from './s3-server.mjs';
import { setUp } from './setup.mjs';
import { print, seconds, step, StepFailure } from './steps.mjs';
import { sum } from './test-counts.mjs';
import { sayFailures } from './test-failures.mjs';
import { journeyStage, reportDir, runStage, tool, vitestStage } from './test-stages.mjs';

/**
 * Checks that run nothing of the app. They share the processor, longest first.
 * @type {readonly import('./test-stages.mjs').Stage[]}
 */
const checks = [
  { name: 'lint', args: [inProject('scripts/lint.mjs')], limitMs: 300_000 },
  { name: 'types', args: [inProject('scripts/types.mjs')], limitMs: 300_000 },
  { name: 'format', args: [tool('oxfmt/bin/oxfmt'), '--check', '.'], limitMs: 180_000 },
  { name: 'dependencies', args: [inProject('scripts/audit.mjs')], limitMs: 60_000 },
  {
    name: 'import rules',
    args: [tool('dependency-cruiser/bin/dependency-cruise.mjs'), 'shared', 'electron', 'renderer', 'e2e'],
    limitMs: 180_000,
  },
];

const unitTests = vitestStage('unit', ['--project=unit', '--project=window', '--project=components'], 600_000);
/**
 * Most of the code that they run is short-lived, so optimising it costs a twelfth of the time. Newer engines have no
 * such option.
 */
const lateToOptimise = Number.parseInt(process.versions.v8) < 13 ? ['--interrupt-budget=1320000'] : [];
const unit = { ...unitTests, args: [...lateToOptimise, ...unitTests.args] };
const build = { name: 'build', args: [inProject('scripts/build.mjs')], limitMs: 300_000 };
const isAll = process.argv.includes('--all');
const env = { STOWAGE_TESTS: isAll ? 'all' : 'part' };
const integration = { ...vitestStage('integration', ['--project=integration'], 900_000), env };
const endToEnd = { ...journeyStage('end-to-end', [inProject('scripts/e2e.mjs')], 1_260_000), env };

async function runChecks() {
  const queue = [...checks];
  const results = [];
  const work = async () => {
    for (let stage = queue.shift(); stage !== undefined; stage = queue.shift()) results.push(await runStage(stage));
  };
  await Promise.all(Array.from({ length: Math.max(2, Math.floor(availableParallelism() / 2)) }, work));
  return results;
}

async function testAll() {
  const startedMs = performance.now();
  rmSync(inProject(reportDir), { recursive: true, force: true });
  mkdirSync(inProject(reportDir), { recursive: true });
  await setUp({ through: 'runtime' });
  await step('s3 server', provideS3Server);
  print('Tests');
  const newest = newestStages(isAll ? 'part' : 'types');
  const results = await runChecks();
  results.push(await runStage(unit));
  const built = await runStage(build);
  results.push(built);
  if (built.failed === 0) {
    results.push(await runStage(integration), await runStage(endToEnd), ...(await newest.run()));
  } else {
    print('  skipped integration, end-to-end and newest, since there is no build to test');
    results.push({ passed: 0, failed: 0, skipped: 3 });
  }
  const stages = [unit, integration, endToEnd, ...newest.stages()];
  const skipped = stages.flatMap((stage) => stage.skipped?.() ?? []);
  if (skipped.length > 0) print(`\nWhat was skipped, since it cannot run here\n  ${skipped.join('\n  ')}`);
  const failures = stages.flatMap((stage) => stage.failures?.() ?? []);
  if (failures.length > 0) print(`\nWhat failed\n${sayFailures(failures)}`);
  print(`\nAll stages took ${seconds(startedMs)}`);
  return sum(results);
}

let total = { passed: 0, failed: 1, skipped: 0 };
try {
  total = await testAll();
} catch (error) {
  if (!(error instanceof StepFailure)) print(String(error?.stack ?? error));
}
process.exitCode = total.failed === 0 ? 0 : 1;
print(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
