// What a shared access signature reaches, given as a URL or with the parts of a connection string: only services that
// it covers, and only where its address leads.
import type { SasScope } from '../connection';
import {
  type Address,
  type CreateInputError,
  accountBaseOf,
  accountOf,
  isPathStyle,
  parseAddress,
  invalidInputAs,
} from '../endpoint-address';
import { type AddressedResource, parseSasToken } from '../sas-token';
import { checkedAccountName } from './account-fields';
import { type Parts, basesOf, derivedEndpoints, dfsBaseOf, explicitEndpoints } from './connection-parts';
import type { ParsedConnection } from './parsed-connection';
import { t } from '../../strings/t';

/** A connection string that carries the given SAS. Throws an `inputError` for an invalid value, and `invalid.sas`. */
export function sasString(parts: Parts, text: string, inputError: CreateInputError): ParsedConnection {
  const explicit = explicitEndpoints(parts, inputError);
  const parsed = parseSasToken(text, explicit.blob === undefined ? {} : positionOf(explicit.blob.address));
  const address = explicit.blob?.address ?? explicit.table?.address;
  const given = parts.get('accountname') ?? (address === undefined ? undefined : accountOf(address));
  if (given === undefined) {
    throw inputError('BlobEndpoint', t`is missing.`, t`Copy the whole connection string, with its endpoints.`);
  }
  const accountName = checkedAccountName(given, 'AccountName', inputError, address === undefined ? 'cloud' : 'any');
  const endpoints: SasCandidate['endpoints'] =
    address === undefined
      ? { ...derivedEndpoints(parts, accountName, inputError), ...dfsBaseOf(explicit.dfs) }
      : basesOf(explicit);
  return covered({ accountName, endpoints, ...parsed }, inputError);
}

/** A SAS URL of an account, a container, a blob or a table. @throws StowageError `invalid.sas` */
export function parseSasUrl(text: string): ParsedConnection {
  const inputError = invalidInputAs('invalid.sas');
  const address = parseAddress(text, 'SAS URL', inputError);
  if (address.query === '') {
    throw inputError(
      'SAS URL',
      t`contains no SAS: there is nothing after the address.`,
      t`Copy the whole URL, including everything after the question mark.`,
    );
  }
  const base = accountBaseOf(address);
  const parsed = parseSasToken(address.query, positionOf(address));
  const accountName = checkedAccountName(accountOf(address) ?? '', 'SAS URL', inputError, 'any');
  return covered({ accountName, endpoints: endpointsBeside(address, base, parsed.services), ...parsed }, inputError);
}

/** The address belongs to one service; on the service's own domains the other one is its neighbour. */
function endpointsBeside(
  address: Address,
  base: string,
  services: readonly ('blob' | 'table')[],
): { blob?: string; table?: string } {
  const label = /^[^.]+\.(blob|table)\./.exec(address.host)?.[1];
  if (label !== undefined) {
    return { blob: base.replace(`.${label}.`, '.blob.'), table: base.replace(`.${label}.`, '.table.') };
  }
  const only =
    services.length === 1 ? services[0] : isPathStyle(address) && address.port === '10002' ? 'table' : 'blob';
  return only === 'table' ? { table: base } : { blob: base };
}

interface SasCandidate {
  readonly accountName: string;
  readonly endpoints: ParsedConnection['endpoints'];
  readonly token: string;
  readonly scope: SasScope;
  readonly services: readonly ('blob' | 'table')[];
}

/** Drops services that the SAS does not cover; rejects a connection without any service left. */
function covered(candidate: SasCandidate, inputError: CreateInputError): ParsedConnection {
  const { accountName, endpoints, token, scope, services } = candidate;
  const reachable = {
    ...(services.includes('blob') && endpoints.blob !== undefined ? { blob: endpoints.blob } : {}),
    ...(services.includes('table') && endpoints.table !== undefined ? { table: endpoints.table } : {}),
    ...(services.includes('blob') && endpoints.dfs !== undefined ? { dfs: endpoints.dfs } : {}),
  };
  if (reachable.blob === undefined && reachable.table === undefined) {
    const field = services[0] === 'table' ? 'TableEndpoint' : 'BlobEndpoint';
    throw inputError(field, t`is missing, and the SAS is for that service.`, t`Add the endpoint of the service.`);
  }
  if ((scope.level === 'container' || scope.level === 'blob') && scope.resource === undefined) {
    throw inputError(
      'BlobEndpoint',
      t`contains no container, but the SAS is for a container.`,
      t`Add the container to the URL.`,
    );
  }
  return { accountName, endpoints: reachable, credential: { kind: 'sas', token }, sas: scope };
}

/** Below the account. The name of a blob may have slashes that follow one another, or one at its end. */
function positionOf(address: Address): AddressedResource {
  const path = address.path.replace(/^\/+/u, '');
  const below = isPathStyle(address) ? path.replace(/^[^/]*\/*/u, '') : path;
  const [container = '', ...blob] = below.split('/').map(decodeSegment);
  const name = blob.join('/');
  return { ...(container === '' ? {} : { container }), ...(name === '' ? {} : { blob: name }) };
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
