// Writes the faults that a process reports to its fault log and to the terminal it was started from. Reporting never
// throws, whatever happens to either, because it is called from error handlers.
import { visibleLines } from '@shared/visible-text';
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
  /** False when further entries would not be written. */
  readonly hasRoom: () => boolean;
}

export function openProcessLog({ name, keep, limit = createFaultLimit(Date.now) }: ProcessLogOptions): ProcessLog {
  outliveTerminal();
  return {
    log: (text) => {
      for (const each of limit.take(text)) {
        keep(each);
        writeToTerminal(`${name}: ${each}\n`);
      }
    },
    hasRoom: limit.hasRoom,
  };
}

/**
 * Ignores a terminal that has closed. Without a listener the failed write would be a new fault, whose report would fail
 * again, and so on without end.
 */
function outliveTerminal(): void {
  try {
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  } catch {
    // The process has no standard streams.
  }
}

function writeToTerminal(text: string): void {
  try {
    // Names and responses of servers in it must not control the terminal.
    process.stderr.write(visibleLines(text));
  } catch {
    // A closed terminal fails at once; the fault log still has the text.
  }
}
