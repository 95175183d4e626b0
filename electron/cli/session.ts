// What a command works with: the engine, the connection it was told to use, and where to write.
import type { Engine } from '../engine/engine';
import type { Output } from './output';

export interface GlobalOptions {
  readonly connection?: string;
  readonly connectionString?: string;
  readonly json?: boolean;
  readonly stateDir?: string;
  readonly verbose?: boolean;
}

export interface Session {
  readonly engine: Engine;
  /** Resolves the connection the person named. Throws `invalid.input` when none was, `not-found.connection` when unknown. */
  readonly connectionId: () => Promise<string>;
  /** By an option, or else by the environment. */
  readonly connectionString: string | undefined;
  /** The person named an account on the command line or in the environment. */
  readonly isConnectionGiven: boolean;
  readonly output: Output;
  readonly stateDir: string;
  /** Aborted by the first Ctrl+C. */
  readonly signal: AbortSignal;
}

/** A command resolves to its exit code; failures are thrown as StowageError. */
export type CommandAction = (session: Session) => Promise<number>;
