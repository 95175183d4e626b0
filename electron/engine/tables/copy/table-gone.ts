// Whether a table no longer exists or is being deleted.
import { StowageError } from '@shared/errors';
import type { Account } from '../../azure/account';

/** Requests one row. @throws StowageError if it cannot be determined */
export async function isTableGone(account: Account, table: string, signal: AbortSignal): Promise<boolean> {
  try {
    await account.send({
      service: 'table',
      operation: 'QueryEntities',
      method: 'GET',
      path: `/${table}()`,
      resource: table,
      query: { $top: '1' },
      replay: 'safe',
      signal,
      headers: { accept: 'application/json;odata=nometadata', dataserviceversion: '3.0' },
    });
    return false;
  } catch (thrown) {
    const { code } = StowageError.from(thrown);
    if (code === 'not-found.table' || code === 'conflict.being-deleted') return true;
    throw thrown;
  }
}
