// Which of the displays of a test run a worker has.

/** Journeys at once: one works while another waits, also on two cores. */
export const mostWorkers = 3;

/** @returns {NodeJS.ProcessEnv} for the worker that this runs in; empty where all share the display that is there */
export function workerDisplay() {
  const displays = (process.env.STOWAGE_DISPLAYS ?? '').split(' ').filter((name) => name !== '');
  const display = displays[Number(process.env.TEST_PARALLEL_INDEX ?? 0) % displays.length];
  return display === undefined ? {} : { DISPLAY: display };
}
