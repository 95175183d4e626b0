// Our signatures are those of the SDKs' generators. They are made without the SDKs because the threads that move blobs
// sign the source of a copy, and load no SDK.
import { AzureNamedKeyCredential, generateTableSas } from '@azure/data-tables';
import {
  BlobSASPermissions,
  ContainerSASPermissions,
  SASProtocol,
  StorageSharedKeyCredential,
  generateBlobSASQueryParameters,
} from '@azure/storage-blob';
import { type SasRequest, orderedRights, sasRights } from '@shared/sas/sas-request';
import { sasToken, stringToSign } from '@shared/sas/string-to-sign';
import fc from 'fast-check';
import { expect, it } from 'vitest';

const accountName = 'acct';
const accountKey = Buffer.from('a key of the account').toString('base64');
const signer = new StorageSharedKeyCredential(accountName, accountKey);

function ours(request: SasRequest): string {
  return sasToken(request, signer.computeHMACSHA256(stringToSign(request, accountName)));
}

function theirs({ resource, rights, startsOn, expiresOn, ipRange, protocol, policy }: SasRequest): string {
  const [start = '', end] = ipRange.split('-');
  const common = {
    expiresOn: new Date(expiresOn),
    ...(startsOn === '' ? {} : { startsOn: new Date(startsOn) }),
    ...(policy === '' ? {} : { identifier: policy }),
    ...(start === '' ? {} : { ipRange: { start, ...(end === undefined ? {} : { end }) } }),
  };
  if (resource.kind === 'table') {
    const allows = (letter: string): boolean => rights.includes(letter);
    const permissions = { query: allows('r'), add: allows('a'), update: allows('u'), delete: allows('d') };
    const credential = new AzureNamedKeyCredential(accountName, accountKey);
    const options = { ...common, permissions, protocol: protocol as 'https', version: '2019-02-02' };
    return generateTableSas(resource.table, credential, options);
  }
  const target = {
    containerName: resource.container,
    ...(resource.kind === 'blob' ? { blobName: resource.name } : {}),
    permissions: (resource.kind === 'blob' ? BlobSASPermissions : ContainerSASPermissions).parse(rights),
    protocol: protocol === 'https' ? SASProtocol.Https : SASProtocol.HttpsAndHttp,
    version: '2021-12-02',
  };
  return generateBlobSASQueryParameters({ ...common, ...target }, signer).toString();
}

const resource = fc.oneof(
  fc.record({
    kind: fc.constant('blob' as const),
    container: fc.constant('photos'),
    name: fc.string({ minLength: 1 }),
  }),
  fc.record({ kind: fc.constant('container' as const), container: fc.constantFrom('photos', '$web') }),
  fc.record({ kind: fc.constant('table' as const), table: fc.constantFrom('Orders', 'orders') }),
);
const request: fc.Arbitrary<SasRequest> = fc
  .record({
    resource,
    letters: fc.uniqueArray(fc.constantFrom('r', 'a', 'c', 'w', 'd', 'x', 'l', 't', 'u'), { minLength: 1 }),
    startsOn: fc.constantFrom('', '2026-03-01T08:00:00Z'),
    expiresOn: fc.constantFrom('2026-03-02T08:00:00Z', '2027-12-31T23:59:59Z'),
    ipRange: fc.constantFrom('', '203.0.113.4', '203.0.113.4-203.0.113.9'),
    protocol: fc.constantFrom('https' as const, 'https,http' as const),
    policy: fc.constantFrom('', 'crew'),
  })
  .map(({ letters, ...rest }) => ({ ...rest, rights: orderedRights(rest.resource.kind, letters.join('')) }))
  .filter(({ rights, resource: { kind } }) => rights !== '' && sasRights[kind].length > 0);

it('a signature: has the parts and the signature of the SDK for every request', () => {
  const partsOf = (token: string): readonly (readonly string[])[] => [...new URLSearchParams(token)].sort();
  fc.assert(
    fc.property(request, (each) => {
      expect(partsOf(ours(each))).toEqual(partsOf(theirs(each)));
    }),
  );
});
