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
  return {
    post: (message) => port.postMessage(message),
    onMessage: (receive) => {
      port.on('message', (event) => receive(event.data));
      port.start();
    },
    onClose: (closed) => {
      port.on('close', () => closed());
    },
    close: () => port.close(),
  };
}

/** A channel over one end of a worker_threads MessageChannel, which starts by itself with the first receiver. */
export function valuePortChannel(port: ValuePort): MessageChannelLike {
  return {
    post: (message) => port.postMessage(message),
    onMessage: (receive) => {
      port.on('message', (message) => receive(message));
    },
    onClose: (closed) => {
      port.on('close', () => closed());
    },
    close: () => port.close(),
  };
}
