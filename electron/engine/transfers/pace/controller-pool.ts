// Reuses abort controllers for one file or request after another: creating one costs several microseconds, and some
// runtimes give each signal a separate hidden class, which slows down all code that handles signals.
import { getEventListeners, setMaxListeners } from 'node:events';

export interface ControllerPool {
  /** A controller that has not been aborted and has no listeners. */
  take(): AbortController;
  /** Call it when its use has ended. A controller that was aborted or still has listeners is not reused. */
  giveBack(controller: AbortController): void;
}

export function createControllerPool(): ControllerPool {
  const free: AbortController[] = [];
  return {
    take: () => free.pop() ?? listenable(),
    giveBack: (controller) => {
      const { signal } = controller;
      if (!signal.aborted && getEventListeners(signal, 'abort').length === 0) free.push(controller);
    },
  };
}

/** Every request of a file listens to it. */
function listenable(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}
