// Stands in for fast-check when laws are to be tried on more cases than usual: each on as many times its own number
// as STOWAGE_LAW_RUNS says, by seeds of their own.
import { createRequire } from 'node:module';

const usualRuns = 100;
const times = Number(process.env.STOWAGE_LAW_RUNS);
const fastCheck = createRequire(import.meta.url)('fast-check');

export default {
  ...fastCheck,
  assert: (property, parameters = {}) =>
    fastCheck.assert(property, { ...parameters, numRuns: (parameters.numRuns ?? usualRuns) * times }),
};
