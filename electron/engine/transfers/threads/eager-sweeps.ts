// Makes garbage collection more eager while jobs run, so that garbage does not grow to several times the live data: by
// default V8 lets the heap grow to four times its contents. Outside of jobs the default is better, because loaded rows
// would be scanned in vain. V8's flags apply to the whole process with all its threads, so jobs share one hold.

/** Upper limit of the garbage on top of the live data. */
const maxGarbagePercent = 40;
const leftToV8 = 0;

/** Collects eagerly until the returned function is called by every job that called this one. */
export type HoldSweeps = () => () => void;

/** `setFlags` is `setFlagsFromString` of node:v8. */
export function createEagerSweeps(setFlags: (flags: string) => void): HoldSweeps {
  const allow = (percent: number): void => setFlags(`--heap-growing-percent=${percent}`);
  let holders = 0;
  return () => {
    holders += 1;
    if (holders === 1) allow(maxGarbagePercent);
    let holds = true;
    return () => {
      if (!holds) return;
      holds = false;
      holders -= 1;
      if (holders === 0) allow(leftToV8);
    };
  };
}
