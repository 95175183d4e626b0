// Entry of the command line: runs it once with the streams of the process, stops it at signals, and sets the exit code.
import { addAbortSignal } from 'node:stream';
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
 * When standard output takes no more, the run stops cleanly, as for Ctrl+C. A reader that has closed the pipe, such as
 * `head`, is not reported as an error. The returned function gives the exit code for this; null when everything was
 * written.
 */
function watchOutput(controller: AbortController): () => number | null {
  let exitCode: number | null = null;
  process.stdout.on('error', (thrown) => {
    if (exitCode !== null) return;
    const isReaderGone = systemCodeOf(thrown) === 'EPIPE';
    exitCode = isReaderGone ? exitCodes.interrupted : exitCodes.someFailed;
    // Set here as well, because the last write may fail after the run has ended.
    process.exitCode = exitCode;
    if (!isReaderGone) process.stderr.write(`stowage: ${sentence(localError(thrown, 'standard output'))}\n`);
    controller.abort();
  });
  // Without a listener a closed standard error would crash the process.
  process.stderr.on('error', () => undefined);
  return () => exitCode;
}

async function main(): Promise<void> {
  widenThreadPool(process.env);
  // What others see in the list of processes: from here on without a secret among the arguments.
  if (process.argv.some((word) => word.startsWith('--connection-string'))) process.title = 'stowage';
  const controller = new AbortController();
  stopBySignals(controller);
  const endOfOutput = watchOutput(controller);
  const exitCode = await runCommandLine({
    args: process.argv.slice(2),
    env: process.env,
    streams: process,
    input: () => addAbortSignal(controller.signal, process.stdin),
    signal: controller.signal,
    programPath: __filename,
    isOutputTaken: () => endOfOutput() === null,
  });
  process.exitCode = endOfOutput() ?? exitCode;
}

void main();
