// Pages of a list of blobs: snapshots, ignored prefixes, and the record of a copy's source.
import { describe, expect, it } from 'vitest';
import type { Account } from '../azure/account';
import { createSnapshotReader, listBlobPage, readBlobPage } from './listing';

it.each([
  ['BlockBlob', '"0x1"'],
  ['AppendBlob', '"0x1"'],
  ['PageBlob', undefined],
] as const)('the recorded ETag of the source of a copy: %s', (type, sourceEtag) => {
  const metadata = '<Metadata><stowage_source_etag>"0x1"</stowage_source_etag></Metadata>';
  const blob = `<Blob><Name>a</Name><Properties><BlobType>${type}</BlobType></Properties>${metadata}</Blob>`;
  const page = readBlobPage(`<EnumerationResults><Blobs>${blob}</Blobs></EnumerationResults>`);
  expect(page.blobs[0]?.sourceEtag).toBe(sourceEtag);
});

describe('createSnapshotReader', () => {
  const entry = (name: string, snapshot = ''): string =>
    `<Blob><Name>${name}</Name>${snapshot === '' ? '' : `<Snapshot>${snapshot}</Snapshot>`}<Properties></Properties></Blob>`;
  const page = (...entries: readonly string[]): string =>
    `<EnumerationResults><Blobs>${entries.join('')}</Blobs><NextMarker/></EnumerationResults>`;
  const counts = (...pages: readonly string[]): unknown[] => {
    const read = createSnapshotReader();
    return pages.flatMap((xml) => read(xml).blobs.map(({ name, snapshots }) => [name, snapshots]));
  };

  it.each([
    ['before its blob', [page(entry('a', '1'), entry('a', '2'), entry('a'), entry('b'))]],
    ['after its blob', [page(entry('a'), entry('a', '1'), entry('a', '2'), entry('b'))]],
    ['on the page before that of its blob', [page(entry('a', '1'), entry('a', '2')), page(entry('a'), entry('b'))]],
    ['on both pages', [page(entry('a', '1')), page(entry('a', '2'), entry('a'), entry('b'))]],
  ])('snapshots: counts each with its blob when it is listed %s', (_where, pages) => {
    expect(counts(...pages)).toEqual([
      ['a', 2],
      ['b', 0],
    ]);
  });
});

it.each([
  ['a blob', '<Blob><Name>other/b</Name><Properties/></Blob>'],
  ['a folder', '<BlobPrefix><Name>other/</Name></BlobPrefix>'],
])('a list ends with an error when the service ignores the prefix: %s', async (_, entry) => {
  const body = Buffer.from(`<EnumerationResults><Blobs>${entry}</Blobs><NextMarker/></EnumerationResults>`);
  const account = {
    descriptor: { endpoints: {} },
    send: () => Promise.resolve({ status: 200, headers: {}, metadataNames: {}, body }),
  } as unknown as Account;
  const request = { container: 'box', depth: 'flat', pageSize: 10 } as const;
  await expect(listBlobPage(account, { ...request, prefix: 'a/' })).rejects.toMatchObject({
    code: 'network.range-ignored',
  });
  await expect(listBlobPage(account, { ...request, prefix: 'oth' })).resolves.toBeDefined();
});
