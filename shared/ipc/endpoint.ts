// Both ends of the protocol over any MessageChannelLike: `serveChannel` answers, `ChannelClient` calls. Independent of
// the calls themselves; declarations and handlers come from a contract.
import type { z } from 'zod';
import { StowageError, cancelled } from '../errors';
import {
  type MessageChannelLike,
  type ReplyEnvelope,
  type RequestEnvelope,
  replyEnvelope,
  requestEnvelope,
} from './protocol';

/** What the endpoint needs to know of a declared call or stream, whichever contract it belongs to. */
export interface CallSchemas {
  readonly input: z.ZodType;
  readonly output: z.ZodType;
}
export interface StreamSchemas {
  readonly input: z.ZodType;
  readonly event: z.ZodType;
}

/** Handlers without the types of a particular contract, which were checked at the edges. */
export interface UntypedHandlers {
  readonly calls: Readonly<Record<string, (input: never, context: never) => unknown>>;
  readonly streams: Readonly<Record<string, (input: never, context: never) => Promise<void>>>;
}

export interface ServeOptions {
  readonly calls: Readonly<Record<string, CallSchemas>>;
  readonly streams: Readonly<Record<string, StreamSchemas>>;
  readonly handlers: UntypedHandlers;
  /** In development and tests outputs are parsed too, so that a wrong answer fails where it is made. */
  readonly checkOutputs: 'yes' | 'no';
  /** Called on failures of kind `bug`, with the original cause. */
  readonly onBug?: (error: StowageError, name: string) => void;
}

/** A window has a few hundred at most. */
export const maxAtOnce = 10_000;

type Handler = (input: unknown, context: unknown) => unknown;

/** Answers one channel until it closes; then everything still running is aborted. */
export function serveChannel(channel: MessageChannelLike, options: ServeOptions): void {
  const running = new Map<number, AbortController>();

  const answer = async (id: number, run: (signal: AbortSignal) => Promise<unknown>, name: string): Promise<void> => {
    const controller = new AbortController();
    running.set(id, controller);
    let reply: ReplyEnvelope;
    try {
      reply = { t: 'done', id, value: await run(controller.signal) };
    } catch (thrown) {
      const error = controller.signal.aborted ? cancelled() : StowageError.from(thrown);
      if (error.kind === 'bug') options.onBug?.(error, name);
      reply = { t: 'failed', id, error: error.toShape() };
    }
    if (!running.delete(id)) return;
    try {
      channel.post(reply);
    } catch (thrown) {
      const error = unpostable(name, thrown);
      options.onBug?.(error, name);
      channel.post({ t: 'failed', id, error: error.toShape() } satisfies ReplyEnvelope);
    }
  };

  /** Reusing an active number would hide the earlier call: it could not be ended, not even by closing the channel. */
  const isRejected = (id: number): boolean => {
    if (running.has(id)) return true;
    if (running.size < maxAtOnce) return false;
    const error = new StowageError('invalid.refused', 'Too many requests of one window run at once.');
    channel.post({ t: 'failed', id, error: error.toShape() } satisfies ReplyEnvelope);
    return true;
  };

  channel.onMessage((message) => {
    const parsed = requestEnvelope.safeParse(message);
    if (!parsed.success) return;
    const request = parsed.data;
    if ((request.t === 'call' || request.t === 'subscribe') && isRejected(request.id)) return;
    switch (request.t) {
      case 'call':
        void answer(request.id, (signal) => runCall(options, request.name, request.input, signal), request.name);
        break;
      case 'subscribe':
        void answer(
          request.id,
          (signal) =>
            runStream(options, request.name, request.input, signal, (value) => {
              if (running.has(request.id)) channel.post({ t: 'event', id: request.id, value } satisfies ReplyEnvelope);
            }),
          request.name,
        );
        break;
      case 'cancel':
      case 'unsubscribe':
        running.get(request.id)?.abort();
        break;
    }
  });
  channel.onClose(() => {
    const all = [...running.values()];
    running.clear();
    for (const controller of all) controller.abort();
  });
}

/**
 * Runs one declared call outside any channel; main's request/response ipc uses it directly.
 * @throws StowageError `bug.unexpected` for a name that nothing answers, `invalid.input`, and what the handler throws
 */
export async function runCall(
  options: ServeOptions,
  name: string,
  input: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  const declaration = Object.hasOwn(options.calls, name) ? options.calls[name] : undefined;
  const handler = Object.hasOwn(options.handlers.calls, name) ? (options.handlers.calls[name] as Handler) : undefined;
  if (!declaration || !handler) throw unknownName(name);
  const output = await handler(parseInput(declaration.input, input, name), { signal });
  return options.checkOutputs === 'yes' ? parseOutput(declaration.output, output, name) : output;
}

async function runStream(
  options: ServeOptions,
  name: string,
  input: unknown,
  signal: AbortSignal,
  push: (value: unknown) => void,
): Promise<void> {
  const declaration = Object.hasOwn(options.streams, name) ? options.streams[name] : undefined;
  const handler = Object.hasOwn(options.handlers.streams, name)
    ? (options.handlers.streams[name] as Handler)
    : undefined;
  if (!declaration || !handler) throw unknownName(name);
  const checked = (value: unknown): void =>
    push(options.checkOutputs === 'yes' ? parseOutput(declaration.event, value, name) : value);
  await handler(parseInput(declaration.input, input, name), { signal, push: checked });
}

function parseInput(schema: z.ZodType, input: unknown, name: string): unknown {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = issue?.path.join('.') || 'input';
  throw new StowageError('invalid.input', `${field}: ${issue?.message ?? 'not understood'}.`, {
    context: { field, problem: issue?.message ?? 'not understood', fix: '', call: name },
  });
}

function parseOutput(schema: z.ZodType, output: unknown, name: string): unknown {
  const parsed = schema.safeParse(output);
  if (parsed.success) return output;
  throw new StowageError(
    'bug.unexpected',
    `${name} answered out of contract: ${parsed.error.issues[0]?.path.join('.')} ${parsed.error.issues[0]?.message}`,
  );
}

function unpostable(name: string, cause: unknown): StowageError {
  return new StowageError('bug.unexpected', `What ${name} carries cannot be sent between processes.`, { cause });
}

function unknownName(name: string): StowageError {
  return new StowageError('bug.unexpected', `Nothing answers ${name} here.`);
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: StowageError) => void;
  readonly onEvent?: (value: unknown) => void;
}

/** Two ways to end a stream: `signal` at once, `stop` after the other end has sent what it has done. */
interface Outcome {
  readonly signal?: AbortSignal | undefined;
  readonly stop?: AbortSignal | undefined;
}

/** The asking end of one channel. When the channel closes, everything waiting fails with `network.engine-restarted`. */
export class ChannelClient {
  readonly #channel: MessageChannelLike;
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 0;
  #closed = false;

  constructor(channel: MessageChannelLike) {
    this.#channel = channel;
    channel.onMessage((message) => this.#receive(message));
    channel.onClose(() => this.#fail());
  }

  call(name: string, input: unknown, signal?: AbortSignal): Promise<unknown> {
    return this.#request((id) => ({ t: 'call', id, name, input }), 'cancel', { signal });
  }

  /**
   * Resolves when the stream ends normally; rejects when it fails or `signal` aborts. `stop` ends it too, after its
   * last events.
   */
  subscribe(
    name: string,
    input: unknown,
    onEvent: (value: unknown) => void,
    { signal, stop }: Outcome = {},
  ): Promise<void> {
    const ending = { signal, stop };
    return this.#request(
      (id) => ({ t: 'subscribe', id, name, input }),
      'unsubscribe',
      ending,
      onEvent,
    ) as Promise<void>;
  }

  close(): void {
    this.#channel.close();
    this.#fail();
  }

  #request(
    envelope: (id: number) => RequestEnvelope,
    end: 'cancel' | 'unsubscribe',
    { signal, stop }: Outcome,
    onEvent?: (value: unknown) => void,
  ): Promise<unknown> {
    if (signal?.aborted === true || stop?.aborted === true) return Promise.reject(cancelled());
    if (this.#closed) return Promise.reject(engineRestarted());
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        if (!this.#waiting.delete(id)) return;
        this.#channel.post({ t: end, id } satisfies RequestEnvelope);
        reject(cancelled());
      };
      const requestStop = (): void => this.#channel.post({ t: end, id } satisfies RequestEnvelope);
      const settle =
        <T>(then: (value: T) => void) =>
        (value: T): void => {
          signal?.removeEventListener('abort', abort);
          stop?.removeEventListener('abort', requestStop);
          then(value);
        };
      this.#waiting.set(id, { resolve: settle(resolve), reject: settle(reject), ...(onEvent ? { onEvent } : {}) });
      signal?.addEventListener('abort', abort, { once: true });
      stop?.addEventListener('abort', requestStop, { once: true });
      const request = envelope(id);
      try {
        this.#channel.post(request);
      } catch (thrown) {
        this.#take(id)?.reject(unpostable('name' in request ? request.name : end, thrown));
      }
    });
  }

  #receive(message: unknown): void {
    const parsed = replyEnvelope.safeParse(message);
    if (!parsed.success) {
      this.#refuseGarbled(message);
      return;
    }
    const reply = parsed.data;
    if (reply.t === 'event') this.#waiting.get(reply.id)?.onEvent?.(reply.value);
    else if (reply.t === 'done') this.#take(reply.id)?.resolve(reply.value);
    else this.#take(reply.id)?.reject(StowageError.fromShape(reply.error));
  }

  // A reply with a known id but invalid content must end its request, because no other reply will follow.
  #refuseGarbled(message: unknown): void {
    if (typeof message !== 'object' || message === null || !('id' in message)) return;
    if (typeof message.id !== 'number') return;
    this.#take(message.id)?.reject(new StowageError('bug.unexpected', 'The answer was not understood.'));
  }

  #take(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  #fail(): void {
    this.#closed = true;
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const waiting of all) waiting.reject(engineRestarted());
  }
}

function engineRestarted(): StowageError {
  return new StowageError('network.engine-restarted', 'The engine stopped before it answered.', {
    retry: { afterMs: 500 },
  });
}
