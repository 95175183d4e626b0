// Access tokens for the accounts of this process: one refresher for all requests and threads. Concurrent requests for
// the same token get the same result, and a token is renewed before it expires. How an identity obtains a token is up
// to its provider.
import { StowageError } from '@shared/errors';
import type { TokenSource, TokenTarget } from '../azure/account';
import type { Clock } from '../ports';

export interface AccessToken {
  readonly token: string;
  /** Wall time, ms since 1970. */
  readonly expiresAtMs: number;
}

export interface AcquireOptions {
  /** From a challenge: the claims that the resource requires in the token. JSON. */
  readonly claims?: string;
  /** The cached token was rejected. */
  readonly isForced: boolean;
  readonly signal: AbortSignal;
}

export interface TokenProvider {
  /**
   * @throws StowageError `auth.sign-in-needed` when only the user can help, `network.*` when the authority cannot be
   *   reached, `auth.sign-in-failed` for all its other responses
   */
  acquire(tenant: string, resource: string, options: AcquireOptions): Promise<AccessToken>;
}

/** Renewal starts this long before expiry, so that no request is sent with a token that expires on its way. */
const renewBeforeMs = 10 * 60_000;
/** A token with a shorter lifetime than that is renewed after three quarters of it. */
const renewAfterShare = 0.75;
/** Between two attempts of a renewal that failed, while the token is still good. */
const retryAfterMs = 30_000;

interface Held extends AccessToken {
  readonly renewAtMs: number;
}

export class Tokens implements TokenSource {
  readonly #clock: Clock;
  readonly #providerOf: (identityId: string) => Promise<TokenProvider>;
  readonly #held = new Map<string, Held>();
  readonly #pending = new Map<string, Promise<AccessToken>>();
  readonly #toRenew = new Set<string>();
  readonly #listeners = new Set<(target: TokenTarget, token: AccessToken) => void>();
  readonly #disposed = new AbortController();

  /** `providerOf` throws `not-found.identity`. */
  constructor(clock: Clock, providerOf: (identityId: string) => Promise<TokenProvider>) {
    this.#clock = clock;
    this.#providerOf = providerOf;
  }

  /** The token to send now, without waiting; null when there is none that is still valid. Starts a renewal that is due. */
  current(target: TokenTarget): string | null {
    const held = this.#held.get(keyOf(target));
    const nowMs = this.#clock.now();
    if (held === undefined || held.expiresAtMs <= nowMs) return null;
    if (held.renewAtMs <= nowMs) this.#renewInBackground(target, held);
    return held.token;
  }

  /** A token that is valid now. Throws as `TokenProvider.acquire`. */
  async valid(target: TokenTarget): Promise<AccessToken> {
    const held = this.#held.get(keyOf(target));
    if (this.current(target) !== null && held !== undefined) return held;
    return this.#acquire(target, { isForced: false });
  }

  /**
   * A token other than `rejected`, which the service did not accept. Nothing is requested when it was replaced
   * meanwhile, as by another thread that was rejected too.
   */
  async replace(target: TokenTarget, rejected: string, claims?: string): Promise<AccessToken> {
    const held = this.#held.get(keyOf(target));
    if (held !== undefined && held.token !== rejected && claims === undefined && this.current(target) !== null) {
      return held;
    }
    return this.#acquire(target, { isForced: true, ...(claims === undefined ? {} : { claims }) });
  }

  /** Called with every token that was issued, to pass it on to threads. */
  onRenewed(listener: (target: TokenTarget, token: AccessToken) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The next request for each of its tokens obtains one that the authority issues anew, as after rights were granted. */
  renewNext(identityId: string): void {
    for (const key of this.#held.keys()) {
      if (!key.startsWith(`${identityId} `)) continue;
      this.#held.delete(key);
      this.#toRenew.add(key);
    }
  }

  /** After signing out or in: the next request obtains another token. */
  forget(identityId: string): void {
    for (const key of this.#held.keys()) if (key.startsWith(`${identityId} `)) this.#held.delete(key);
  }

  dispose(): void {
    this.#disposed.abort();
    this.#held.clear();
    this.#listeners.clear();
  }

  #renewInBackground(target: TokenTarget, held: Held): void {
    const key = keyOf(target);
    if (this.#pending.has(key)) return;
    this.#acquire(target, { isForced: true }).catch(() => {
      // The token is valid for a while; later requests get the error.
      if (this.#held.get(key) === held) {
        this.#held.set(key, { ...held, renewAtMs: this.#clock.now() + retryAfterMs });
      }
    });
  }

  #acquire(
    target: TokenTarget,
    options: { readonly isForced: boolean; readonly claims?: string },
  ): Promise<AccessToken> {
    const key = keyOf(target);
    // A request with claims requests more than one without.
    const pendingKey = options.claims === undefined ? key : `${key} ${options.claims}`;
    const pending = this.#pending.get(pendingKey);
    if (pending !== undefined) return pending;
    const acquired = this.#acquireNow(target, options).finally(() => this.#pending.delete(pendingKey));
    this.#pending.set(pendingKey, acquired);
    return acquired;
  }

  async #acquireNow(
    target: TokenTarget,
    options: { readonly isForced: boolean; readonly claims?: string },
  ): Promise<AccessToken> {
    const { signal } = this.#disposed;
    const provider = await this.#providerOf(target.identityId);
    // The provider has a cache of its own.
    const isForced = this.#toRenew.delete(keyOf(target)) || options.isForced;
    const issued = await provider.acquire(target.tenant, target.resource, { ...options, isForced, signal });
    const nowMs = this.#clock.now();
    if (issued.expiresAtMs <= nowMs) {
      throw new StowageError('auth.clock-skew', 'The authority issued a token that has expired by this clock.');
    }
    const lifeMs = issued.expiresAtMs - nowMs;
    const renewAtMs = nowMs + Math.max(lifeMs - renewBeforeMs, lifeMs * renewAfterShare);
    if (!signal.aborted) this.#held.set(keyOf(target), { ...issued, renewAtMs });
    for (const listener of this.#listeners) listener(target, issued);
    return issued;
  }
}

function keyOf({ identityId, tenant, resource }: TokenTarget): string {
  return `${identityId} ${tenant} ${resource}`;
}
