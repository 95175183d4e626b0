// The stored access policies of a table, read and replaced as a whole. The service supports no conditional update here,
// so they are compared with what was read just before.
import { StowageError, invalidInput } from '@shared/errors';
import type { StoredPolicy } from '@shared/model/container-details';
import { t } from '@shared/strings/t';
import { type Account, partTargetOf } from '../../azure/account';
import { assertPolicies, policiesBody, policiesIn } from '../policies-body';
import { checkTableName } from '@shared/query/key-rules';

/** Throws `not-found.table`, and `auth.denied` when the connection has no account key. */
export async function readTablePolicies(
  account: Account,
  table: string,
  signal?: AbortSignal,
): Promise<StoredPolicy[]> {
  checkTableName(table);
  // Cosmos DB has none.
  if (partTargetOf(account.descriptor).service === 'cosmos') return [];
  const { body } = await account.send({
    service: 'table',
    operation: 'GetTableACL',
    method: 'GET',
    path: `/${table}`,
    resource: table,
    query: { comp: 'acl' },
    headers: { accept: 'application/xml' },
    replay: 'safe',
    signal,
  });
  return policiesIn(body);
}

/** `read`: as they were when the change was made. Throws `invalid.input`, `conflict.etag-changed`. */
export async function setTablePolicies(
  account: Account,
  table: string,
  change: { readonly read: readonly StoredPolicy[]; readonly policies: readonly StoredPolicy[] },
  signal?: AbortSignal,
): Promise<void> {
  assertPolicies(change.policies);
  const now = await readTablePolicies(account, table, signal);
  if (JSON.stringify(now) !== JSON.stringify(change.read)) {
    throw new StowageError('conflict.etag-changed', 'The policies of the table are not those that were read.', {
      context: { table },
    });
  }
  try {
    await account.send({
      service: 'table',
      operation: 'SetTableACL',
      method: 'PUT',
      path: `/${table}`,
      resource: table,
      query: { comp: 'acl' },
      headers: { accept: 'application/xml', 'content-type': 'application/xml' },
      body: policiesBody(change.policies),
      replay: 'safe',
      signal,
    });
  } catch (thrown) {
    const error = StowageError.from(thrown);
    throw change.policies.every(isComplete) ? error : (emulatorRejection(error) ?? error);
  }
}

function isComplete({ rights, startsOn, expiresOn }: StoredPolicy): boolean {
  return rights !== '' && startsOn !== '' && expiresOn !== '';
}

/**
 * The emulator supports no table policy that leaves something to the signature, and answers that as no service does.
 */
function emulatorRejection({ code, context }: StowageError): StowageError | null {
  if (code !== 'network.not-azure' || context.status !== 400) return null;
  return invalidInput(
    'Stored policies',
    t`for tables, the emulator requires permissions, start and expiry.`,
    t`Fill in all of them.`,
  );
}
