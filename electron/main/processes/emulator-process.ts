// Runs the emulator program in utility processes, so that the switch which makes Electron a plain Node is not needed. A
// process outlives the engine that started it: the next engine that requests the same arguments gets the running one,
// with all its output so far.
import {
  type CloseOptions,
  type EmulatorEvent,
  type ForkedEmulator,
  type ForkedProcess,
  closeEmulator,
  listenTo,
} from './forked-emulator';

export interface EmulatorChildren {
  /** Starts a process, or returns one with the same arguments that a crashed engine left behind. */
  start(args: readonly string[]): Promise<number>;
  /** Requests a process to save and close; resolves when it is gone. Unknown ids are gone already. */
  stop(childId: number): Promise<void>;
  /** The output so far, then further output, then the exit; ends with the exit or the signal. */
  watch(childId: number, push: (event: EmulatorEvent) => void, signal: AbortSignal): Promise<void>;
  /** The engine crashed: its processes wait for the next one. */
  orphanAll(): void;
  stopAll(): Promise<void>;
}

export interface EmulatorChildrenOptions extends CloseOptions {
  readonly program: string;
  /** Starts a program with arguments; output is piped. */
  readonly fork: (program: string, args: readonly string[]) => ForkedProcess;
}

export function createEmulatorChildren(options: EmulatorChildrenOptions): EmulatorChildren {
  const children = new Map<number, ForkedEmulator>();
  let nextId = 1;

  const launch = (args: readonly string[]): ForkedEmulator => {
    const id = nextId++;
    const child = listenTo({ id, args, process: options.fork(options.program, args) }, () => children.delete(id));
    children.set(id, child);
    return child;
  };
  const stop = (child: ForkedEmulator): Promise<void> => closeEmulator(child, options);

  return {
    start: async (args) => {
      const orphans = [...children.values()].filter((child) => child.orphan);
      const heir = orphans.find((child) => JSON.stringify(child.args) === JSON.stringify(args));
      await Promise.all(orphans.filter((child) => child !== heir).map(stop));
      // An orphan may have ended while others were stopped.
      if (heir && children.has(heir.id)) {
        heir.orphan = false;
        return heir.id;
      }
      return launch(args).id;
    },
    stop: async (childId) => {
      const child = children.get(childId);
      if (child) await stop(child);
    },
    watch: (childId, push, signal) =>
      new Promise((resolve) => {
        const child = children.get(childId);
        if (!child) {
          push({ kind: 'exit', code: null });
          resolve();
          return;
        }
        const leave = (): void => {
          child.watchers.delete(listen);
          resolve();
        };
        const listen = (event: EmulatorEvent): void => {
          push(event);
          if (event.kind === 'exit') leave();
        };
        child.watchers.add(listen);
        signal.addEventListener('abort', leave, { once: true });
        for (const event of [...child.events]) {
          if (signal.aborted) return;
          push(event);
        }
        if (signal.aborted) leave();
      }),
    orphanAll: () => {
      for (const child of children.values()) child.orphan = true;
    },
    stopAll: async () => {
      await Promise.all([...children.values()].map(stop));
    },
  };
}
