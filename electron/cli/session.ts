// What a command works with: the engine, the chosen connection, and the output.
import type { Engine } from '../engine/engine';
import type { Clock } from '../engine/ports';
import type { Output, outputFormats } from './output';

export interface GlobalOptions {
  readonly connection?: string;
  /** `-` for standard input. */
  readonly connectionString?: string;
  readonly connectionStringFile?: string;
  readonly json?: boolean;
  readonly output?: (typeof outputFormats)[number];
  readonly quiet?: boolean;
  readonly stateDir?: string;
  readonly verbose?: boolean;
  readonly retryFor?: string;
}

export interface Session {
  readonly engine: Engine;
  /**
   * Resolves the connection that the user named. Throws `invalid.input` when none was named, or none is saved under
   * that name.
   */
  readonly connectionId: () => Promise<string>;
  /** By an option, a file, standard input, or else by the environment. */
  readonly connectionString: string | undefined;
  /** The user named an account on the command line or in the environment. */
  readonly isConnectionGiven: boolean;
  /** The named connection and state folder as arguments, to be repeated in commands that are suggested to the user. */
  readonly connectionArguments: readonly string[];
  readonly output: Output;
  readonly stateDir: string;
  /** Of this command line, to start it again. */
  readonly programPath: string;
  /** How long a transfer waits for a service that cannot be reached. */
  readonly unreachableForMs: number;
  /** How long one that moves nothing waits for answers; null for as long as its requests do. */
  readonly silentForMs: number | null;
  /** The connection string was read from standard input, which therefore holds no file. */
  readonly isInputTaken: boolean;
  /** Opens standard input. */
  readonly input: () => AsyncIterable<Buffer | string>;
  /** Aborted by the first Ctrl+C. */
  readonly signal: AbortSignal;
  /** Diagnostics, with --verbose only. */
  readonly log: (line: string) => void;
  /** False once the reader of the results is gone, as in a pipe to `head`. */
  readonly isOutputTaken: () => boolean;
}

/** For a worker of a hub: see the ports and options of the engine. */
export interface EngineChoices {
  readonly jobsDir?: string;
  readonly transfersAtOnce?: number;
}

/** What a command that runs without an engine works with. */
export interface ProgramHost {
  readonly output: Output;
  readonly stateDir: string;
  /** Aborted by the first Ctrl+C. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly env: NodeJS.ProcessEnv;
  /** The built command line. */
  readonly programPath: string;
  /** How long it waits for somebody who cannot be reached. */
  readonly unreachableForMs: number;
  /** Diagnostics, with --verbose only. */
  readonly log: (line: string) => void;
}

/** A command resolves to its exit code; failures are thrown as StowageError. */
export type CommandAction = (session: Session) => Promise<number>;
