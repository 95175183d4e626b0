// What happens at random moments of a soak; with the same seed, at the same moments as far as the machine allows.

export interface Repeated {
  readonly stop: () => void;
}

/** Acts repeatedly at random intervals with the given average, never concurrently. */
export function repeat(random: () => number, everyMs: number, work: () => Promise<void> | void): Repeated {
  let isStopped = false;
  const run = async (): Promise<void> => {
    for (;;) {
      await new Promise((resolve) => {
        setTimeout(resolve, everyMs * (0.5 + random())).unref();
      });
      if (isStopped) return;
      await work();
    }
  };
  void run();
  return {
    stop: () => {
      isStopped = true;
    },
  };
}
