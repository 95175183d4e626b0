// Divides long work into short turns, so that the window stays responsive.
export interface Yielder {
  /** Something to wait for once the turn has lasted long enough; undefined while there is time left. */
  rest(): Promise<void> | undefined;
}

const turnMs = 8;

/** Turns of a few milliseconds, between which input and drawing come first. */
export function createFrameYielder(): Yielder {
  let startedAt = performance.now();
  return {
    rest() {
      if (performance.now() - startedAt < turnMs) return undefined;
      return new Promise((resolve) => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => {
          channel.port1.close();
          startedAt = performance.now();
          resolve();
        };
        channel.port2.postMessage(null);
      });
    },
  };
}
