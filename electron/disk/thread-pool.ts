// The threads on which this process waits for the disk. Four are the runtime's default: too few where hundreds of small
// files are synced, and a wait costs no processor time.

const threadPoolVariable = 'UV_THREADPOOL_SIZE';
const roomyThreads = '16';

/** To be called before the process first touches a file; what the person has set stays. */
export function widenThreadPool(environment: NodeJS.ProcessEnv): void {
  environment[threadPoolVariable] ??= roomyThreads;
}

/** How many waits at once leave a thread of the pool for others. */
export function diskWaitsAtOnce(environment: NodeJS.ProcessEnv): number {
  const threads = Number(environment[threadPoolVariable]);
  return Math.min(12, Math.max(1, (threads > 0 ? threads : 4) - 1));
}
