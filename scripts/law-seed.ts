// Laws use the same cases in every test run, so that a failure is caused by the change under test. To look for new
// cases, ask for more of them with STOWAGE_LAW_RUNS.
import fc from 'fast-check';

/** An arbitrary number; another one gives other cases. */
const seed = 20_261_122;

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
