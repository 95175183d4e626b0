// Entry of the command line: one run with what the process has, ended by its signals and with its exit code.
import { widenThreadPool } from '../engine/transfers/thread-pool';
import { exitCodes } from './exit-codes';
import { runCommandLine } from './run';

/** The first Ctrl+C or termination signal asks to stop cleanly, the second ends at once. */
function interruptible(): AbortSignal {
  const controller = new AbortController();
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    controller.abort();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  return controller.signal;
}

async function main(): Promise<void> {
  widenThreadPool(process.env);
  process.exitCode = await runCommandLine({
    args: process.argv.slice(2),
    env: process.env,
    streams: process,
    signal: interruptible(),
    programPath: __filename,
  });
}

void main();
