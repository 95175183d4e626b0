// Owns the engine's process: starts it, serves the host contract to it, connects windows to it, restarts it after a
// crash, and ends it with the app. Knows nothing of what the engine does.
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
  /** Restarts the engine, even after it was given up. Resolves when the new one is ready. */
  restart(): Promise<void>;
  /** Ends the engine for good. */
  stop(): Promise<void>;
}

export function createEngineProcess<Port extends EventPort>(options: EngineProcessOptions<Port>): EngineProcess<Port> {
  const policy = options.restartPolicy ?? createRestartPolicy();
  const windows = new Map<number, PortReceiver<Port>>();
  let child: Started<Port> | null = null;
  let state: EngineState = 'restarting';
  let waiting: NodeJS.Timeout | undefined;
  let stopped = false;
  let gone: Promise<void> = Promise.resolve();
  const readyListeners = new Set<() => void>();

  const setState = (next: EngineState): void => {
    state = next;
    options.onState(next);
  };
  const newPort = (target: Started<Port>): Port => {
    const { port1, port2 } = options.newChannel();
    target.afterStart({ order: 'serve-window' }, [port1]);
    return port2;
  };
  const handOver = (target: Started<Port>, window: PortReceiver<Port>): void => {
    if (window.isThere()) window.sendPort(newPort(target));
    else windows.delete(window.id);
  };

  const launch = (): void => {
    const launched = options.fork();
    const { port1, port2 } = options.newChannel();
    const started = startWhenKnown(launched, options.config(), port1, (error) => {
      options.log(`The engine has nothing to start with: ${detailOf(error)}`);
      launched.kill();
    });
    child = started;
    let exited = (): void => undefined;
    gone = new Promise((resolve) => (exited = resolve));
    const hostChannel = eventPortChannel(port2);
    serveChannel(hostChannel, options.host);
    for (const window of [...windows.values()]) handOver(started, window);

    launched.on('message', (message) => {
      const report = engineReport.safeParse(message);
      if (!report.success) return;
      if (report.data.report === 'failed') {
        options.log(`The engine could not start: ${report.data.detail}`);
        return;
      }
      setState('running');
      for (const listener of [...readyListeners]) listener();
    });
    launched.on('exit', (code) => {
      hostChannel.close();
      if (child === started) child = null;
      options.onGone();
      exited();
      if (stopped) return;
      const delayMs = policy.delayAfterDeath(options.now());
      if (delayMs === null) {
        options.log(`The engine stopped with code ${code}, again and again; it is not started any more.`);
        setState('failed');
        return;
      }
      options.log(`The engine stopped with code ${code}; starting it again in ${delayMs} ms.`);
      setState('restarting');
      waiting = setTimeout(launch, delayMs);
    });
  };

  const end = async (): Promise<void> => {
    clearTimeout(waiting);
    const ending = child?.process;
    if (!ending) return;
    ending.postMessage({ order: 'stop' }, []);
    const limit = setTimeout(() => ending.kill(), options.stopLimitMs);
    await gone;
    clearTimeout(limit);
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
      stopped = true;
      await end();
      stopped = false;
      policy.forget();
      setState('restarting');
      await new Promise<void>((resolve) => {
        const ready = (): void => {
          readyListeners.delete(ready);
          resolve();
        };
        readyListeners.add(ready);
        launch();
      });
    },
    stop: async () => {
      stopped = true;
      await end();
    },
  };
}

interface Started<Port> {
  readonly process: EngineChild<Port>;
  /** Queues messages until the engine can understand them. */
  afterStart(message: EngineOrder, ports: Port[]): void;
}

/** Sends the configuration as soon as it is known, and then the queued messages. */
function startWhenKnown<Port extends EventPort>(
  process: EngineChild<Port>,
  config: Promise<EngineConfig>,
  host: Port,
  onUnknown: (error: unknown) => void,
): Started<Port> {
  let waiting: (() => void)[] | null = [];
  config.then((known) => {
    process.postMessage({ order: 'start', config: known }, [host]);
    for (const send of waiting ?? []) send();
    waiting = null;
  }, onUnknown);
  return {
    process,
    afterStart: (message, ports) => {
      const send = (): void => process.postMessage(message, ports);
      if (waiting === null) send();
      else waiting.push(send);
    },
  };
}
