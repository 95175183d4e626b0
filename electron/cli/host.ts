// Hosts the engine in plain Node: the ports it needs without a window, and the process-wide parts of the command line.
import { dirname, join } from 'node:path';
import type { NetworkRoute } from '@shared/model/network';
import { systemClock } from '../engine/system-clock';
import type { EnginePorts } from '../engine/ports';
import { fileVault } from './file-vault';

export interface NodeHost {
  readonly stateDir: string;
  /** This bundle; the workers are built beside the app's main bundle. */
  readonly programPath: string;
  readonly network: NetworkRoute;
  readonly env: NodeJS.ProcessEnv;
  /** A line for the user. */
  readonly info: (line: string) => void;
  /** A line of diagnostics. */
  readonly log: (line: string) => void;
}

export function nodePorts({ stateDir, programPath, network, env, info, log }: NodeHost): EnginePorts {
  return {
    stateDir,
    emulator: null,
    secrets: fileVault({ path: join(stateDir, 'command-line-secrets.json'), now: () => systemClock.now(), info }),
    // The command line names paths itself; it never deals in tokens.
    sources: { resolve: () => Promise.resolve(null) },
    environment: env,
    clock: systemClock,
    random: Math.random,
    transferWorkerPath: join(dirname(programPath), '..', 'main', 'transfer-worker.js'),
    importWorkerPath: join(dirname(programPath), '..', 'main', 'import-worker.js'),
    previewWorkerPath: join(dirname(programPath), '..', 'main', 'preview-worker.js'),
    network,
    log,
  };
}

/** The emulator's program, built beside the app's main bundle like the workers. */
export function emulatorProgram(programPath: string): string {
  return join(dirname(programPath), '..', 'main', 'emulator.js');
}
