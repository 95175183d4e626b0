// Owns the engine's process: starts it, serves the host contract to it, connects windows to it, restarts it after a
// crash, and ends it with the app. Knows nothing of what the engine does.
import { StowageError, cancelled } from '@shared/errors';
import { detailOf } from '@shared/ipc/describe-bug';
import type { EngineConfig, EngineOrder } from '@shared/ipc/engine-boot';
import { engineReport } from '@shared/ipc/engine-boot';
import { serveChannel } from '@shared/ipc/endpoint';
import type { ServeOptions } from '@shared/ipc/endpoint';
import { type EventPort, eventPortChannel } from '@shared/ipc/port-channel';
import type { Speech } from '@shared/strings/speech';
import { type RestartPolicy, createRestartPolicy } from './restart-policy';

export type EngineState = 'running' | 'restarting' | 'failed';

/** The part of Electron's UtilityProcess that is used here. */
export interface EngineChild<Port> {
  postMessage(message: unknown, transfer?: Port[]): void;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'exit', listener: (code: number) => void): unknown;
  kill(): boolean;
}

/** A window as seen from here: something that can receive a port. */
export interface PortReceiver<Port> {
  /** The same for the same window, even after a reload. */
  readonly id: number;
  /** False once the window is gone. */
  isThere(): boolean;
  sendPort(port: Port): void;
}

export interface EngineProcessOptions<Port extends EventPort> {
  /** Determined while the process starts. */
  readonly config: () => Promise<EngineConfig>;
  readonly fork: () => EngineChild<Port>;
  readonly newChannel: () => { readonly port1: Port; readonly port2: Port };
  /** The host contract as main implements it. */
  readonly host: ServeOptions;
  readonly onState: (state: EngineState) => void;
  /** Called whenever an engine is gone, before the next one starts. */
  readonly onGone: () => void;
  readonly log: (line: string) => void;
  readonly now: () => number;
  /** How long the engine may take to finish before it is killed, in ms. */
  readonly stopLimitMs: number;
  readonly restartPolicy?: RestartPolicy;
}

export interface EngineProcess<Port> {
  /** Does nothing after `stop`. */
  start(): void;
  state(): EngineState;
  /** Connects the window now and after each restart, until the window is gone. */
  connect(window: PortReceiver<Port>): void;
  /** Applies to the current engine; later ones get it in their configuration. */
  speak(speech: Speech): void;
  /** A channel for main itself to the current engine. */
  openChannel(): Port;
  /**
   * Restarts the engine, even after it was given up; with the configuration of now, however many ask at once. Resolves
   * when the new one is ready. Rejects when it is given up, and when `stop` comes first.
   */
  restart(): Promise<void>;
  /** Ends the engine for good. */
  stop(): Promise<void>;
}

export function createEngineProcess<Port extends EventPort>(options: EngineProcessOptions<Port>): EngineProcess<Port> {
  const policy = options.restartPolicy ?? createRestartPolicy();
  const windows = new Map<number, PortReceiver<Port>>();
  let child: Started<Port> | null = null;
  let state: EngineState = 'restarting';
  /** The next start after a crash. */
  let waiting: NodeJS.Timeout | undefined;
  /** The restart that has started no engine yet; whoever asks for one meanwhile gets the same. */
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
  const newPort = (target: Started<Port>): Port => {
    const { port1, port2 } = options.newChannel();
    target.afterStart({ order: 'serve-window' }, [port1]);
    return port2;
  };
  const handOver = (target: Started<Port>, window: PortReceiver<Port>): void => {
    if (!window.isThere()) {
      windows.delete(window.id);
      return;
    }
    const port = newPort(target);
    try {
      window.sendPort(port);
    } catch (thrown) {
      // Its page is gone, and connects again once it is loaded anew. The engine and the other windows go on.
      port.close();
      options.log(`A window could not be connected to the engine: ${detailOf(thrown)}`);
    }
  };

  const launch = (): void => {
    const launched = options.fork();
    const { port1, port2 } = options.newChannel();
    const hostChannel = eventPortChannel(port2);
    let exited = (): void => undefined;
    const gone = new Promise<void>((resolve) => (exited = resolve));
    const known = startWhenKnown(launched, options.config(), port1, (error) => {
      options.log(`The engine has nothing to start with: ${detailOf(error)}`);
      launched.kill();
    });
    let isEnding = false;
    let ended: Promise<void> | null = null;
    const started: Started<Port> = {
      ...known,
      end: () => {
        isEnding = true;
        return (ended ??= endedIn(options.stopLimitMs, launched, gone));
      },
    };
    child = started;
    // First of all: an engine whose end nobody hears of would never be replaced.
    launched.on('message', (message) => {
      const report = engineReport.safeParse(message);
      if (!report.success) return;
      if (report.data.report === 'failed') {
        options.log(`The engine could not start: ${report.data.detail}`);
        return;
      }
      if (isEnding) return;
      setState('running');
      settleRestarts(null);
    });
    launched.on('exit', (code) => {
      hostChannel.close();
      if (child === started) child = null;
      options.onGone();
      exited();
      if (isEnding) return;
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
    });
    serveChannel(hostChannel, options.host);
    for (const window of [...windows.values()]) handOver(started, window);
  };

  const end = async (): Promise<void> => {
    clearTimeout(waiting);
    await child?.end();
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
      if (child) handOver(child, window);
    },
    speak: (speech) => {
      child?.afterStart({ order: 'speak', speech }, []);
    },
    openChannel: () => {
      if (!child) throw new Error('no engine is running');
      return newPort(child);
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

/** Asks it to end, and ends it by force when it takes longer. */
async function endedIn(limitMs: number, process: EngineChild<never>, gone: Promise<void>): Promise<void> {
  process.postMessage({ order: 'stop' }, []);
  const limit = setTimeout(() => process.kill(), limitMs);
  await gone;
  clearTimeout(limit);
}

interface Started<Port> {
  /** Queues messages until the engine can understand them. */
  afterStart(message: EngineOrder, ports: Port[]): void;
  /** Resolves when its process is gone, which nothing replaces then; the same for everybody who asks. */
  end(): Promise<void>;
}

/** Sends the configuration as soon as it is known, and then the queued messages. */
function startWhenKnown<Port extends EventPort>(
  process: EngineChild<Port>,
  config: Promise<EngineConfig>,
  host: Port,
  onUnknown: (error: unknown) => void,
): Pick<Started<Port>, 'afterStart'> {
  let waiting: (() => void)[] | null = [];
  config.then((known) => {
    process.postMessage({ order: 'start', config: known }, [host]);
    for (const send of waiting ?? []) send();
    waiting = null;
  }, onUnknown);
  return {
    afterStart: (message, ports) => {
      const send = (): void => process.postMessage(message, ports);
      if (waiting === null) send();
      else waiting.push(send);
    },
  };
}
