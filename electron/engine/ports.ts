// What the engine needs from its host (the app's utility process, the command line, a test). The engine imports neither
// Electron nor global state.
import type { SecretStorage } from '@shared/model/connection';
import type { FilePurpose } from '@shared/model/file-purpose';
import type { PromptAnswer, PromptRequest } from '@shared/model/prompt';
import type { NetworkRoute } from '@shared/model/network';
import type { AppliedSettings } from '@shared/lab/lab-messages';

/** Stores the secrets of connections, by connection id. */
export interface SecretVault {
  storage(): Promise<SecretStorage>;
  read(id: string): Promise<string | null>;
  write(id: string, secret: string): Promise<SecretStorage>;
  remove(id: string): Promise<void>;
}

/**
 * Turns the opaque token of a picked or dropped file or folder into its absolute path; null when it is unknown, was
 * picked for something else, or is used up. `connectionId`: the account that the file is used with.
 */
export interface SourceResolver {
  resolve(token: string, purpose: FilePurpose, connectionId?: string): Promise<string | null>;
}

/** Prompts the user in a dialog of the host. */
export interface UserPrompts {
  request(request: PromptRequest): Promise<PromptAnswer>;
}

/** A running emulator program. */
export interface EmulatorChild {
  onLine(listen: (line: string) => void): void;
  onExit(listen: (code: number | null) => void): void;
  stop(): Promise<void>;
}
export interface EmulatorLauncher {
  /** `args`: Azurite's own command-line arguments, and the file of the account's key. */
  launch(args: readonly string[]): Promise<EmulatorChild>;
}

/** The command line as a program that this host can start; `env` beside its own. */
export interface CommandLine {
  readonly node: string;
  readonly program: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface Clock {
  /** Wall time in ms since 1970. */
  now(): number;
  /** Monotonic ms. */
  monotonic(): number;
  /** Rejects with `cancelled.by-user` when `signal` aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The initial values for transfers and imports of a connection, if the user applied settings of a lab run. */
export interface StartingPoints {
  /** Resolves once `of` knows what is stored. Absent: it always does. */
  all?(): Promise<unknown>;
  of(connectionId: string): Omit<AppliedSettings, 'connectionId'> | null;
}

export interface EnginePorts {
  /** Journals and saved connections are stored here; created when missing. */
  readonly stateDir: string;
  /** Where the journals of jobs are, when not in the state folder: of a worker, on a disk of its own machine. */
  readonly jobsDir?: string;
  /** Data of the embedded store; null when this host does not run one. */
  readonly emulator: { readonly dataDir: string; readonly launcher: EmulatorLauncher } | null;
  readonly secrets: SecretVault;
  readonly sources: SourceResolver;
  /** Absent when the caller is the user, as on the command line: then nothing is confirmed. */
  readonly prompts?: UserPrompts;
  /**
   * Opens a page of the authority, given by its origin, in the user's browser. Rejects when there is none; its address
   * is shown in any case.
   */
  readonly openAddress?: (address: string, authority: string) => Promise<void>;
  /** The environment that identities of the machine are read from; default: none. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** Uniform in [0, 1); injected so that tests can seed it. */
  readonly random: () => number;
  /** Null or absent where it did not come along. */
  readonly commandLine?: CommandLine | null;
  /** Absolute path of the built transfer worker (CommonJS). */
  readonly transferWorkerPath: string;
  /** Absolute path of the built import worker (CommonJS). */
  readonly importWorkerPath: string;
  /** Absolute path of the built preview worker (CommonJS). */
  readonly previewWorkerPath: string;
  /** Default: a direct connection to every host. */
  readonly network?: NetworkRoute;
  /** Diagnostics for the developer's terminal; never secrets. */
  readonly log: (line: string) => void;
}
