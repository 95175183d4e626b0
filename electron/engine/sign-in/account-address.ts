// Where a storage account is reached that is given by its name or by an address in it, for connections that sign in.
import { invalidInput } from '@shared/errors';
import { t } from '@shared/strings/t';
import type { Cloud } from '@shared/model/identity';
import { cosmosSuffixes } from '@shared/model/table-service';

export interface Endpoints {
  readonly blob?: string | undefined;
  readonly table?: string | undefined;
  readonly dfs?: string | undefined;
}

export interface AccountAddress {
  readonly accountName: string;
  readonly endpoints: { readonly blob?: string; readonly table?: string; readonly dfs?: string };
}

/**
 * As `endpointsOf`, with the endpoints that are known: a blob or table endpoint says that there are no others, while a
 * Data Lake endpoint alone is added. Throws as `endpointsOf`.
 */
export function accountAddress(address: string, cloud: Cloud, known: Endpoints = {}): AccountAddress {
  const { accountName, endpoints } = endpointsOf(address, cloud);
  const fields = { blob: 'BlobEndpoint', table: 'TableEndpoint', dfs: 'DfsEndpoint' } as const;
  const checked = Object.fromEntries(
    (['blob', 'table', 'dfs'] as const).flatMap((service) => {
      const text = known[service];
      return text === undefined ? [] : [[service, endpointAt(text, cloud, fields[service], service)]];
    }),
  );
  const derived = known.blob === undefined && known.table === undefined ? endpoints : {};
  return { accountName, endpoints: { ...derived, ...checked } };
}

/**
 * The addresses of an account that is given by its name or by the address of anything in it.
 * @throws StowageError `invalid.input` for an address outside of the cloud, which would receive tokens
 */
export function endpointsOf(address: string, cloud: Cloud): AccountAddress {
  const text = address.trim();
  if (/^[a-z0-9]{3,24}$/u.test(text)) {
    if (!URL.canParse(`https://${text}.blob.${cloud.storageSuffix}`)) {
      throw invalidInput(
        'Account',
        t`cannot be part of a host name below ${cloud.storageSuffix}.`,
        t`Enter the URL of the account, such as https://${cloud.storageSuffix}:10000/${text}.`,
      );
    }
    return {
      accountName: text,
      endpoints: {
        blob: `https://${text}.blob.${cloud.storageSuffix}`,
        table: `https://${text}.table.${cloud.storageSuffix}`,
      },
    };
  }
  if (!URL.canParse(text)) {
    throw invalidInput(
      'Account',
      t`is neither an account name nor a URL.`,
      t`Enter a name of 3 to 24 lowercase letters and digits, or a URL such as https://ACCOUNT.blob.${cloud.storageSuffix}.`,
    );
  }
  const url = new URL(text);
  const [accountName = ''] = url.hostname.split('.');
  if (isCosmosOf(url, cloud)) return { accountName, endpoints: { table: url.origin } };
  rejectForeignHost(url, cloud, 'Account');
  // Path-style addresses, as emulators have: the account is the first part of the path.
  if (url.hostname === cloud.storageSuffix) {
    const [, inPath = ''] = url.pathname.split('/');
    if (inPath === '') {
      throw invalidInput(
        'Account',
        t`contains no account name.`,
        t`Enter the URL of the account, such as https://${cloud.storageSuffix}:10000/ACCOUNT.`,
      );
    }
    return { accountName: inPath, endpoints: { blob: `${url.origin}/${inPath}` } };
  }
  const other = (service: 'blob' | 'table'): string =>
    `https://${url.host.replace(/^([^.]+(?:\.z\d+)?)\.(?:blob|table|dfs|web)\./u, `$1.${service}.`)}`;
  return { accountName, endpoints: { blob: other('blob'), table: other('table') } };
}

function endpointAt(address: string, cloud: Cloud, field: string, service: keyof Endpoints): string {
  const text = address.trim();
  if (!URL.canParse(text)) {
    throw invalidInput(
      field,
      t`is not an address.`,
      t`Enter one such as https://ACCOUNT.${service}.${cloud.storageSuffix}.`,
    );
  }
  const url = new URL(text);
  if (service === 'table' && isCosmosOf(url, cloud)) return url.origin;
  rejectForeignHost(url, cloud, field);
  return `${url.origin}${url.pathname.replace(/\/+$/u, '')}`;
}

/** Of accounts with an endpoint in a DNS zone, such as `NAME.z6.blob.storage.azure.net`. */
const zoneSuffix = 'storage.azure.net';

/** Cosmos DB takes tokens for a resource of its own, so they may go to its hosts in the same cloud. */
function isCosmosOf(url: URL, cloud: Cloud): boolean {
  const isBelow = cosmosSuffixes(cloud.id).some((suffix) => url.hostname.endsWith(`.${suffix}`));
  return isBelow && url.protocol === 'https:';
}

/** A token of storage is good for every account of the user: it goes to hosts of its cloud only, and encrypted. */
function rejectForeignHost(url: URL, cloud: Cloud, field: string): void {
  const isBelow = (suffix: string): boolean => url.hostname === suffix || url.hostname.endsWith(`.${suffix}`);
  const isOfCloud = isBelow(cloud.storageSuffix) || (cloud.id === 'public' && isBelow(zoneSuffix));
  if (url.protocol === 'https:' && isOfCloud) return;
  throw invalidInput(
    field,
    t`is not an HTTPS URL below ${cloud.storageSuffix}, so no token can be sent to it.`,
    t`Use a URL of the account in this cloud, or connect with a key or a SAS.`,
  );
}
