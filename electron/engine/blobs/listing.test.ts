// Pages of a list of blobs: snapshots, ignored prefixes, and the record of a copy's source.
import { describe, expect, it } from 'vitest';
import type { Account } from '../azure/account';
import { createSnapshotReader, listBlobPage, walkPages } from './listing';
import { listFilesPage } from './folder-markers';
import { listEntries } from './deleted/list-entries';
import { namesPage } from './name-pages';
import { parseList } from './xml';

it.each([
  ['BlockBlob', '"0x1"'],
  ['AppendBlob', '"0x1"'],
  ['PageBlob', undefined],
] as const)('the recorded ETag of the source of a copy: %s', (type, sourceEtag) => {
  const metadata = '<Metadata><stowage_source_etag>"0x1"</stowage_source_etag></Metadata>';
  const blob = `<Blob><Name>a</Name><Properties><BlobType>${type}</BlobType></Properties>${metadata}</Blob>`;
  const page = createSnapshotReader()(parseList(`<EnumerationResults><Blobs>${blob}</Blobs></EnumerationResults>`));
  expect(page.blobs[0]?.sourceEtag).toBe(sourceEtag);
});

describe('createSnapshotReader', () => {
  const entry = (name: string, snapshot = ''): string =>
    `<Blob><Name>${name}</Name>${snapshot === '' ? '' : `<Snapshot>${snapshot}</Snapshot>`}<Properties></Properties></Blob>`;
  const page = (...entries: readonly string[]): string =>
    `<EnumerationResults><Blobs>${entries.join('')}</Blobs><NextMarker/></EnumerationResults>`;
  const counts = (...pages: readonly string[]): unknown[] => {
    const read = createSnapshotReader();
    return pages.flatMap((xml) => read(parseList(xml)).blobs.map(({ name, snapshots }) => [name, snapshots]));
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

const blob = (name: string): string => `<Blob><Name>${name}</Name><Properties/></Blob>`;
const folder = (name: string): string => `<BlobPrefix><Name>${name}</Name></BlobPrefix>`;

/** An account that answers each request with the next of these lists. */
function answering(...lists: readonly string[]): Account {
  let sent = 0;
  const send = (): Promise<unknown> => {
    const marker = sent < lists.length - 1 ? `m${sent}` : '';
    const list = `<EnumerationResults><Blobs>${lists[sent] ?? ''}</Blobs><NextMarker>${marker}</NextMarker></EnumerationResults>`;
    sent += 1;
    return Promise.resolve({ status: 200, headers: {}, metadataNames: {}, body: Buffer.from(list) });
  };
  return { descriptor: { endpoints: {}, accountName: 'a' }, send } as unknown as Account;
}

const box = { container: 'box', pageSize: 10, marker: undefined } as const;
const signal = new AbortController().signal;
describe.each<[string, (account: Account, prefix: string, depth: 'flat' | 'folders') => Promise<unknown>]>([
  ['a page', (account, prefix, depth) => listBlobPage(account, { ...box, prefix, depth })],
  ['files', (account, prefix, depth) => listFilesPage(account, { ...box, prefix, depth })],
  ['names', (account, prefix, depth) => namesPage({ account, container: 'box', signal }, { ...box, prefix, depth })],
])('a list of %s ends with an error when the service ignores', (_, list) => {
  it.each([
    ['the prefix: a blob', blob('other/b'), 'a/', 'oth', 'flat'],
    ['the prefix: a folder', folder('other/'), 'a/', 'oth', 'folders'],
    ['the delimiter: a blob', blob('a/b/c'), 'a/', 'a/b/', 'folders'],
    ['the delimiter: a folder that is the prefix', folder('a/'), 'a/', 'a', 'folders'],
    ['that a blob is there once', blob('a/b') + blob('a/b'), 'a/', null, 'flat'],
  ] as const)('%s', async (_what, entries, prefix, other, depth) => {
    const failure = { code: 'network.range-ignored' };
    await expect(list(answering(entries), prefix, depth)).rejects.toMatchObject(failure);
    if (other !== null) await expect(list(answering(entries), other, depth)).resolves.toBeDefined();
  });
});

it('versions and deleted blobs outside of the prefix are not listed, while a blob may have several entries', async () => {
  const list = (entries: string): Promise<unknown> =>
    listEntries(answering(entries), { ...box, prefix: 'a/', include: 'deleted,versions' });
  await expect(list(blob('a/b') + blob('a/b'))).resolves.toBeDefined();
  await expect(list(blob('a/b') + blob('other'))).rejects.toMatchObject({ code: 'network.range-ignored' });
});

it.each([
  ['the last blob of the page before', [blob('a') + blob('b'), blob('b') + blob('c')], ['a', 'b']],
  ['the page before, with another marker', [blob('a') + blob('b'), blob('a') + blob('b')], ['a', 'b']],
])('a walk ends with an error when a page repeats %s', async (_, pages, expected) => {
  const seen: string[] = [];
  const walk = async (): Promise<void> => {
    const request = { container: 'box', prefix: '', depth: 'flat' } as const;
    for await (const { blobs } of walkPages(answering(...pages), request)) seen.push(...blobs.map(({ name }) => name));
  };
  await expect(walk()).rejects.toMatchObject({ code: 'network.range-ignored', context: { what: 'names' } });
  expect(seen).toEqual(expected);
});
