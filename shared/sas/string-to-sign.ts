// The string to sign of a service SAS, and the query string that carries it. Source: Create a service SAS (version
// 2020-12-06 and later for blobs). Needs no key: the engine creates the signature.
import type { SasRequest, SasResource } from './sas-request';

const blobSasVersion = '2021-12-02';
const tableSasVersion = '2019-02-02';

/** `accountName` as in the credential. Fields in the fixed order of the service, empty ones included. */
export function stringToSign(request: SasRequest, accountName: string): string {
  const { resource, rights, startsOn, expiresOn, policy, ipRange, protocol } = request;
  const common = [rights, startsOn, expiresOn, canonicalName(resource, accountName), policy, ipRange, protocol];
  return resource.kind === 'table'
    ? [...common, tableSasVersion, ...Array<string>(4).fill('')].join('\n')
    : [...common, blobSasVersion, resourceLetter(resource), ...Array<string>(7).fill('')].join('\n');
}

/** The token as a query without `?`, its signature last. */
export function sasToken(request: SasRequest, signature: string): string {
  const { resource, rights, startsOn, expiresOn, policy, ipRange, protocol } = request;
  const parts: readonly (readonly [string, string])[] = [
    ['sv', resource.kind === 'table' ? tableSasVersion : blobSasVersion],
    ['st', startsOn],
    ['se', expiresOn],
    ['sip', ipRange],
    ['spr', protocol],
    ['si', policy],
    ...(resource.kind === 'table'
      ? ([['tn', resource.table]] as const)
      : ([['sr', resourceLetter(resource)]] as const)),
    ['sp', rights],
    ['sig', signature],
  ];
  return parts
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
}

function canonicalName(resource: SasResource, accountName: string): string {
  switch (resource.kind) {
    case 'blob':
      return `/blob/${accountName}/${resource.container}/${resource.name}`;
    case 'container':
      return `/blob/${accountName}/${resource.container}`;
    case 'table':
      return `/table/${accountName}/${resource.table.toLowerCase()}`;
  }
}

function resourceLetter(resource: SasResource): string {
  return resource.kind === 'blob' ? 'b' : 'c';
}
