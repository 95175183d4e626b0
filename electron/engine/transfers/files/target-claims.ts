// Ensures that only one job at a time writes a target: the next one waits and then finds what the first has left.
import { cancelled } from '@shared/errors';

export interface TargetClaims {
  /** Resolves with the function that releases the target. `onWait` is called when another job has it. */
  take(key: string, signal: AbortSignal, onWait: () => void): Promise<() => void>;
}

export function createTargetClaims(): TargetClaims {
  /** The waiting jobs of each target, in order. */
  const taken = new Map<string, (() => void)[]>();

  const letGo = (key: string): void => {
    const next = taken.get(key)?.shift();
    if (next === undefined) taken.delete(key);
    else next();
  };

  return {
    take: async (key, signal, onWait) => {
      if (signal.aborted) throw cancelled();
      const queue = taken.get(key);
      if (queue === undefined) taken.set(key, []);
      else {
        onWait();
        await new Promise<void>((resolve, reject) => {
          const enter = (): void => {
            signal.removeEventListener('abort', leave);
            resolve();
          };
          const leave = (): void => {
            queue.splice(queue.indexOf(enter), 1);
            reject(cancelled());
          };
          queue.push(enter);
          signal.addEventListener('abort', leave, { once: true });
        });
      }
      let held = true;
      return () => {
        if (held) letGo(key);
        held = false;
      };
    },
  };
}
