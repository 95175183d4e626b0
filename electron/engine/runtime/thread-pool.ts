// Size of the thread pool on which Node waits for the disk. Its default of four threads is too small when hundreds of
// small files are synced; waiting costs no processor time.

const threadPoolVariable = 'UV_THREADPOOL_SIZE';
const roomyThreads = '16';

/** To be called before the process first accesses a file; a value that the user has set is not changed. */
export function widenThreadPool(environment: NodeJS.ProcessEnv): void {
  environment[threadPoolVariable] ??= roomyThreads;
}

/** How many disk waits to start at once, leaving at least one pool thread free for other work. */
export function diskWaitsAtOnce(environment: NodeJS.ProcessEnv): number {
  const threads = Number(environment[threadPoolVariable]);
  return Math.min(12, Math.max(1, (threads > 0 ? threads : 4) - 1));
}
