// Access tokens and other keys in a worker thread: supplied by the engine's thread, received over a separate port. A
// thread renews nothing itself, so that a thousand rejected requests lead to one request to the authority. What a thread
// learns about rights goes the other way.
import type { MessagePort } from 'node:worker_threads';
import { type ErrorShape, StowageError } from '@shared/errors';
import type { KeySource, TokenSource, TokenTarget } from './account';
import type { SeenRight } from './account-deps';

interface IssuedToken {
  readonly token: string;
  /** Wall time, ms since 1970. */
  readonly expiresAtMs: number;
}

/** The engine's side; `sign-in/tokens.ts` implements it. */
export interface ServedTokens extends TokenSource {
  valid(target: TokenTarget): Promise<IssuedToken>;
  replace(target: TokenTarget, rejected: string, claims?: string): Promise<IssuedToken>;
  /** Returns how to stop listening. */
  onRenewed(listener: (target: TokenTarget, token: IssuedToken) => void): () => void;
  /** Absent where threads have the key of their account only. */
  readonly keys?: KeySource;
  readonly onRight?: (seen: SeenRight) => void;
}

/** The same tokens, with keys, and with a listener for rights. */
export function withKeys(tokens: ServedTokens, keys: KeySource, onRight: (seen: SeenRight) => void): ServedTokens {
  return {
    current: (target) => tokens.current(target),
    valid: (target) => tokens.valid(target),
    replace: (target, rejected, claims) => tokens.replace(target, rejected, claims),
    onRenewed: (listener) => tokens.onRenewed(listener),
    keys,
    onRight,
  };
}

type ToEngine =
  | { readonly kind: 'valid'; readonly id: number; readonly target: TokenTarget }
  | {
      readonly kind: 'replace';
      readonly id: number;
      readonly target: TokenTarget;
      readonly rejected: string;
      readonly claims: string | undefined;
    }
  /** The token is in use: it is renewed in time. */
  | { readonly kind: 'in-use'; readonly target: TokenTarget }
  | { readonly kind: 'other-key'; readonly id: number; readonly connectionId: string; readonly rejected: string }
  | { readonly kind: 'right'; readonly seen: SeenRight }
  | { readonly kind: 'key-accepted'; readonly connectionId: string; readonly key: string };

type FromEngine =
  | { readonly kind: 'issued'; readonly target: TokenTarget; readonly token: IssuedToken }
  | { readonly kind: 'answer'; readonly id: number; readonly target: TokenTarget; readonly token: IssuedToken }
  | { readonly kind: 'key'; readonly id: number; readonly key: string | null }
  | { readonly kind: 'failed'; readonly id: number; readonly error: ErrorShape };

/** The engine's side of one thread. The port closes with the thread. */
export function serveTokens(tokens: ServedTokens, port: MessagePort): void {
  const send = (message: FromEngine): void => port.postMessage(message);
  const stop = tokens.onRenewed((target, token) => send({ kind: 'issued', target, token }));
  port.on('close', stop);
  port.on('message', (message: ToEngine) => {
    if (message.kind === 'right') {
      tokens.onRight?.(message.seen);
      return;
    }
    if (message.kind === 'key-accepted') {
      tokens.keys?.accepted(message.connectionId, message.key);
      return;
    }
    if (message.kind === 'other-key') {
      const { id } = message;
      const found = tokens.keys?.other(message.connectionId, message.rejected) ?? Promise.resolve(null);
      found.then(
        (key) => send({ kind: 'key', id, key }),
        () => send({ kind: 'key', id, key: null }),
      );
      return;
    }
    const { target } = message;
    if (message.kind === 'in-use') {
      tokens.current(target);
      return;
    }
    const { id } = message;
    const issued =
      message.kind === 'valid'
        ? tokens.valid(target)
        : tokens.replace(target, message.rejected, message.claims ?? undefined);
    issued.then(
      (token) => send({ kind: 'answer', id, target, token }),
      (thrown: unknown) => send({ kind: 'failed', id, error: StowageError.from(thrown).toShape() }),
    );
  });
  port.unref();
}

/** How often a thread reports that it uses a token. */
const inUseEveryMs = 1_000;

/** The thread's side. */
export class TokenPort implements TokenSource, KeySource {
  readonly #port: MessagePort;
  readonly #now: () => number;
  readonly #held = new Map<string, IssuedToken>();
  readonly #waiting = new Map<
    number,
    { resolve: (token: IssuedToken) => void; reject: (error: StowageError) => void }
  >();
  readonly #waitingForKey = new Map<number, (key: string | null) => void>();
  readonly #reportedRights = new Map<string, SeenRight['seen']>();
  #lastId = 0;
  #reportedMs = -Infinity;

  constructor(port: MessagePort, now: () => number) {
    this.#port = port;
    this.#now = now;
    port.on('message', (message: FromEngine) => this.#receive(message));
    port.unref();
  }

  current(target: TokenTarget): string | null {
    const held = this.#held.get(keyOf(target));
    const nowMs = this.#now();
    if (held === undefined || held.expiresAtMs <= nowMs) return null;
    if (nowMs - this.#reportedMs >= inUseEveryMs) {
      this.#reportedMs = nowMs;
      this.#send({ kind: 'in-use', target });
    }
    return held.token;
  }

  valid(target: TokenTarget): Promise<IssuedToken> {
    return this.#request((id) => ({ kind: 'valid', id, target }));
  }

  replace(target: TokenTarget, rejected: string, claims?: string): Promise<IssuedToken> {
    const held = this.#held.get(keyOf(target));
    // Another request of this thread was rejected too, and has the new token already.
    if (held !== undefined && held.token !== rejected && claims === undefined) return Promise.resolve(held);
    return this.#request((id) => ({ kind: 'replace', id, target, rejected, claims }));
  }

  other(connectionId: string, rejected: string): Promise<string | null> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve) => {
      this.#waitingForKey.set(id, resolve);
      this.#send({ kind: 'other-key', id, connectionId, rejected });
    });
  }

  accepted(connectionId: string, key: string): void {
    this.#send({ kind: 'key-accepted', connectionId, key });
  }

  /** Every denial, and the first success of its kind or after a denial: a job has thousands of them. */
  reportRight(seen: SeenRight): void {
    const key = `${seen.connectionId} ${seen.service} ${seen.resource} ${seen.right}`;
    if (seen.seen === 'allowed' && this.#reportedRights.get(key) === 'allowed') return;
    this.#reportedRights.set(key, seen.seen);
    this.#send({ kind: 'right', seen });
  }

  #request(message: (id: number) => ToEngine): Promise<IssuedToken> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#send(message(id));
    });
  }

  #send(message: ToEngine): void {
    this.#port.postMessage(message);
  }

  #receive(message: FromEngine): void {
    if (message.kind === 'key') {
      this.#waitingForKey.get(message.id)?.(message.key);
      this.#waitingForKey.delete(message.id);
      return;
    }
    if (message.kind === 'failed') {
      this.#waiting.get(message.id)?.reject(StowageError.fromShape(message.error));
      this.#waiting.delete(message.id);
      return;
    }
    this.#held.set(keyOf(message.target), message.token);
    if (message.kind === 'issued') return;
    this.#waiting.get(message.id)?.resolve(message.token);
    this.#waiting.delete(message.id);
  }
}

function keyOf({ identityId, tenant, resource }: TokenTarget): string {
  return `${identityId} ${tenant} ${resource}`;
}
