// One run of the command line: parses, runs one command, returns its exit code. Its streams are passed in, so that
// tests can run it without a separate process.
import { Readable } from 'node:stream';
import { CommanderError } from 'commander';
import { StowageError, invalidInput, onUnforeseen } from '@shared/errors';
import { createBugTeller } from '@shared/ipc/describe-bug';
import { shellQuoted } from '@shared/commands/shell-text';
import { embeddedConnectionId } from '@shared/model/connection';
import type { LongWait } from '../engine/azure/account-deps';
import { formatCount } from '@shared/units';
import { systemClock } from '../engine/system-clock';
import { createEngine } from '../engine/engine';
import { findConnection } from './commands/connections';
import { runEmulator } from './commands/emulator';
import { readConnectionString } from './connection-string';
import { exitCodeOf, exitCodes } from './exit-codes';
import { withoutFlagValues } from './commands/transfer-aliases';
import { emulatorProgram, nodePorts } from './host';
import { networkRouteOf } from './network';
import { parseTime } from './numbers';
import { type Output, type OutputFormat, type Streams, createOutput } from './output';
import { type Runner, buildProgram } from './program';
import type { GlobalOptions, Session } from './session';
import { makeStateDir, stateDirFrom } from './state-dir';
import manifest from '../../package.json';

export interface Run {
  /** Without the name of the program. */
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly streams: Streams;
  /** Opens standard input; absent: there is none. */
  readonly input?: () => AsyncIterable<Buffer | string>;
  /** Requests a clean stop. */
  readonly signal: AbortSignal;
  /** The built command line: its workers and the emulator are found from there. */
  readonly programPath: string;
  /** False once the reader of the results is gone; then the stop of the run is not reported. */
  readonly isOutputTaken?: () => boolean;
}

/** @throws StowageError `invalid.input` where two formats were named */
function formatOf({ json, output = 'table' }: GlobalOptions): OutputFormat {
  if (json !== true) return output === 'table' ? 'text' : output;
  if (output === 'table' || output === 'json') return 'json';
  throw invalidInput('--output', `--json and ${output} were both given.`, 'Use one of the two.');
}

/** A script must not wait for ever for a connection that is never repaired. */
const unreachableForMs = 120_000;
/** Even a service that is well needs a moment to answer. */
const minSilentMs = 5_000;

/** Resolves to the exit code; failures have been reported by then. */
export async function runCommandLine(run: Run): Promise<number> {
  const { args, env, streams, signal, programPath, isOutputTaken = () => true } = run;
  let output: Output = createOutput(streams, args.includes('--json') ? 'json' : 'text');
  let exitCode: number = exitCodes.done;
  const stateDirOf = (globals: GlobalOptions): string => stateDirFrom(globals.stateDir, env, process.platform);
  const prepareStateDir = async (globals: GlobalOptions): Promise<void> => {
    const warning = await makeStateDir(globals.stateDir, env, process.platform);
    if (warning !== null) output.info(warning);
  };
  const logOf =
    (globals: GlobalOptions) =>
    (line: string): void => {
      if (globals.verbose) output.info(line);
    };
  const useOutput = (globals: GlobalOptions): Output => {
    const log = logOf(globals);
    onUnforeseen(createBugTeller((text) => text.split('\n').forEach(log)).unforeseen);
    return (output = createOutput(streams, formatOf(globals), globals.quiet === true ? 'quiet' : 'talks'));
  };

  const runner: Runner = {
    version,
    run: async (globals, action, choices = {}) => {
      const stateDir = stateDirOf(globals);
      const given = await readConnectionString(globals, { env, input: run.input ?? noInput, signal });
      if (given?.warning && streams.stderr.isTTY) output.info(given.warning);
      await prepareStateDir(globals);
      const network = await networkRouteOf(env, stateDir);
      const info = (line: string): void => output.info(line);
      const retryForMs = parseTime('--retry-for', globals.retryFor ?? '10m');
      const ports = nodePorts({ stateDir, programPath, network, env, info, log: logOf(globals) });
      const { jobsDir, transfersAtOnce } = choices;
      const engine = createEngine(jobsDir === undefined ? ports : { ...ports, jobsDir }, {
        ...(transfersAtOnce === undefined ? {} : { transfersAtOnce }),
        loadSampleData: 'never',
        totalPace: 'holds',
        // A command runs only the jobs it was started for, not those that wait for a timetable.
        earlierJobs: 'rest',
        labLeftovers: 'rest',
        patience: {
          retryForMs,
          onWaiting: noticesOf(info),
        },
        onKeySwitch: ({ connection, now }) => {
          const rejected = now === 'primary' ? 'secondary' : 'primary';
          const command = ['stowage', 'connections', 'rotate', connection, '--key', rejected, '--key-file', 'FILE'];
          info(
            `The account of ${connection} rejected its ${rejected} key, which was probably rotated. The ${now} key is used now. ` +
              `To save the new one: ${command.map(shellQuoted).join(' ')}`,
          );
        },
      });
      const connectionString = given?.text;
      const session: Session = {
        engine,
        output: useOutput(globals),
        stateDir,
        unreachableForMs: globals.retryFor === undefined ? unreachableForMs : retryForMs,
        silentForMs: globals.retryFor === undefined ? null : Math.max(retryForMs, minSilentMs),
        isInputTaken: globals.connectionString === '-',
        input: run.input ?? noInput,
        signal,
        log: logOf(globals),
        connectionString,
        isOutputTaken,
        isConnectionGiven: (globals.connection ?? connectionString) !== undefined,
        programPath,
        connectionArguments: [
          ...(globals.connection === undefined ? [] : ['--connection', globals.connection]),
          ...(globals.stateDir === undefined ? [] : ['--state-dir', stateDir]),
          ...(given?.asArguments ?? []),
        ],
        connectionId: () => chooseConnection(engine, globals, connectionString),
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
    runProgram: async (globals, action) => {
      await prepareStateDir(globals);
      exitCode = await action({
        output: useOutput(globals),
        stateDir: stateDirOf(globals),
        signal,
        clock: systemClock,
        env,
        programPath,
        unreachableForMs,
        log: logOf(globals),
      });
    },
    emulator: async (globals, options) => {
      await prepareStateDir(globals);
      exitCode = await runEmulator(options, {
        output: useOutput(globals),
        stateDir: stateDirOf(globals),
        signal,
        clock: systemClock,
        emulatorPath: emulatorProgram(programPath),
        log: logOf(globals),
      });
    },
  };

  try {
    rejectCutAddress(args, env.STOWAGE_COMMAND_LINE ?? '');
    await buildProgram(runner).parseAsync(withoutFlagValues(args), { from: 'user' });
  } catch (thrown) {
    if (thrown instanceof CommanderError) {
      // commander has printed its message already. Help with a non-zero code means that a command is missing.
      return thrown.exitCode === 0 ? exitCodes.done : exitCodes.invalid;
    }
    const error = ofTypedName(ofWorkingFolder(thrown));
    if (error.kind !== 'cancelled' || isOutputTaken()) output.fail(error);
    return exitCodeOf(error.code);
  }
  return exitCode;
}

/** Relative paths cannot be resolved in a folder that was deleted after the shell had changed to it. */
function ofWorkingFolder(thrown: unknown): StowageError {
  const isGone = thrown instanceof Error && 'syscall' in thrown && thrown.syscall === 'uv_cwd';
  if (!isGone) return StowageError.from(thrown);
  return new StowageError('local.io', 'The working folder is gone.', { context: { what: 'working-folder' } });
}

/** A blob whose name was typed may never have existed, and there is no list to refresh. */
function ofTypedName(error: StowageError): StowageError {
  if (error.code !== 'not-found.blob') return error;
  const shape = error.toShape();
  return StowageError.fromShape({ ...shape, context: { ...shape.context, requested: 'exactly' } });
}

/**
 * PowerShell passes an address without quotes to our launcher, for which cmd.exe ends it at the first `&`: the command
 * would run with half a signature. `commandLine`: what cmd.exe was given, without quotes.
 */
function rejectCutAddress(args: readonly string[], commandLine: string): void {
  const cut = args.find((arg) => /^https?:\/\//iu.test(arg) && commandLine.includes(`${arg}&`));
  if (cut === undefined) return;
  throw invalidInput(
    'Command line',
    'the shell cut the address at its first “&”.',
    `In PowerShell, use both kinds of quotes: '"https://…"'. Or put it into a file: --connection-string-file FILE.`,
  );
}

const noInput = (): AsyncIterable<string> => Readable.from([]);

/** Many requests may wait for the same service: one line in a while is enough. */
function noticesOf(info: (line: string) => void): (wait: LongWait) => void {
  let quietUntilMs = 0;
  return ({ host, operation, because, emptyPages = 0 }) => {
    const nowMs = performance.now();
    if (nowMs < quietUntilMs) return;
    quietUntilMs = nowMs + noticeEveryMs;
    if (because === 'empty-pages') {
      const pages = `${formatCount(emptyPages)} empty pages in a row`;
      info(`Reading from ${host} (${operation}): ${pages}, and the list goes on. Press Ctrl+C to stop.`);
      return;
    }
    const state = because === 'failures' ? 'is busy or failing; the request is retried' : 'has not responded yet';
    info(`Waiting for ${host} (${operation}), which ${state}. Press Ctrl+C to stop.`);
  };
}

const noticeEveryMs = 30_000;

async function chooseConnection(
  engine: Session['engine'],
  globals: GlobalOptions,
  connectionString: string | undefined,
): Promise<string> {
  if (globals.connection === embeddedConnectionId) return embeddedConnectionId;
  if (globals.connection !== undefined) return (await findConnection(engine, globals.connection)).id;
  if (connectionString !== undefined) return engine.rooms.connections.addForThisRun(connectionString);
  throw invalidInput(
    '--connection',
    'no account was specified.',
    'Add --connection NAME or --connection-string-file FILE, or set STOWAGE_CONNECTION_STRING.',
  );
}

/** The version of this build, from package.json. */
const version: string = manifest.version;
