// Has V8 optimise functions later than usual while the first jobs of a process move. Every thread of the engine runs
// the same few hundred functions and optimises them by itself, all within the first second of the first job; what they
// save until its end is less than what it costs to compile them. See decision 47.
import type { Clock } from '../../ports';
import type { RuntimeChange } from './runtime-hold';

/** Together, over all jobs of the process. By then functions have run often enough for the right ones to be known. */
const firstMs = 1000;
/** Bytes of bytecode that a function runs through between two looks at whether to optimise it; eight times V8's own. */
const lateBudget = 528_000;
/** V8's own number in its versions 10 and 11. */
const usualBudget = 67_584;
/** Newer ones have a compiler between the interpreter and the optimiser, and count differently. */
const newestKnown = 11;

export interface LateCompilingPorts {
  /** `setFlagsFromString` of node:v8. */
  readonly setFlags: (flags: string) => void;
  /** `process.versions.v8`. */
  readonly v8Version: string;
  readonly clock: Pick<Clock, 'monotonic' | 'sleep'>;
}

export function lateCompiling({ setFlags, v8Version, clock }: LateCompilingPorts): RuntimeChange {
  let leftMs = Number.parseInt(v8Version, 10) <= newestKnown ? firstMs : 0;
  let ending: AbortController | null = null;
  let beganMs = 0;
  const end = (): void => {
    if (ending === null) return;
    ending.abort();
    ending = null;
    leftMs = Math.max(0, leftMs - (clock.monotonic() - beganMs));
    setFlags(`--interrupt-budget=${usualBudget}`);
  };
  return {
    begin: () => {
      if (leftMs === 0) return;
      beganMs = clock.monotonic();
      const ours = new AbortController();
      ending = ours;
      setFlags(`--interrupt-budget=${lateBudget}`);
      clock.sleep(leftMs, ours.signal).then(
        () => {
          if (ending !== ours) return;
          end();
          leftMs = 0;
        },
        () => undefined,
      );
    },
    end,
  };
}
