// Makes garbage collection more eager while jobs run, so that garbage does not grow to several times the live data: by
// default V8 lets the heap grow to four times its contents. Outside of jobs the default is better, because loaded rows
// would be scanned in vain.

/** Activates it; the returned function deactivates it and has an effect once. */
export type HeapHold = () => () => void;

/** Upper limit of the garbage on top of the live data. */
const mostGarbagePercent = 40;
const leftToItself = 0;

/**
 * `setFlags` is `setFlagsFromString` of node:v8. The flag applies to the whole process, including its worker threads.
 */
export function createHeapHold(setFlags: (flags: string) => void): HeapHold {
  let holders = 0;
  const allow = (percent: number): void => setFlags(`--heap-growing-percent=${percent}`);
  return () => {
    holders += 1;
    if (holders === 1) allow(mostGarbagePercent);
    let holds = true;
    return () => {
      if (!holds) return;
      holds = false;
      holders -= 1;
      if (holders === 0) allow(leftToItself);
    };
  };
}
