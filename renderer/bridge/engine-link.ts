// The window's end of the channel to the engine: takes ports as they arrive, reports the engine's state, lets callers
// wait for the next port. Independent of the calls themselves.
import { StowageError, cancelled } from '@shared/errors';
import { ChannelClient } from '@shared/ipc/endpoint';
import type { MessageChannelLike } from '@shared/ipc/protocol';
import { createListeners } from './listeners';

/** `connecting` until the first port arrives; the others as main reports them. */
export type EngineState = 'connecting' | 'running' | 'restarting' | 'failed';

type Listener = () => void;

export class EngineLink {
  #state: EngineState = 'connecting';
  #client: ChannelClient | null = null;
  readonly #changes = createListeners();
  readonly #waiting = new Set<Listener>();

  get state(): EngineState {
    return this.#state;
  }

  /** The client of the running engine, if it runs. */
  get now(): ChannelClient | null {
    return this.#client;
  }

  onStateChange(listener: Listener): () => void {
    return this.#changes.listen(listener);
  }

  /** A new port replaces the old one; whatever still waited on the old one fails with `network.engine-restarted`. */
  accept(port: MessagePort): void {
    const before = this.#client;
    this.#client = new ChannelClient(channelOverPort(port));
    this.#setState('running');
    before?.close();
  }

  /** Main's notices about the engine's process. `running` waits until its port has arrived. */
  report(state: 'running' | 'restarting' | 'failed'): void {
    if (state === 'running') {
      if (this.#client) this.#setState('running');
      return;
    }
    const before = this.#client;
    this.#client = null;
    this.#setState(state);
    before?.close();
  }

  /**
   * The client of the running engine, now or when it has restarted. Rejects when `signal` aborts, and when the engine
   * failed for good unless the caller waits for the user to start it again.
   */
  async client(signal?: AbortSignal, afterFailure: 'reject' | 'wait' = 'reject'): Promise<ChannelClient> {
    for (;;) {
      if (signal?.aborted) throw cancelled();
      if (this.#client) return this.#client;
      if (this.#state === 'failed' && afterFailure === 'reject') {
        throw new StowageError('network.engine-restarted', 'The engine stopped and could not be started again.');
      }
      await this.#nextChange(signal);
    }
  }

  #nextChange(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        this.#waiting.delete(done);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      this.#waiting.add(done);
      signal?.addEventListener('abort', done, { once: true });
    });
  }

  #setState(state: EngineState): void {
    const changed = this.#state !== state;
    this.#state = state;
    for (const wake of [...this.#waiting]) wake();
    if (changed) this.#changes.notify();
  }
}

/** A DOM MessagePort as the protocol's channel. Ports do not report when the other side is gone; main's notices do. */
export function channelOverPort(port: MessagePort): MessageChannelLike {
  const closed = new Set<() => void>();
  let open = true;
  return {
    post: (message) => {
      if (open) port.postMessage(message);
    },
    onMessage: (receive) => {
      port.onmessage = (event: MessageEvent<unknown>) => receive(event.data);
    },
    onClose: (listener) => {
      closed.add(listener);
    },
    close: () => {
      if (!open) return;
      open = false;
      port.close();
      for (const listener of closed) listener();
    },
  };
}
