// Runs unit tests against one mutated source file after another, within one Vitest. It is a process of its own: a
// mutation that never ends is ended with it, and the parent starts another one for the rest.
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

process.once('message', async (/** @type {Order} */ order) => {
  /** @type {string | null} */
  let mutated = null;
  const plugin = {
    name: 'mutants',
    enforce: /** @type {const} */ ('pre'),
    load: (/** @type {string} */ id) => (id.split('?')[0] === order.path ? (mutated ?? undefined) : undefined),
  };
  const vitest = await createVitest(
    'test',
    {
      config: false,
      root: projectDir,
      watch: false,
      include: ['**/*.test.ts'],
      environment: 'node',
      setupFiles: [inProject('scripts/law-seed.ts')],
      pool: 'threads',
      isolate: false,
      maxWorkers: Math.max(1, availableParallelism() - 1),
      bail: 1,
      reporters: [{}],
      testTimeout: 60_000,
    },
    { plugins: [plugin], resolve: { alias: { '@shared': inProject('shared'), '@renderer': inProject('renderer') } } },
  );
  const specifications = order.tests.map((test) => vitest.getRootProject().createSpecification(test));
  for (const [at, source] of order.sources.entries()) {
    mutated = source;
    vitest.invalidateFile(order.path);
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications, true);
    const isKilled = unhandledErrors.length > 0 || testModules.some((module) => !module.ok());
    process.send?.({ at, outcome: isKilled ? 'killed' : 'survived' });
  }
  await vitest.close();
  process.disconnect();
});
