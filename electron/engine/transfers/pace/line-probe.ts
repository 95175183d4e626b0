// A small request that tells whether a service can be reached at all; any answer will do.
import { StowageError } from '@shared/errors';
import type { Account } from '../../azure/account';

export async function probeService(
  account: Account,
  container: string,
  signal: AbortSignal,
): Promise<'answers' | 'silent'> {
  try {
    await account.send({
      service: 'blob',
      operation: 'GetContainerProperties',
      method: 'HEAD',
      path: `/${encodeURIComponent(container)}`,
      resource: container,
      query: { restype: 'container' },
      replay: 'unsafe',
      signal,
    });
    return 'answers';
  } catch (thrown) {
    const { kind } = StowageError.from(thrown);
    return kind === 'network' || kind === 'cancelled' ? 'silent' : 'answers';
  }
}

/** Two connections to the same account count as one. */
export function accountKeyOf({ descriptor }: Account): string {
  return descriptor.endpoints.blob ?? descriptor.accountName;
}
