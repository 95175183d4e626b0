// Which of a test run's displays belongs to a worker.

/** Concurrent journeys: one works while another waits, also on two cores. */
export const maxWorkers = 3;

/** @returns {NodeJS.ProcessEnv} for the worker that this runs in; empty where all share the existing display */
export function workerDisplay() {
  const displays = (process.env.STOWAGE_DISPLAYS ?? '').split(' ').filter((name) => name !== '');
  const display = displays[Number(process.env.TEST_PARALLEL_INDEX ?? 0) % displays.length];
  return display === undefined ? {} : { DISPLAY: display };
}
