// The end of the app: once, after everything has been put away, with the first code that was asked for.
import { detailOf } from '@shared/ipc/describe-bug';

export interface Ending {
  readonly exit: (code: number) => void;
}

export interface EndingOptions {
  readonly cleanUp: () => Promise<unknown>;
  /** Ends the process. */
  readonly exit: (code: number) => void;
  readonly log: (line: string) => void;
}

export function createEnding({ cleanUp, exit, log }: EndingOptions): Ending {
  let begun = false;
  return {
    exit: (code) => {
      if (begun) return;
      begun = true;
      cleanUp().then(
        () => exit(code),
        (error: unknown) => {
          log(`The app did not end cleanly: ${detailOf(error)}`);
          exit(code === 0 ? 1 : code);
        },
      );
    },
  };
}
