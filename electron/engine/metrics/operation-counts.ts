// Counts the requests of each operation that every connection has sent since the engine started: the basis of a bill.
import type { SentOperation } from '@shared/model/monitor';
import type { RequestRecord } from './request-record';

export class OperationCounts {
  readonly #counts = new Map<string, SentOperation>();

  /** Every attempt counts, as it does on a bill. */
  add(
    { connectionId, service, operation }: Pick<RequestRecord, 'connectionId' | 'service' | 'operation'>,
    requests = 1,
  ): void {
    const key = `${service} ${operation} ${connectionId}`;
    const before = this.#counts.get(key) ?? { connectionId, service, operation, requests: 0 };
    this.#counts.set(key, { ...before, requests: before.requests + requests });
  }

  /** In the order in which they first came. */
  answer(): SentOperation[] {
    return [...this.#counts.values()];
  }
}
