// Replaces fast-check to run laws on more cases than usual: each law runs STOWAGE_LAW_RUNS times its usual number of
// cases, with varying seeds.
import { createRequire } from 'node:module';

const defaultRuns = 100;
const times = Number(process.env.STOWAGE_LAW_RUNS);
const fastCheck = createRequire(import.meta.url)('fast-check');

export default {
  ...fastCheck,
  assert: (property, parameters = {}) =>
    fastCheck.assert(property, { ...parameters, numRuns: (parameters.numRuns ?? defaultRuns) * times }),
};
