// Adapters from the message ports of both worlds to the protocol's channel. Structural types only, so that Electron's
// ports, worker threads and tests need no import here.
import type { MessageChannelLike } from './protocol';

/** The part of Electron's MessagePortMain that a channel uses; messages arrive wrapped in an event. */
export interface EventPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
  start(): void;
  close(): void;
}

/** The part of Node's worker_threads MessagePort that a channel uses; messages arrive bare. */
export interface ValuePort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
  close(): void;
}

/** A channel over one end of Electron's MessageChannelMain. The port holds messages back until a receiver is there. */
export function eventPortChannel(port: EventPort): MessageChannelLike {
  return channel(port, (receive) => {
    port.on('message', (event) => receive(event.data));
    port.start();
  });
}

/** A channel over one end of a worker_threads MessageChannel, which starts automatically with the first receiver. */
export function valuePortChannel(port: ValuePort): MessageChannelLike {
  return channel(port, (receive) => {
    port.on('message', receive);
  });
}

/**
 * Closes once, whichever end did it: some kinds of ports do not report being closed, and some throw when a message is
 * posted afterwards.
 */
function channel(
  port: Pick<EventPort, 'postMessage' | 'close'> & { on(event: 'close', listener: () => void): unknown },
  receiveWith: (receive: (message: unknown) => void) => void,
): MessageChannelLike {
  const listeners = new Set<() => void>();
  let open = true;
  const closed = (): void => {
    if (!open) return;
    open = false;
    for (const listener of listeners) listener();
  };
  port.on('close', closed);
  return {
    post: (message) => {
      if (open) port.postMessage(message);
    },
    onMessage: receiveWith,
    onClose: (listener) => {
      listeners.add(listener);
    },
    close: () => {
      closed();
      port.close();
    },
  };
}
