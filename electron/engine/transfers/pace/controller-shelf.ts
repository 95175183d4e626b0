// Abort controllers that serve one file or request after the other: a new one with its signal costs several microseconds, and
// some runtimes give each signal a shape of its own, which slows down everything that looks at signals.
import { getEventListeners, setMaxListeners } from 'node:events';

export interface ControllerShelf {
  /** One that has not been aborted and that nobody listens to. */
  take(): AbortController;
  /** To be called when what it was for has ended. One that was aborted, or is listened to still, is not used again. */
  giveBack(controller: AbortController): void;
}

export function createControllerShelf(): ControllerShelf {
  const free: AbortController[] = [];
  return {
    take: () => free.pop() ?? listenable(),
    giveBack: (controller) => {
      const { signal } = controller;
      if (!signal.aborted && getEventListeners(signal, 'abort').length === 0) free.push(controller);
    },
  };
}

/** Every request of a file listens. */
function listenable(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}
