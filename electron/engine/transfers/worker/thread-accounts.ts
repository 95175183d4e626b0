// The accounts of the jobs that one worker thread serves, and how long each of them is throttled: because the service said
// so to this thread, or because another thread was told.
import type { AccountDescriptor, RestAccount } from '../../azure/account';
import type { Pacer } from '../../azure/pacer';
import type { Slowness } from './report';

export interface ThreadAccountPorts {
  readonly openAccount: (jobId: string, descriptor: AccountDescriptor) => RestAccount;
  readonly pacerOf: (descriptor: AccountDescriptor) => Pacer;
  readonly monotonic: () => number;
}

/** Two readings of the clock may differ by this much and still mean the same moment. */
const toleranceMs = 20;

export class ThreadAccounts {
  readonly #ports: ThreadAccountPorts;
  readonly #accounts = new Map<string, RestAccount>();
  /** The accounts that jobs copy from. */
  readonly #sources = new Map<string, RestAccount>();
  /** Until when an account is throttled according to other threads, monotonic ms. */
  readonly #pausedUntilMs = new Map<Pacer, number>();

  constructor(ports: ThreadAccountPorts) {
    this.#ports = ports;
  }

  get jobIds(): readonly string[] {
    return [...this.#accounts.keys()];
  }

  of(jobId: string): RestAccount | undefined {
    return this.#accounts.get(jobId);
  }

  sourceOf(jobId: string): RestAccount | undefined {
    return this.#sources.get(jobId);
  }

  open(jobId: string, descriptor: AccountDescriptor, source: AccountDescriptor | undefined): void {
    this.dispose(jobId);
    this.#sources.delete(jobId);
    this.#accounts.set(jobId, this.#ports.openAccount(jobId, descriptor));
    if (source !== undefined) this.#sources.set(jobId, this.#ports.openAccount(jobId, source));
  }

  /** Ends the requests of the job; it is still known, for what its accounts report at the end. */
  dispose(jobId: string): void {
    this.#accounts.get(jobId)?.dispose();
    this.#sources.get(jobId)?.dispose();
  }

  forget(jobId: string): void {
    this.#accounts.delete(jobId);
    this.#sources.delete(jobId);
  }

  /** The longer wait of the accounts that the job copies from and to. */
  slownessOf(jobId: string): Slowness {
    const target = this.#slownessOf(this.#accounts.get(jobId), 'target');
    const source = this.#slownessOf(this.#sources.get(jobId), 'source');
    return source.slowdownMs > target.slowdownMs ? source : target;
  }

  /** Another thread was throttled: this one waits as well. */
  slowDown(descriptor: AccountDescriptor, ms: number): void {
    const pacer = this.#ports.pacerOf(descriptor);
    this.#pausedUntilMs.set(pacer, Math.max(this.#pausedUntilMs.get(pacer) ?? 0, this.#ports.monotonic() + ms));
    pacer.slowDown(ms);
  }

  /** Ends the waits of the job's accounts, because a person asked for it. */
  tryNow(jobId: string): void {
    for (const account of [this.#accounts.get(jobId), this.#sources.get(jobId)]) {
      if (account !== undefined) this.#ports.pacerOf(account.descriptor).release();
    }
  }

  #slownessOf(account: RestAccount | undefined, slowdownOf: Slowness['slowdownOf']): Slowness {
    if (account === undefined) return { slowdownMs: 0, slowdownOrigin: 'told', slowdownOf };
    const slowdownMs = account.slowdownMs();
    const remainingMs =
      (this.#pausedUntilMs.get(this.#ports.pacerOf(account.descriptor)) ?? 0) - this.#ports.monotonic();
    return { slowdownMs, slowdownOrigin: slowdownMs > remainingMs + toleranceMs ? 'own' : 'told', slowdownOf };
  }
}
