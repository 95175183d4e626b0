// An account whose requests are held while their job is paused: waits before a retry end at once, and requests in
// flight get a moment to finish. When the job continues they are sent again; requests that must not be repeated are
// reported to their caller as lost replies.
import { StowageError } from '@shared/errors';
import type { RestAccount, ServiceRequest, ServiceResponse } from '../../azure/account';
import { afterBusy } from '../../azure/failures/after-busy';
import type { Clock } from '../../ports';
import type { PauseGate } from './pause-gate';

/** How long a request in flight may take after the job was paused. */
export const graceMs = 800;

export function heldAccount(
  account: RestAccount,
  gate: Pick<PauseGate, 'isOpen' | 'whileOpen' | 'onClose'>,
  clock: Clock,
): RestAccount {
  return {
    descriptor: account.descriptor,
    async send(request) {
      for (let before = 0; ;) {
        await gate.whileOpen();
        const held = new HeldSend(account, request, gate, clock);
        const response = await held.run().catch((thrown: unknown) => {
          // The attempts before the pause are not known to those after it.
          throw before > 0 ? afterBusy(StowageError.from(thrown)) : thrown;
        });
        if (response !== null) {
          return { ...response, attempts: before + response.attempts, afterBusy: before > 0 || response.afterBusy };
        }
        before += held.attempts;
      }
    },
    slowdownMs: () => account.slowdownMs(),
    dispose: () => account.dispose(),
  };
}

/** The attempts of a request between two pauses. */
class HeldSend {
  attempts = 0;
  readonly #account: RestAccount;
  readonly #request: ServiceRequest;
  readonly #gate: Pick<PauseGate, 'isOpen' | 'onClose'>;
  readonly #clock: Clock;
  readonly #givenUp = new AbortController();
  #phase: 'waiting' | 'under-way' = 'waiting';

  constructor(
    account: RestAccount,
    request: ServiceRequest,
    gate: Pick<PauseGate, 'isOpen' | 'onClose'>,
    clock: Clock,
  ) {
    this.#account = account;
    this.#request = request;
    this.#gate = gate;
    this.#clock = clock;
  }

  /** Null when it was given up for the pause and will be sent again. */
  async run(): Promise<ServiceResponse | null> {
    const { signal, replay } = this.#request;
    const giveUp = (): void => this.#givenUp.abort();
    signal?.addEventListener('abort', giveUp, { once: true });
    if (signal?.aborted === true) giveUp();
    const stopListening = this.#gate.onClose(() => this.#paused());
    try {
      return await this.#account.send({
        ...this.#request,
        signal: this.#givenUp.signal,
        onAttempt: (attempt) => {
          this.attempts = attempt;
          this.#phase = 'under-way';
          this.#request.onAttempt?.(attempt);
        },
        onRetry: (cause, next) => {
          this.#phase = 'waiting';
          this.#request.onRetry?.(cause, next);
          if (!this.#gate.isOpen) giveUp();
        },
      });
    } catch (thrown) {
      if (signal?.aborted === true || !this.#givenUp.signal.aborted) throw thrown;
      // Between two attempts the service certainly did not act, or the request may be repeated.
      if (this.#phase === 'waiting' || replay === 'safe') return null;
      throw new StowageError('network.stalled', 'The answer was not waited for: the job was paused.', {
        context: { resource: this.#request.resource, operation: this.#request.operation },
        cause: thrown,
      });
    } finally {
      stopListening();
      signal?.removeEventListener('abort', giveUp);
      // The rejected wait has no other listener.
      giveUp();
    }
  }

  #paused(): void {
    const giveUp = (): void => this.#givenUp.abort();
    if (this.#phase === 'waiting') {
      giveUp();
      return;
    }
    const giveUpIfPaused = (): void => {
      if (!this.#gate.isOpen) giveUp();
    };
    this.#clock.sleep(graceMs, this.#givenUp.signal).then(giveUpIfPaused, () => undefined);
  }
}
