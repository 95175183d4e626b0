// Entry of the command line: one run with what the process has, ended by its signals and with its exit code.
import { sentence } from '@shared/error-words';
import { localError, systemCodeOf } from '../disk/local-error';
import { widenThreadPool } from '../disk/thread-pool';
import { exitCodes } from './exit-codes';
import { runCommandLine } from './run';

/** The first Ctrl+C or termination signal asks to stop cleanly, the second ends at once. */
function stopBySignals(controller: AbortController): void {
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    controller.abort();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

/**
 * Standard output that takes no more stops the run cleanly, as Ctrl+C does. That its reader has gone, as in a pipe to
 * `head`, needs no words. Gives the exit code for it; null as long as everything was written.
 */
function watchOutput(controller: AbortController): () => number | null {
  let exitCode: number | null = null;
  process.stdout.on('error', (thrown) => {
    if (exitCode !== null) return;
    const isReaderGone = systemCodeOf(thrown) === 'EPIPE';
    exitCode = isReaderGone ? exitCodes.interrupted : exitCodes.someFailed;
    // The last write may be refused when the run has ended already.
    process.exitCode = exitCode;
    if (!isReaderGone) process.stderr.write(`stowage: ${sentence(localError(thrown, 'standard output'))}\n`);
    controller.abort();
  });
  // Nobody is left to be told.
  process.stderr.on('error', () => undefined);
  return () => exitCode;
}

async function main(): Promise<void> {
  widenThreadPool(process.env);
  const controller = new AbortController();
  stopBySignals(controller);
  const endOfOutput = watchOutput(controller);
  const exitCode = await runCommandLine({
    args: process.argv.slice(2),
    env: process.env,
    streams: process,
    signal: controller.signal,
    programPath: __filename,
    isOutputTaken: () => endOfOutput() === null,
  });
  process.exitCode = endOfOutput() ?? exitCode;
}

void main();
