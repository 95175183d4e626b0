// Runs the emulator as a child of plain Node: for the command line, tests and benchmarks.
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { EmulatorChild, EmulatorLauncher } from '../ports';
import { emulatorEnvironment } from '@shared/emulator-environment';

/** It saves all its data before it ends. */
const stopLimitMs = 30_000;
/** A process that is just starting does not receive the first request. */
const retryAfterMs = 200;

/** `programPath`: ours (`program/`, built), or Azurite's own script (`azurite/dist/src/azurite.js`). */
export function nodeEmulatorLauncher(programPath: string): EmulatorLauncher {
  return {
    launch: (args) => {
      // Without an ipc channel: Azurite would wait on it and never end. Its input ends with this process, also a killed one.
      const child = spawn(process.execPath, [programPath, ...args], {
        stdio: ['pipe', 'pipe', 'pipe'],
        env: { ...emulatorEnvironment(process.env), STOWAGE_STORE_ENDS_WITH: 'input' },
      });
      child.stdin.on('error', () => undefined);
      return Promise.resolve(watch(child));
    },
  };
}

function watch(child: ChildProcess): EmulatorChild {
  // By then it has printed everything, even if there was no listener.
  const exited = new Promise<number | null>((resolve) => {
    child.once('close', (code) => resolve(code));
    child.once('exit', () => [child.stdout, child.stderr].forEach((output) => output?.resume()));
    child.once('error', () => resolve(null));
  });
  return {
    onLine: (listen) => {
      for (const output of [child.stdout, child.stderr]) {
        if (output) createInterface({ input: output }).on('line', listen);
      }
    },
    onExit: (listen) => void exited.then(listen),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.stdin?.end();
      // Azurite's own script supports signals only; on Windows they would end it immediately.
      const requestStop = (): void => void (process.platform === 'win32' || child.kill('SIGTERM'));
      requestStop();
      const again = setInterval(requestStop, retryAfterMs);
      const force = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
      await exited;
      clearInterval(again);
      clearTimeout(force);
    },
  };
}
