// Makes garbage collection more eager while jobs run, so that garbage does not grow to several times the live data: by
// default V8 lets the heap grow to four times its contents. Outside of jobs the default is better, because loaded rows
// would be scanned in vain.
import type { RuntimeChange } from './runtime-hold';

/** Upper limit of the garbage on top of the live data. */
const mostGarbagePercent = 40;
const leftToItself = 0;

/** `setFlags` is `setFlagsFromString` of node:v8. */
export function eagerSweeps(setFlags: (flags: string) => void): RuntimeChange {
  const allow = (percent: number): void => setFlags(`--heap-growing-percent=${percent}`);
  return { begin: () => allow(mostGarbagePercent), end: () => allow(leftToItself) };
}
