// `npm test`: sets up what is missing, then runs every check and test, each stage with its result and time.
// The last line of the output is the sum over all of them.
import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { inProject, projectDir } from './project.mjs';
import { run } from './run-command.mjs';
import { setUp } from './setup.mjs';
import { print, seconds, StepFailure } from './steps.mjs';
import { countsFromPlaywright, countsFromVitest, settle, sum } from './test-counts.mjs';
import { failuresFromPlaywright, failuresFromVitest, sayFailures } from './test-failures.mjs';

const reportDir = 'out/test-results';
const node = process.execPath;
const tool = (path) => inProject(`node_modules/${path}`);

/**
 * @typedef {object} Stage
 * @property {string} name
 * @property {readonly string[]} args of Node
 * @property {number} limitMs
 * @property {'all'} [show] for long stages: what it prints, as it comes; otherwise only when it failed
 * @property {(() => import('./test-counts.mjs').Counts | null)} [counts] for stages that hold tests
 * @property {(() => readonly import('./test-failures.mjs').Failure[])} [failures] likewise
 */

/** Checks that run nothing of the app; they share the processor, the longest first. @type {readonly Stage[]} */
const checks = [
  { name: 'lint, window', args: [inProject('scripts/lint.mjs'), 'window'], limitMs: 300_000 },
  { name: 'lint, engine', args: [inProject('scripts/lint.mjs'), 'engine'], limitMs: 300_000 },
  { name: 'types', args: [inProject('scripts/types.mjs')], limitMs: 300_000 },
  { name: 'format', args: [tool('prettier/bin/prettier.cjs'), '--check', '--log-level=warn', '.'], limitMs: 180_000 },
  {
    name: 'import rules',
    args: [tool('dependency-cruiser/bin/dependency-cruise.mjs'), 'shared', 'electron', 'renderer', 'e2e'],
    limitMs: 180_000,
  },
];

const unit = vitestStage('unit', ['--project=unit', '--project=window', '--project=components'], 300_000);
const build = { name: 'build', args: [inProject('scripts/build.mjs')], limitMs: 300_000 };
const integration = vitestStage('integration', ['--project=integration'], 420_000);
/** @type {Stage} */
const endToEnd = {
  name: 'end-to-end',
  args: [inProject('scripts/e2e.mjs')],
  limitMs: 780_000,
  show: 'all',
  counts: () => countsFromPlaywright(inProject(`${reportDir}/end-to-end.json`)),
  failures: () => failuresFromPlaywright(inProject(`${reportDir}/end-to-end.json`)),
};

/** @returns {Stage} */
function vitestStage(name, projects, limitMs) {
  const report = `${reportDir}/${name}.json`;
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return {
    name,
    args: [tool('vitest/vitest.mjs'), 'run', ...projects, ...reporters],
    limitMs,
    counts: () => countsFromVitest(inProject(report)),
    failures: () => failuresFromVitest(inProject(report)),
  };
}

/** @param {Stage} stage @returns {Promise<import('./test-counts.mjs').Counts>} */
async function runStage(stage) {
  const startedMs = performance.now();
  const { code, timedOut, output } = await run(node, stage.args, {
    cwd: projectDir,
    limitMs: stage.limitMs,
    show: stage.show ?? 'nothing',
  });
  const outcome = code === 0 ? 'succeeded' : 'failed';
  const counts = settle(outcome, stage.counts?.() ?? null);
  if (outcome === 'failed') print(output.trimEnd());
  if (timedOut) print(`${stage.name} was stopped after ${stage.limitMs / 1000} s.`);
  const tests =
    stage.counts === undefined ? '' : `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`;
  print(
    `  ${outcome === 'succeeded' ? 'ok    ' : 'FAILED'}  ${stage.name.padEnd(16)} ${tests.padEnd(40)} ${seconds(startedMs)}`,
  );
  return counts;
}

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
  print('Tests');
  const results = await runChecks();
  results.push(await runStage(unit));
  const built = await runStage(build);
  results.push(built);
  if (built.failed === 0) {
    results.push(await runStage(integration), await runStage(endToEnd));
  } else {
    print('  skipped integration and end-to-end, since there is no build to test');
    results.push({ passed: 0, failed: 0, skipped: 2 });
  }
  const failures = [unit, integration, endToEnd].flatMap((stage) => stage.failures?.() ?? []);
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
