// The end of the app: once, after everything has been put away, with the first code that was asked for.
import { detailOf } from '@shared/ipc/describe-bug';

export interface Ending {
  readonly exit: (code: number) => void;
  /** Windows are gone by then, and everything else is being put away. */
  readonly hasBegun: () => boolean;
  /** Somebody starts the app while it ends: it begins anew when it has. `opens`: what is to be opened then. */
  readonly startAgain: (opens: readonly string[]) => void;
}

export interface EndingOptions {
  readonly cleanUp: () => Promise<unknown>;
  /** Ends the process. */
  readonly exit: (code: number) => void;
  /** Starts the app once more as soon as this process is gone. */
  readonly relaunch: (opens: readonly string[]) => void;
  readonly log: (line: string) => void;
}

export function createEnding({ cleanUp, exit, relaunch, log }: EndingOptions): Ending {
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
