// The number of stored access policies of a table. They are not copied with its entities, which a person should know.
import type { Account } from '../../azure/account';

/** Null if the connection may not read them, which only an account key may. */
export async function countAccessPolicies(
  account: Account,
  table: string,
  signal: AbortSignal,
): Promise<number | null> {
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
