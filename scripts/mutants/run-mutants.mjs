// Runs unit tests against mutated source files, one after another, within one Vitest. It is a separate process: a
// mutation that never ends is killed with it, and the parent starts another one for the rest.
import { availableParallelism } from 'node:os';
import { createVitest } from 'vitest/node';
import { inProject, projectDir } from '../project.mjs';

/**
 * @typedef {object} Order
 * @property {string} path of the source, absolute
 * @property {readonly string[]} tests absolute; they are run with each of `sources`
 * @property {readonly string[]} sources the text of each mutant
 * @typedef {{ at: number, outcome: 'killed' | 'survived' }} Report one for each mutant, in order
 */

/** @type {Order | null} */
let order = null;
/** @type {string | null} */
let mutated = null;

const plugin = {
  name: 'mutants',
  enforce: /** @type {const} */ ('pre'),
  load: (/** @type {string} */ id) => (id.split('?')[0] === order?.path ? (mutated ?? undefined) : undefined),
};

/** Started with the first order, and used for all of them: starting it takes seconds. */
const started = createVitest(
  'test',
  {
    config: false,
    root: projectDir,
    watch: false,
    include: ['**/*.test.ts'],
    environment: 'node',
    setupFiles: [inProject('scripts/law-seed.ts'), inProject('scripts/mutants/first-failure.ts')],
    pool: 'threads',
    isolate: false,
    maxWorkers: Math.max(1, availableParallelism() - 1),
    bail: 1,
    reporters: [{}],
    testTimeout: 60_000,
  },
  { plugins: [plugin], resolve: { alias: { '@shared': inProject('shared'), '@renderer': inProject('renderer') } } },
);

process.on('message', async (/** @type {Order} */ next) => {
  const vitest = await started;
  order = next;
  const specifications = order.tests.map((test) => vitest.getRootProject().createSpecification(test));
  for (const [at, source] of order.sources.entries()) {
    // What failed before counts for `bail` otherwise.
    vitest.state.filesMap.clear();
    mutated = source;
    vitest.invalidateFile(order.path);
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications, true);
    const isKilled = unhandledErrors.length > 0 || testModules.some((module) => !module.ok());
    process.send?.({ at, outcome: isKilled ? 'killed' : 'survived' });
  }
  vitest.invalidateFile(order.path);
});

process.on('disconnect', async () => {
  await (await started).close();
});
