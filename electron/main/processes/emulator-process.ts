// Runs the emulator program as children of the app, in utility processes of their own, so that no switch that turns
// Electron into plain Node is needed. A child outlives the engine that started it: the next engine asking for the
// same gets the running one, with everything it said so far.

/** The part of Electron's UtilityProcess that a child needs. */
export interface ForkedProcess {
  readonly pid?: number | undefined;
  readonly stdout: NodeJS.ReadableStream | null;
  readonly stderr: NodeJS.ReadableStream | null;
  on(event: 'exit', listener: (code: number) => void): unknown;
  /** Asks it to save and close; it may be asked again. */
  close(): void;
}
/** Starts a program with arguments; output is piped. */
export type ForkProgram = (program: string, args: readonly string[]) => ForkedProcess;

export type EmulatorEvent =
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'exit'; readonly code: number | null };

export interface EmulatorChildren {
  /** Starts a child, or hands over one with the same arguments that an engine left behind when it died. */
  start(args: readonly string[]): Promise<number>;
  /** Asks a child to save and close; resolves when it is gone. Unknown ids are gone already. */
  stop(childId: number): Promise<void>;
  /** What the child said so far, then what it says, then its exit; ends with the exit or the signal. */
  watch(childId: number, push: (event: EmulatorEvent) => void, signal: AbortSignal): Promise<void>;
  /** The engine died: its children wait for the next one. */
  orphanAll(): void;
  stopAll(): Promise<void>;
}

/** Lines kept for whoever watches later: far more than the emulator says while it starts. */
const keptLines = 200;
/** The program says these once for each of its three services: when it answers, and when everything is on disk. */
const listeningLine = 'service is successfully listening';
const closedLine = 'service successfully closed';
const services = 3;
/** A process that is not there yet, or has only just begun to listen, does not hear the first time. */
const askAgainMs = 200;

interface Child {
  readonly id: number;
  readonly args: readonly string[];
  readonly process: ForkedProcess;
  readonly events: EmulatorEvent[];
  readonly watchers: Set<(event: EmulatorEvent) => void>;
  readonly gone: Promise<void>;
  orphan: boolean;
}

export interface EmulatorChildrenOptions {
  readonly program: string;
  readonly fork: ForkProgram;
  /** How long a child may take to save and close before it is ended, ms. */
  readonly stopLimitMs: number;
  /** Ends a process at once; one that is gone already is no error. */
  readonly end: (pid: number) => void;
}

export function createEmulatorChildren(options: EmulatorChildrenOptions): EmulatorChildren {
  const children = new Map<number, Child>();
  let nextId = 1;

  const launch = (args: readonly string[]): Child => {
    const forked = options.fork(options.program, args);
    let leave = (): void => undefined;
    const child: Child = {
      id: nextId++,
      args,
      process: forked,
      events: [],
      watchers: new Set(),
      gone: new Promise((resolve) => (leave = resolve)),
      orphan: false,
    };
    children.set(child.id, child);
    const tell = (event: EmulatorEvent): void => {
      child.events.push(event);
      if (child.events.length > keptLines) child.events.splice(keptLines / 2, 1);
      for (const watcher of [...child.watchers]) watcher(event);
    };
    const toLines = (): ((text: string) => void) => splitLines((text) => tell({ kind: 'line', text }));
    for (const output of [forked.stdout, forked.stderr]) {
      output?.setEncoding('utf8');
      output?.on('data', toLines());
    }
    forked.on('exit', (code) => {
      children.delete(child.id);
      tell({ kind: 'exit', code });
      leave();
    });
    return child;
  };

  const stop = async (child: Child): Promise<void> => {
    const said = (text: string): number =>
      child.events.filter((event) => event.kind === 'line' && event.text.includes(text)).length;
    const end = (): void => {
      if (child.process.pid !== undefined) options.end(child.process.pid);
    };
    const ask = (): void => {
      // While it starts it holds nothing that is not on disk, and heeds no signal.
      if (said(listeningLine) < services) end();
      else child.process.close();
    };
    const closing = (event: EmulatorEvent): void => {
      if (event.kind === 'line' && said(closedLine) === services) end();
    };
    child.watchers.add(closing);
    ask();
    const again = setInterval(ask, askAgainMs);
    const limit = setTimeout(end, options.stopLimitMs);
    await child.gone;
    clearInterval(again);
    clearTimeout(limit);
  };

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

/** Cuts text that comes in pieces into whole lines. */
export function splitLines(line: (text: string) => void): (piece: string) => void {
  let rest = '';
  return (piece) => {
    const parts = (rest + piece).split(/\r?\n/);
    rest = parts.pop() ?? '';
    for (const part of parts) if (part !== '') line(part);
  };
}
