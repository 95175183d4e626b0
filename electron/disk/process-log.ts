// What a process tells of itself: into its fault log, and on the terminal it may have been started from. Whatever becomes of
// either, telling is never the next fault: it is called where errors are caught, and by what hears of those that nobody did.
import { type FaultLimit, createFaultLimit } from './fault-limit';

export interface ProcessLogOptions {
  /** Before each text on the terminal. */
  readonly name: string;
  /** Writes to the fault log on the disk. */
  readonly keep: (text: string) => void;
  readonly limit?: FaultLimit;
}

export interface ProcessLog {
  /** Never a secret. */
  readonly log: (text: string) => void;
  /** False where nothing that is logged now would be written. */
  readonly hasRoom: () => boolean;
}

export function openProcessLog({ name, keep, limit = createFaultLimit(Date.now) }: ProcessLogOptions): ProcessLog {
  outliveTerminal();
  return {
    log: (text) => {
      for (const each of limit.take(text)) {
        keep(each);
        tellTerminal(`${name}: ${each}\n`);
      }
    },
    hasRoom: limit.hasRoom,
  };
}

/**
 * A reader that has gone: without a listener the process would hear of it as a fault of its own, tell it there, and so on
 * without end.
 */
function outliveTerminal(): void {
  try {
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  } catch {
    // There is none to write to.
  }
}

function tellTerminal(text: string): void {
  try {
    process.stderr.write(text);
  } catch {
    // A terminal that is closed refuses at once; the fault log has it.
  }
}
