// While jobs move, what is over is swept up before it has piled up to several times what is held: left to itself the engine
// would let the heap grow to four times its contents. Outside of jobs it does, since loaded rows are swept in vain.

/** Takes hold; answers how to let go, which counts once. */
export type HeapHold = () => () => void;

/** How much of what is held may pile up on it. */
const mostGarbagePercent = 40;
const leftToItself = 0;

/** `setFlags` is `setFlagsFromString` of node:v8: the flag is the process's, its worker threads included. */
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
