// Hosts the engine in plain Node: the ports it needs without a window, and the process-wide bits of the command line.
import { dirname, join } from 'node:path';
import type { NetworkRoute } from '@shared/model/network';
import { systemClock } from '../engine/system-clock';
import type { EnginePorts } from '../engine/ports';
import { fileVault } from './file-vault';

/** `programPath`: this bundle; the workers are built beside the app's main bundle. */
export function nodePorts(
  stateDir: string,
  programPath: string,
  network: NetworkRoute,
  log: (line: string) => void,
): EnginePorts {
  return {
    stateDir,
    emulator: null,
    secrets: fileVault({ path: join(stateDir, 'command-line-secrets.json'), now: () => systemClock.now(), log }),
    // The command line names paths itself; it never deals in tokens.
    sources: { resolve: () => Promise.resolve(null) },
    clock: systemClock,
    random: Math.random,
    transferWorkerPath: join(dirname(programPath), '..', 'main', 'transfer-worker.js'),
    importWorkerPath: join(dirname(programPath), '..', 'main', 'import-worker.js'),
    network,
    log,
  };
}

/** The emulator's program, built beside the app's main bundle like the workers. */
export function emulatorProgram(programPath: string): string {
  return join(dirname(programPath), '..', 'main', 'emulator.js');
}
