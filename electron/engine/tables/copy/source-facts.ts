// The facts shown to the user about the tables of a copy: the stored access policies of the source, which are not
// copied with its entities, and whether the source no longer exists or is being deleted.
import { type Account, partTargetOf } from '../../azure/account';
import { StowageError } from '@shared/errors';

/** Null if the connection may not read them, which only an account key may. */
export async function countAccessPolicies(
  account: Account,
  table: string,
  signal: AbortSignal,
): Promise<number | null> {
  // Cosmos DB has none.
  if (partTargetOf(account.descriptor).service === 'cosmos') return 0;
  try {
    const { body } = await account.send({
      service: 'table',
      operation: 'GetTableAcl',
      method: 'GET',
      path: `/${table}`,
      resource: table,
      query: { comp: 'acl' },
      headers: { accept: 'application/xml' },
      replay: 'safe',
      signal,
    });
    return body.toString('utf8').split('<SignedIdentifier>').length - 1;
  } catch {
    return null;
  }
}

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
