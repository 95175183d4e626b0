// One process of the engine, from its fork to its exit: serves the host contract to it, sends it its configuration and
// then all other orders, and ends it. Whether another one follows is up to engine-process.ts.
import { detailOf } from '@shared/ipc/describe-bug';
import { type EngineConfig, type EngineOrder, engineReport } from '@shared/ipc/engine-boot';
import { type ServeOptions, serveChannel } from '@shared/ipc/endpoint';
import { type EventPort, eventPortChannel } from '@shared/ipc/port-channel';

/** The part of Electron's UtilityProcess that is used here. */
export interface EngineChild<Port> {
  postMessage(message: unknown, transfer?: Port[]): void;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'exit', listener: (code: number) => void): unknown;
  /** V8 aborts, for example because the heap is full; `exit` follows. */
  on(event: 'error', listener: (type: string, location: string) => void): unknown;
  kill(): boolean;
}

export interface EngineRunOptions<Port extends EventPort> {
  /** Determined while the process starts. */
  readonly config: () => Promise<EngineConfig>;
  readonly newChannel: () => { readonly port1: Port; readonly port2: Port };
  /** The host contract as main implements it. */
  readonly host: ServeOptions;
  readonly log: (line: string) => void;
  /** How long the engine may take to finish before it is killed, in ms. */
  readonly stopLimitMs: number;
}

export interface EngineRunEvents {
  /** Not called once the engine is being stopped. */
  readonly onReady: () => void;
  readonly onExit: (code: number) => void;
}

export class EngineRun<Port extends EventPort> {
  readonly #process: EngineChild<Port>;
  readonly #options: EngineRunOptions<Port>;
  readonly #gone: Promise<void>;
  /** Orders until the engine has its configuration and can understand them; null from then on. */
  #waiting: (() => void)[] | null = [];
  #isShuttingDown = false;
  #ended: Promise<void> | null = null;

  constructor(process: EngineChild<Port>, options: EngineRunOptions<Port>, { onReady, onExit }: EngineRunEvents) {
    this.#process = process;
    this.#options = options;
    const { port1, port2 } = options.newChannel();
    const host = eventPortChannel(port2);
    // First of all: an engine whose end is not noticed would never be replaced.
    this.#gone = new Promise((resolve) => {
      process.on('exit', (code) => {
        host.close();
        onExit(code);
        resolve();
      });
    });
    // Without a listener, Node would throw it in main.
    process.on('error', (type, location) => options.log(`The engine has failed: ${type} at ${location}.`));
    process.on('message', (message) => {
      const report = engineReport.safeParse(message);
      if (!report.success) return;
      if (report.data.report === 'failed') options.log(`The engine could not start: ${report.data.detail}`);
      else if (!this.isShuttingDown) onReady();
    });
    options.config().then(
      (config) => this.#configure(config, port1),
      (thrown: unknown) => {
        options.log(`The engine has nothing to start with: ${detailOf(thrown)}`);
        process.kill();
      },
    );
    serveChannel(host, options.host);
  }

  get isShuttingDown(): boolean {
    return this.#isShuttingDown;
  }

  /** Sent at once, or as soon as the engine can understand it. */
  send(order: EngineOrder, ports: Port[]): void {
    const post = (): void => this.#process.postMessage(order, ports);
    if (this.#waiting === null) post();
    else this.#waiting.push(post);
  }

  /** The other end of a new channel to the engine. */
  newPort(): Port {
    const { port1, port2 } = this.#options.newChannel();
    this.send({ order: 'serve-window' }, [port1]);
    return port2;
  }

  /** Requests it to end, and kills it when that takes too long. Resolves when its process is gone. */
  end(): Promise<void> {
    return (this.#ended ??= this.#end());
  }

  #configure(config: EngineConfig, host: Port): void {
    this.#process.postMessage({ order: 'start', config }, [host]);
    for (const post of this.#waiting ?? []) post();
    this.#waiting = null;
  }

  async #end(): Promise<void> {
    this.#isShuttingDown = true;
    this.#process.postMessage({ order: 'stop' }, []);
    const limit = setTimeout(() => this.#process.kill(), this.#options.stopLimitMs);
    await this.#gone;
    clearTimeout(limit);
  }
}
