// Entry of the command line: parses, runs one command, ends with its exit code.
import { CommanderError } from 'commander';
import { StowageError, invalidInput } from '@shared/errors';
import { embeddedConnectionId } from '@shared/model/connection';
import { systemClock } from '../engine/azure/system-clock';
import { createEngine } from '../engine/engine';
import { widenThreadPool } from '../engine/transfers/thread-pool';
import { connectionStringFromEnvironment, findConnection } from './commands/connections';
import { runEmulator } from './commands/emulator';
import { exitCodeOf, exitCodes } from './exit-codes';
import { azuriteProgram, nodePorts } from './host';
import { type Output, createOutput } from './output';
import { type Runner, buildProgram, usageError } from './program';
import type { GlobalOptions, Session } from './session';
import { stateDirFrom } from './state-dir';
import { version } from './version';

widenThreadPool(process.env);
const ending = interruptible();
let output: Output = createOutput(process, process.argv.includes('--json') ? 'json' : 'text');
let exitCode: number = exitCodes.done;

const stateDirOf = (globals: GlobalOptions): string => stateDirFrom(globals.stateDir, process.env, process.platform);
const logOf =
  (globals: GlobalOptions) =>
  (line: string): void => {
    if (globals.verbose) output.say(line);
  };
const useOutput = (globals: GlobalOptions): Output => (output = createOutput(process, globals.json ? 'json' : 'text'));

const runner: Runner = {
  version,
  run: async (globals, action) => {
    const stateDir = stateDirOf(globals);
    const engine = createEngine(nodePorts(stateDir, __filename, logOf(globals)), {
      loadSampleData: 'never',
      totalPace: 'ignored',
    });
    const session: Session = {
      engine,
      output: useOutput(globals),
      stateDir,
      signal: ending.signal,
      isConnectionGiven:
        (globals.connection ?? globals.connectionString ?? connectionStringFromEnvironment()) !== undefined,
      connectionId: () => chooseConnection(engine, globals),
    };
    try {
      exitCode = await action(session);
    } finally {
      await engine.dispose();
    }
  },
  runWithoutEngine: async (globals, action) => {
    exitCode = await action(useOutput(globals));
  },
  emulator: async (globals, options) => {
    exitCode = await runEmulator(options, {
      output: useOutput(globals),
      stateDir: stateDirOf(globals),
      signal: ending.signal,
      clock: systemClock,
      azuritePath: azuriteProgram(__filename),
      log: logOf(globals),
    });
  },
};

async function chooseConnection(engine: Session['engine'], globals: GlobalOptions): Promise<string> {
  if (globals.connection !== undefined && globals.connectionString !== undefined) {
    throw invalidInput('--connection', 'it cannot be combined with --connection-string.', 'Leave out one of them.');
  }
  if (globals.connection === embeddedConnectionId) return embeddedConnectionId;
  if (globals.connection !== undefined) return (await findConnection(engine, globals.connection)).id;
  const text = globals.connectionString ?? connectionStringFromEnvironment();
  if (text !== undefined) return engine.rooms.connections.addForThisRun(text);
  throw invalidInput(
    '--connection',
    'no account was named.',
    'Add --connection NAME or --connection-string STRING, or set STOWAGE_CONNECTION_STRING.',
  );
}

/** The first Ctrl+C or termination signal asks to stop cleanly, the second ends at once. */
function interruptible(): AbortController {
  const controller = new AbortController();
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    controller.abort();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  return controller;
}

async function main(): Promise<void> {
  try {
    await buildProgram(runner).parseAsync(process.argv);
  } catch (thrown) {
    const error = thrown instanceof CommanderError ? usageError(thrown) : StowageError.from(thrown);
    if (error !== null) {
      output.fail(error);
      exitCode = exitCodeOf(error.code);
    }
  }
  process.exitCode = exitCode;
}

void main();
