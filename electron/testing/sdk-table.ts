// A table as the plain SDK sees it: a second opinion in tests that shares no code with the engine.
import { AzureNamedKeyCredential, TableClient } from '@azure/data-tables';
import type { Account } from '../engine/azure/account';

/** At the endpoint of the account, which must have a key; may be a proxy's. */
export function sdkTable({ descriptor }: Pick<Account, 'descriptor'>, name: string): TableClient {
  const { credential, endpoints } = descriptor;
  if (credential.kind !== 'key' || endpoints.table === undefined)
    throw new Error('The account needs a key and tables.');
  const key = new AzureNamedKeyCredential(credential.accountName, credential.accountKey);
  return new TableClient(endpoints.table, name, key, { allowInsecureConnection: true });
}
