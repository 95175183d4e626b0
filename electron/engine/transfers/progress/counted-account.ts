// An account that also counts requests for a job: those of its planning, which no worker thread sends.
import type { Account } from '../../azure/account';
import type { JobStatistics } from './job-statistics';

export function countedAccount(account: Account, statistics: JobStatistics): Account {
  return {
    ...account,
    send: async (request) =>
      account.send({
        ...request,
        onRetry: (cause, next) => {
          statistics.retried();
          request.onRetry?.(cause, next);
        },
        onEnded: (record) => {
          statistics.record(record);
          request.onEnded?.(record);
        },
      }),
  };
}
