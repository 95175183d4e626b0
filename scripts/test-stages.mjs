// The stages of a test run: programs that check or test. Each runs to its end; its result and time are printed in one
// line.
import { inProject, projectDir } from './project.mjs';
import { run } from './run-command.mjs';
import { print, seconds } from './steps.mjs';
import { inTemporaryFolder } from './temporary-folder.mjs';
import { countsFromPlaywright, countsFromVitest, settle } from './test-counts.mjs';
import {
  failuresFromPlaywright,
  failuresFromVitest,
  skippedFromPlaywright,
  skippedFromVitest,
} from './test-failures.mjs';

export const reportDir = 'out/test-results';

/** @param {string} path below node_modules */
export const tool = (path) => inProject(`node_modules/${path}`);

/**
 * @typedef {object} Stage
 * @property {string} name
 * @property {readonly string[]} args of Node
 * @property {string} [node] default: the one that runs this
 * @property {NodeJS.ProcessEnv} [env] in addition to the inherited one
 * @property {number} limitMs
 * @property {'all'} [show] for long stages: prints the output as it comes; default: only after a failure
 * @property {(() => import('./test-counts.mjs').Counts | null)} [counts] for stages with tests
 * @property {(() => readonly import('./test-failures.mjs').Failure[])} [failures] for stages with tests
 * @property {(() => readonly string[])} [skipped] names of tests that could not run here
 */

/**
 * Components in a simulated window create many short-lived objects. Less frequent garbage collection saves a twentieth.
 */
const roomForYoung = '--max-semi-space-size=64';

/**
 * Vitest: the tests of the projects, or of the files that `args` names.
 * @param {string} name
 * @param {readonly string[]} args
 * @param {number} limitMs
 * @returns {Stage}
 */
export function vitestStage(name, args, limitMs) {
  const report = `${reportDir}/${fileName(name)}.json`;
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return {
    name,
    args: [roomForYoung, tool('vitest/vitest.mjs'), 'run', ...args, ...reporters],
    limitMs,
    counts: () => countsFromVitest(inProject(report)),
    failures: () => failuresFromVitest(inProject(report)),
    skipped: () => skippedFromVitest(inProject(report)),
  };
}

/**
 * Playwright's journeys, whose report must be written to the path that the name gives.
 * @param {string} name
 * @param {readonly string[]} args of Node
 * @param {number} limitMs
 * @returns {Stage}
 */
export function journeyStage(name, args, limitMs) {
  const report = inProject(`${reportDir}/${fileName(name)}.json`);
  return {
    name,
    args,
    limitMs,
    show: 'all',
    counts: () => countsFromPlaywright(report),
    failures: () => failuresFromPlaywright(report),
    skipped: () => skippedFromPlaywright(report),
  };
}

/** @param {Stage} stage @returns {Promise<import('./test-counts.mjs').Counts>} */
export async function runStage(stage) {
  const startedMs = performance.now();
  const { result, left } = await inTemporaryFolder((temporary) =>
    run(stage.node ?? process.execPath, stage.args, {
      cwd: projectDir,
      env: { ...process.env, ...temporary, ...stage.env },
      limitMs: stage.limitMs,
      show: stage.show ?? 'nothing',
    }),
  );
  const { code, timedOut, output } = result;
  const outcome = code === 0 && left.length === 0 ? 'succeeded' : 'failed';
  if (left.length > 0) print(`Left behind by a test of ${stage.name}: ${left.join(', ')}.`);
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

/**
 * For a stage that cannot run here: reports and counts it.
 * @param {string} name
 * @param {string} reason
 * @returns {import('./test-counts.mjs').Counts}
 */
export function skipStage(name, reason) {
  print(`  skip    ${name.padEnd(16)} ${reason}`);
  return { passed: 0, failed: 0, skipped: 1 };
}

const fileName = (name) => name.replaceAll(' ', '-');
