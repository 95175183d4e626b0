// Owns the engine's process: starts it, connects windows to it, restarts it after a crash, and ends it with the app.
// Knows nothing of what the engine does.
import { StowageError, cancelled } from '@shared/errors';
import { detailOf } from '@shared/ipc/describe-bug';
import type { EventPort } from '@shared/ipc/port-channel';
import type { Locale } from '@shared/strings/locale';
import { type EngineChild, EngineRun, type EngineRunOptions } from './engine-run';
import { type RestartPolicy, createRestartPolicy } from './restart-policy';

export type EngineState = 'running' | 'restarting' | 'failed';

/** A window as seen from here: something that can receive a port. */
export interface PortReceiver<Port> {
  /** The same for the same window, even after a reload. */
  readonly id: number;
  /** False once the window is gone. */
  exists(): boolean;
  sendPort(port: Port): void;
}

export interface EngineProcessOptions<Port extends EventPort> extends EngineRunOptions<Port> {
  readonly fork: () => EngineChild<Port>;
  readonly onState: (state: EngineState) => void;
  /** Called whenever an engine is gone, before the next one starts. */
  readonly onGone: () => void;
  readonly now: () => number;
  readonly restartPolicy?: RestartPolicy;
}

export interface EngineProcess<Port> {
  /** Does nothing after `stop`. */
  start(): void;
  state(): EngineState;
  /** Connects the window now and after each restart, until the window is gone. */
  connect(window: PortReceiver<Port>): void;
  /** Applies to the current engine; later ones get it in their configuration. */
  setLanguage(locale: Locale): void;
  /** A channel for main to the current engine. */
  openChannel(): Port;
  /**
   * Restarts the engine, even after it was given up, with the current configuration; concurrent calls share one
   * restart. Resolves when the new one is ready. Rejects when it is given up, and when `stop` comes first.
   */
  restart(): Promise<void>;
  /** Ends the engine for good. */
  stop(): Promise<void>;
}

export function createEngineProcess<Port extends EventPort>(options: EngineProcessOptions<Port>): EngineProcess<Port> {
  const policy = options.restartPolicy ?? createRestartPolicy();
  const windows = new Map<number, PortReceiver<Port>>();
  let current: EngineRun<Port> | null = null;
  let state: EngineState = 'restarting';
  /** The next start after a crash. */
  let waiting: NodeJS.Timeout | undefined;
  /** The restart that has started no engine yet; further calls meanwhile share it. */
  let relaunching: Promise<void> | null = null;
  let stopped = false;
  const awaiting = new Set<{ readonly resolve: () => void; readonly reject: (failure: StowageError) => void }>();

  const setState = (next: EngineState): void => {
    state = next;
    options.onState(next);
  };
  const settleRestarts = (failure: StowageError | null): void => {
    for (const each of awaiting) {
      if (failure === null) each.resolve();
      else each.reject(failure);
    }
    awaiting.clear();
  };
  const handOver = (run: EngineRun<Port>, window: PortReceiver<Port>): void => {
    if (!window.exists()) {
      windows.delete(window.id);
      return;
    }
    const port = run.newPort();
    try {
      window.sendPort(port);
    } catch (thrown) {
      // Its page is gone, and reconnects once it has reloaded. The engine and the other windows continue.
      port.close();
      options.log(`A window could not be connected to the engine: ${detailOf(thrown)}`);
    }
  };

  const launch = (): void => {
    const run = new EngineRun(options.fork(), options, {
      onReady: () => {
        setState('running');
        settleRestarts(null);
      },
      onExit: (code) => {
        if (current === run) current = null;
        options.onGone();
        if (!run.isShuttingDown) replace(code);
      },
    });
    current = run;
    for (const window of [...windows.values()]) handOver(run, window);
  };

  const replace = (code: number): void => {
    const delayMs = policy.delayAfterDeath(options.now());
    if (delayMs === null) {
      options.log(`The engine stopped with code ${code}, again and again; it is not started any more.`);
      setState('failed');
      settleRestarts(new StowageError('network.engine-restarted', 'The engine stopped again and again.'));
      return;
    }
    options.log(`The engine stopped with code ${code}; starting it again in ${delayMs} ms.`);
    setState('restarting');
    waiting = setTimeout(launch, delayMs);
  };

  const end = async (): Promise<void> => {
    clearTimeout(waiting);
    await current?.end();
  };

  const relaunch = async (): Promise<void> => {
    try {
      await end();
    } finally {
      relaunching = null;
    }
    if (stopped) return;
    policy.forget();
    setState('restarting');
    launch();
  };

  return {
    start: () => {
      if (!stopped) launch();
    },
    state: () => state,
    connect: (window) => {
      windows.set(window.id, window);
      if (current) handOver(current, window);
    },
    setLanguage: (locale) => {
      current?.send({ order: 'speak', locale }, []);
    },
    openChannel: () => {
      if (!current) throw new Error('no engine is running');
      return current.newPort();
    },
    restart: async () => {
      if (stopped) throw cancelled();
      const ready = new Promise<void>((resolve, reject) => awaiting.add({ resolve, reject }));
      relaunching ??= relaunch();
      await Promise.all([relaunching, ready]);
    },
    stop: async () => {
      stopped = true;
      settleRestarts(cancelled());
      await end();
    },
  };
}
