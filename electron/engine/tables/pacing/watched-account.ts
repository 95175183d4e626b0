// An account whose pushback is counted: what the import's pace goes by.
import type { LeanAccount } from '../../azure/account';

export interface Pushback {
  readonly throttled: number;
  readonly timeouts: number;
}

/** The same account; `told` learns of every request that has to be sent again. */
export function watchedAccount(account: LeanAccount, told: (pushback: Pushback) => void): LeanAccount {
  return {
    descriptor: account.descriptor,
    send: (request) =>
      account.send({
        ...request,
        onRetry: (cause) => {
          const isBusy = cause === '429' || cause === '503' || cause.startsWith('throttled.');
          told({ throttled: isBusy ? 1 : 0, timeouts: cause === 'network.timeout' || cause === '500' ? 1 : 0 });
          request.onRetry?.(cause);
        },
      }),
    slowdownMs: () => account.slowdownMs(),
    dispose: () => account.dispose(),
  };
}
