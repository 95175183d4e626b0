// Entry of the command line: runs it once with the streams of the process, stops it at signals, and sets the exit code.
import { addAbortSignal } from 'node:stream';
import { isatty } from 'node:tty';
import { sentence } from '@shared/error-text';
import { useCompiledCode } from '../disk/compiled-code';
import { localError, systemCodeOf } from '../disk/local-error';
import { widenThreadPool } from '../engine/runtime/thread-pool';
import manifest from '../../package.json';
import { exitCodes } from './exit-codes';

/**
 * The first Ctrl+C or termination signal requests a clean stop, the second ends at once. When the terminal closes, a
 * run that uses it stops cleanly, however many signals arrive: the shell sends one and the system another. The returned
 * function reports whether that happened.
 */
function stopBySignals(controller: AbortController): () => boolean {
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    controller.abort();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  const usesTerminal = hasTerminal();
  let isHungUp = false;
  process.on('SIGHUP', () => {
    if (!usesTerminal) return;
    isHungUp = true;
    controller.abort();
  });
  return () => isHungUp;
}

/**
 * False under `nohup`, which leaves no stream on a terminal. Whether the signal was ignored before the start cannot be
 * found out: Node restores the default of every signal. The `nohup` of macOS leaves standard input where it is.
 */
function hasTerminal(): boolean {
  const streams = process.platform === 'darwin' ? [1, 2] : [0, 1, 2];
  return streams.some((descriptor) => isatty(descriptor));
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
    // Also set here, because the last write may fail after the run has ended.
    process.exitCode = exitCode;
    if (!isReaderGone) process.stderr.write(`stowage: ${sentence(localError(thrown, 'standard output'))}\n`);
    controller.abort();
  });
  // Without a listener a closed standard error would crash the process.
  process.stderr.on('error', () => undefined);
  return () => exitCode;
}

async function main(): Promise<void> {
  // Scripts ask for the version before anything else: it needs none of the modules below.
  if (process.argv.length === 3 && process.argv[2] === '--version') {
    process.stdout.write(`${manifest.version}\n`);
    return;
  }
  useCompiledCode(__dirname);
  const { runCommandLine } = await import('./run');
  widenThreadPool(process.env);
  // The command line that other users see in the list of processes: from here on without a secret among the arguments.
  if (process.argv.some((arg) => arg.startsWith('--connection-string') || /[?&]sig=/iu.test(arg)))
    process.title = 'stowage';
  const controller = new AbortController();
  const isHungUp = stopBySignals(controller);
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
  if (isHungUp()) endByHangUp();
}

/** As if there were no listener: Node would abort while it restores the settings of a terminal that is gone. */
function endByHangUp(): void {
  process.removeAllListeners('SIGHUP');
  process.kill(process.pid, 'SIGHUP');
}

void main();
