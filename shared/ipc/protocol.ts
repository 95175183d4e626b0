// The envelopes that carry the contract over any message channel. There are four requests: call, cancel, subscribe,
// unsubscribe. The endpoints (endpoint.ts) speak this protocol; the calls are declared in contract.ts.
import { z } from 'zod';
import { errorShape } from '../error-shape';

const id = z.int().nonnegative();

/** From the asking side. */
export const requestEnvelope = z.discriminatedUnion('t', [
  z.object({ t: z.literal('call'), id, name: z.string(), input: z.unknown() }),
  z.object({ t: z.literal('cancel'), id }),
  z.object({ t: z.literal('subscribe'), id, name: z.string(), input: z.unknown() }),
  z.object({ t: z.literal('unsubscribe'), id }),
]);
export type RequestEnvelope = z.infer<typeof requestEnvelope>;

/** From the answering side; `id` is the request's. A stream ends with `done` or `failed`. */
export const replyEnvelope = z.discriminatedUnion('t', [
  z.object({ t: z.literal('done'), id, value: z.unknown() }),
  z.object({ t: z.literal('failed'), id, error: errorShape }),
  z.object({ t: z.literal('event'), id, value: z.unknown() }),
]);
export type ReplyEnvelope = z.infer<typeof replyEnvelope>;

/** The least a transport must offer: Electron's ports, worker threads and Node's MessagePort all fit. */
export interface MessageChannelLike {
  post(message: unknown): void;
  /** Registers the single receiver; messages that came before it are delivered to it. */
  onMessage(receive: (message: unknown) => void): void;
  onClose(closed: () => void): void;
  close(): void;
}
