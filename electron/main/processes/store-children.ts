// The emulator's processes as the app runs them: utility processes beside the engine's, started once a window is drawn.
import { utilityProcess } from 'electron';
import { emulatorEnvironment } from '@shared/emulator-environment';
import { type EmulatorChildren, createEmulatorChildren } from './emulator-process';
import { endProcess } from './end-process';
import { storeName } from './process-watch';

export interface StoreChildrenOptions {
  /** The emulator's program, absolute. */
  readonly program: string;
  /** How long a process may take to save and close before it is killed, in ms. */
  readonly stopLimitMs: number;
  /** Starting earlier would take processor time from the window that is being drawn. */
  readonly mayBegin: Promise<void>;
}

export function createStoreChildren({ program, stopLimitMs, mayBegin }: StoreChildrenOptions): EmulatorChildren {
  const children = createEmulatorChildren({
    program,
    fork: (path, args) => {
      const child = utilityProcess.fork(path, [...args], {
        serviceName: storeName,
        stdio: 'pipe',
        env: emulatorEnvironment(process.env),
      });
      // V8 gives up, for example because the heap is full: its exit follows. Without a listener, Node would throw it here.
      child.on('error', () => undefined);
      // By a message, because on Windows a signal would kill it while it writes.
      return Object.assign(child, { close: () => child.postMessage('close') });
    },
    stopLimitMs,
    end: endProcess,
  });
  return {
    ...children,
    start: async (args) => {
      await mayBegin;
      return children.start(args);
    },
  };
}
