// Checks the connections of an imported file against the rules of the connection dialog: a file may contain no address
// that could not be typed there. The dialog derives some addresses from other fields, so each kind has its own rule.
import { invalidInput } from '@shared/errors';
import { checkedAccountName, checkedSuffix, suffixEndpoints } from '@shared/model/connection-string/account-fields';
import { parseEmulator } from '@shared/model/connection-string';
import { type Address, accountBaseOf, parseAddress, invalidInputAs } from '@shared/model/endpoint-address';
import type { PortableConnection } from '@shared/model/portable';
import { t } from '@shared/strings/t';

/** @throws StowageError `invalid.input` that names the connection */
export function checkAddresses(connection: PortableConnection): void {
  if (isDialogConnection(connection)) return;
  throw invalidInput(
    'File',
    t`contains an address for the connection ${connection.name} that is not valid for this connection method.`,
    t`Choose an unmodified file exported from Stowage.`,
  );
}

function isDialogConnection(connection: PortableConnection): boolean {
  try {
    const addresses = addressesOf(connection.endpoints);
    if (addresses === null) return false;
    switch (connection.kind) {
      case 'account-key':
        return isDerived(connection, addresses);
      case 'emulator':
        return isEmulator(connection, addresses);
      case 's3':
        return connection.s3 !== undefined && addresses.blob !== undefined && addresses.table === undefined;
      case 'connection-string':
      case 'sas':
        checkedAccountName(connection.accountName, 'AccountName', inputError, 'any');
        return true;
    }
  } catch {
    return false;
  }
}

interface Addresses {
  readonly blob?: Address;
  readonly table?: Address;
  readonly dfs?: Address;
}

/** Null unless every endpoint is the base address of an account, and there is at least one. */
function addressesOf({ blob, table, dfs }: PortableConnection['endpoints']): Addresses | null {
  const read = (text: string): Address | null => {
    const address = parseAddress(text, 'File', inputError);
    return accountBaseOf(address) === text ? address : null;
  };
  const addresses = {
    ...(blob === undefined ? {} : { blob: read(blob) }),
    ...(table === undefined ? {} : { table: read(table) }),
    ...(dfs === undefined ? {} : { dfs: read(dfs) }),
  };
  const all = Object.values(addresses);
  return all.length === 0 || all.includes(null) ? null : (addresses as Addresses);
}

function isDerived({ accountName, endpoints }: PortableConnection, { blob }: Addresses): boolean {
  checkedAccountName(accountName, 'AccountName', inputError);
  const start = `${accountName}.blob.`;
  if (blob === undefined || !blob.host.startsWith(start)) return false;
  const port = blob.port === '' ? '' : `:${blob.port}`;
  const suffix = checkedSuffix(`${blob.host.slice(start.length)}${port}`, 'EndpointSuffix', inputError);
  const derived = suffixEndpoints('https', accountName, suffix);
  return derived.blob === endpoints.blob && derived.table === endpoints.table && endpoints.dfs === undefined;
}

function isEmulator({ accountName, endpoints }: PortableConnection, { blob, table }: Addresses): boolean {
  if (blob === undefined || table === undefined || blob.host !== table.host) return false;
  const parsed = parseEmulator({ host: blob.host, blobPort: Number(blob.port), tablePort: Number(table.port) });
  return (
    accountName === parsed.accountName &&
    endpoints.blob === parsed.endpoints.blob &&
    endpoints.table === parsed.endpoints.table &&
    endpoints.dfs === undefined
  );
}

const inputError = invalidInputAs('invalid.input');
