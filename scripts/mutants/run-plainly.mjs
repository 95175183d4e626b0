// Runs unit tests against mutated source files as run-mutants.mjs does, at a tenth of its price: each mutant is bundled
// with its tests, in memory, and evaluated here, with Vitest's own parts for tests and expectations but without its
// workers and servers. Tests that need more (fake timers, mocked modules, polling) fail here without a mutant already.
import { builtinModules, createRequire } from 'node:module';
import { dirname } from 'node:path';
import {
  ASYMMETRIC_MATCHERS_OBJECT,
  GLOBAL_EXPECT,
  JestAsymmetricMatchers,
  JestChaiExpect,
  JestExtend,
  chai,
  getState,
  setState,
} from '@vitest/expect';
import * as suites from '@vitest/runner';
import * as spies from '@vitest/spy';
import { rolldown } from 'rolldown';
import { inProject, projectDir } from '../project.mjs';

for (const plugin of [JestExtend, JestChaiExpect, JestAsymmetricMatchers]) chai.use(plugin);

/**
 * As Vitest makes its own, which its type describes.
 * @type {any}
 */
const expect = (/** @type {unknown} */ value, /** @type {string | undefined} */ message) => {
  const assertion = /** @type {any} */ (chai.expect(value, message));
  const test = suites.getCurrentTest();
  return test ? assertion.withTest(test) : assertion;
};
Object.assign(expect, chai.expect, globalThis[ASYMMETRIC_MATCHERS_OBJECT], {
  getState: () => getState(expect),
  setState: (state) => setState(state, expect),
  unreachable: (message) => chai.assert.fail(message ?? 'this line was reached'),
});
globalThis[GLOBAL_EXPECT] = expect;
setState(
  { ...getState(expect), assertionCalls: 0, isExpectingAssertions: false, expectedAssertionsNumber: null },
  expect,
);

const vitest = { ...suites, expect, vi: spies, vitest: spies };
const require = createRequire(import.meta.url);
const fromTest = (/** @type {string} */ id) => (id === 'vitest' ? vitest : require(id));

const setUp = Promise.all(
  ['scripts/law-seed.ts', 'scripts/mutants/first-failure.ts'].map((name) => evaluate(inProject(name))),
);

/**
 * @param {string} test
 * @param {{ readonly path: string, readonly source: string }} [mutant]
 */
async function evaluate(test, mutant) {
  const code = await bundled(test, mutant);
  const evaluated = new Function('require', 'module', 'exports', '__filename', '__dirname', code);
  evaluated(fromTest, { exports: {} }, {}, test, dirname(test));
}

/**
 * @param {string} test
 * @param {{ readonly path: string, readonly source: string }} [mutant]
 */
async function bundled(test, mutant) {
  const bundle = await rolldown({
    input: test,
    cwd: projectDir,
    platform: 'node',
    treeshake: false,
    logLevel: 'silent',
    external: (id) => builtinModules.includes(id) || /^(?!@shared\/|@renderer\/|\.|\/|[A-Z]:)/i.test(id),
    resolve: { alias: { '@shared': inProject('shared'), '@renderer': inProject('renderer') } },
    plugins: [{ name: 'mutant', load: (id) => (id === mutant?.path ? mutant.source : null) }],
  });
  const { output } = await bundle.generate({ format: 'cjs', codeSplitting: false });
  await bundle.close();
  return output[0].code;
}

/** @param {string} path @param {string} source @param {string} test */
async function passes(path, source, test) {
  let failed = false;
  const runner = /** @type {any} */ ({
    config: {
      ...{ root: projectDir, name: '', setupFiles: [], passWithNoTests: false, allowOnly: true, retry: 0, tags: [] },
      ...{ sequence: { shuffle: false, concurrent: false, seed: 1, hooks: 'stack', setupFiles: 'list' } },
      ...{ testTimeout: 60_000, hookTimeout: 60_000, maxConcurrency: 5, includeTaskLocation: false, strictTags: false },
    },
    pool: 'plain',
    importFile: () => evaluate(test, { path, source }),
    // The first failure is enough.
    onBeforeRunTask: (task) => {
      if (failed) task.mode = 'skip';
    },
    onAfterRunTask: (task) => {
      failed ||= task.result?.state === 'fail';
    },
  });
  const [file] = await suites.startTests([test], runner);
  return file?.result?.state === 'pass' && !failed;
}

let hasFailed = false;
for (const event of ['unhandledRejection', 'uncaughtException']) process.on(event, () => (hasFailed = true));

process.on('message', async (/** @type {import('./run-mutants.mjs').Order} */ { path, tests, sources }) => {
  await setUp;
  for (const [at, source] of sources.entries()) {
    hasFailed = false;
    for (const test of tests) hasFailed ||= !(await passes(path, source, test).catch(() => false));
    process.send?.({ at, outcome: hasFailed ? 'killed' : 'survived' });
  }
});

process.on('disconnect', () => process.exit());
