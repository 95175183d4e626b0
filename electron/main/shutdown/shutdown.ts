// The end of the app: happens once, after everything was shut down, with the first exit code that was given.
import { detailOf } from '@shared/ipc/describe-bug';

export interface Shutdown {
  readonly exit: (code: number) => void;
  /** Called when the windows are gone and everything else is shut down. */
  readonly hasBegun: () => boolean;
  /** The app is started again while it quits: it restarts afterwards. `opens`: what should be opened then. */
  readonly startAgain: (opens: readonly string[]) => void;
}

export interface ShutdownOptions {
  readonly cleanUp: () => Promise<unknown>;
  /** Ends the process. */
  readonly exit: (code: number) => void;
  /** Restarts the app as soon as this process has ended. */
  readonly relaunch: (opens: readonly string[]) => void;
  readonly log: (line: string) => void;
}

export function createShutdown({ cleanUp, exit, relaunch, log }: ShutdownOptions): Shutdown {
  let begun = false;
  let again: readonly string[] | null = null;
  const leave = (code: number): void => {
    if (again !== null) relaunch(again);
    exit(code);
  };
  return {
    hasBegun: () => begun,
    startAgain: (opens) => {
      again = [...(again ?? []), ...opens];
    },
    exit: (code) => {
      if (begun) return;
      begun = true;
      cleanUp().then(
        () => leave(code),
        (error: unknown) => {
          log(`The app did not end cleanly: ${detailOf(error)}`);
          leave(code === 0 ? 1 : code);
        },
      );
    },
  };
}
