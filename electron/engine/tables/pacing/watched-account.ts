// An account that reports throttling, which controls a job's pace, and answered requests.
import type { RestAccount } from '../../azure/account';

export interface Pushback {
  readonly throttled: number;
  readonly timeouts: number;
}

/**
 * The same account. `onPushback` is called for every request that will be retried, `answered` for every one that has
 * succeeded.
 */
export function watchedAccount(
  account: RestAccount,
  onPushback: (pushback: Pushback) => void,
  answered: () => void = () => undefined,
): RestAccount {
  return {
    descriptor: account.descriptor,
    send: async (request) => {
      const response = await account.send({
        ...request,
        onRetry: (cause, next) => {
          const isBusy = cause === '429' || cause === '503' || cause.startsWith('throttled.');
          onPushback({ throttled: isBusy ? 1 : 0, timeouts: cause === 'network.timeout' || cause === '500' ? 1 : 0 });
          request.onRetry?.(cause, next);
        },
      });
      answered();
      return response;
    },
    slowdownMs: () => account.slowdownMs(),
    dispose: () => account.dispose(),
  };
}
