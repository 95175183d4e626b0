// Lists that the service returns in pages are read to their last page: after full pages, after an empty one, and where
// the versions of one blob fill several.
import { expect, it } from 'vitest';
import { maxEmptyListPages } from '@shared/token-progress';
import type { Account, ServiceRequest } from './azure/account';
import { walkDeleted } from './blobs/deleted/list-deleted';
import { restoreVersion } from './blobs/deleted/retained-versions';
import { listPast } from './blobs/details/past';
import { walkFiles } from './blobs/folder-markers';
import { deletePath, renamePath } from './blobs/hierarchy/dfs-requests';
import { listContainers, walkBlobs } from './blobs/listing';
import { searchBlobs } from './blobs/search/search-blobs';
import { selectedBlobs } from './blobs/selected-blobs';
import { systemClock } from './system-clock';
import { listTables } from './tables/table-admin';

const { signal } = new AbortController();
const box = { container: 'box', prefix: '' } as const;
const one = { container: 'box', name: 'one' };

/** As full as a service makes pages, then an empty one although the list continues, then a single name. */
const pageSizes = [5000, 1000, 0, 1];
const pages = pageSizes.map((size, page) =>
  Array.from({ length: size }, (_, at) => `n${page}-${String(at).padStart(4, '0')}`),
);

interface Listed {
  readonly service: 'blob' | 'table';
  /** The element or field of one name. */
  readonly entry: (name: string) => string;
  /** Around all entries of a page. */
  readonly page: (entries: readonly string[], next: string) => string;
}

const xmlPage = (list: string) => (entries: readonly string[], next: string) =>
  `<EnumerationResults><${list}>${entries.join('')}</${list}><NextMarker>${next}</NextMarker></EnumerationResults>`;
const blobs: Listed = {
  service: 'blob',
  entry: (name) => `<Blob><Name>${name}</Name></Blob>`,
  page: xmlPage('Blobs'),
};
const deleted: Listed = { ...blobs, entry: (name) => `<Blob><Name>${name}</Name><Deleted>true</Deleted></Blob>` };
/** All of one blob; the names are their ids. */
const versions: Listed = { ...blobs, entry: (id) => `<Blob><Name>one</Name><VersionId>${id}</VersionId></Blob>` };
const containers: Listed = {
  service: 'blob',
  entry: (name) => `<Container><Name>${name}</Name></Container>`,
  page: xmlPage('Containers'),
};
const tables: Listed = {
  service: 'table',
  entry: (name) => `{"TableName":"${name}"}`,
  page: (entries) => `{"value":[${entries.join(',')}]}`,
};

/** An account whose only list consists of `pages`. `sent` collects its other requests. */
function accountOf({ service, entry, page }: Listed, sent: ServiceRequest[] = []): Account {
  const send = (request: ServiceRequest): Promise<unknown> => {
    const { query = {}, operation } = request;
    if (query.restype === 'account') return Promise.resolve({ headers: { 'x-ms-account-kind': 'StorageV2' } });
    if (!/^(?:List|QueryTables)/u.test(operation)) {
      sent.push(request);
      return Promise.resolve({ headers: {} });
    }
    const at = Number(query.marker ?? query.NextTableName ?? 0);
    const next = at + 1 < pages.length ? String(at + 1) : '';
    return Promise.resolve({
      headers: service === 'table' && next !== '' ? { 'x-ms-continuation-nexttablename': next } : {},
      body: Buffer.from(page((pages[at] ?? []).map(entry), next)),
    });
  };
  const descriptor = { endpoints: { blob: 'https://acc.blob.example' }, credential: { kind: 'key' } };
  return { descriptor, send } as unknown as Account;
}

interface Named {
  readonly name: string;
}

/** The names in a walk whose pages `of` reads. */
async function namesIn<P>(walk: AsyncIterable<P>, of: (page: P) => readonly Named[]): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const page of walk) names.push(...of(page).map(({ name }) => name));
  return names;
}

async function foundBy(account: Account): Promise<readonly string[]> {
  const found: string[] = [];
  const pattern = { kind: 'wildcard', text: '**', letters: 'exact' } as const;
  const push = ({ matches }: { readonly matches: readonly Named[] }): void => {
    for (const { name } of matches) found.push(name);
  };
  await searchBlobs(account, { ...box, pattern }, { clock: systemClock, signal, push });
  return found;
}

const all = { prefixes: ['n'], names: [] };

const walks: readonly (readonly [string, Listed, (account: Account) => Promise<readonly string[]>])[] = [
  ['blobs to copy', blobs, (account) => namesIn(walkBlobs(account, box), (page) => page)],
  ['blobs to delete', blobs, (account) => namesIn(selectedBlobs(account, 'box', all), (page) => page)],
  ['blobs to download', blobs, (account) => namesIn(walkFiles(account, box), (page) => page.blobs)],
  ['blobs by a search', blobs, foundBy],
  [
    'deleted blobs',
    deleted,
    (account) => namesIn(walkDeleted(account, { ...box, versions: 'no' }), (page) => page.deleted),
  ],
  ['containers', containers, async (account) => (await listContainers(account)).map(({ name }) => name)],
  ['tables', tables, async (account) => (await listTables(account)).map(({ name }) => name)],
  ['versions of a blob', versions, async (account) => (await listPast(account, one)).map(({ id }) => id).toReversed()],
];

it.each(walks)('every page: lists %s to the last page, after full pages and an empty one', async (_, listed, read) => {
  expect(await read(accountOf(listed))).toEqual(pages.flat());
});

/** An account whose list goes on, with ever new tokens, in pages without entries. */
function emptyAccountOf({ page }: Listed, isOver: () => void): Account {
  let sent = 0;
  const send = (request: ServiceRequest): Promise<unknown> => {
    if (request.query?.restype === 'account') {
      return Promise.resolve({ headers: { 'x-ms-account-kind': 'StorageV2' } });
    }
    sent += 1;
    if (sent > 2 * maxEmptyListPages) isOver();
    const headers = { 'x-ms-continuation-nexttablename': String(sent) };
    return Promise.resolve({ headers, body: Buffer.from(page([], String(sent))) });
  };
  return { descriptor: { endpoints: {}, credential: { kind: 'key' } }, send } as unknown as Account;
}

it.each(walks)('every page: ends a list of %s whose pages stay empty', async (_, listed, read) => {
  const isOver = (): never => {
    throw new Error('It was read on.');
  };
  await expect(read(emptyAccountOf(listed, isOver))).rejects.toMatchObject({
    code: 'network.repeated-page',
    context: { emptyPages: maxEmptyListPages },
  });
});

it('every page: restores the newest version of a deleted blob when it is on the last one', async () => {
  const sent: ServiceRequest[] = [];
  await restoreVersion(accountOf(versions, sent), one, signal);
  const newest = pages.flat().at(-1) ?? '';
  expect(sent.map(({ headers }) => headers?.['x-ms-copy-source'])).toEqual([
    `https://acc.blob.example/box/one?versionid=${newest}`,
  ]);
});

it.each([
  ['a deletion', async (account: Account) => deletePath(account, one)],
  ['a rename', async (account: Account) => renamePath(account, one, { ...one, name: 'other' })],
])('every page: %s of a folder ends when its continuation tokens repeat', async (_, change) => {
  let sent = 0;
  const send = (): Promise<unknown> => {
    sent += 1;
    if (sent > 100) throw new Error('It went on.');
    return Promise.resolve({ headers: { 'x-ms-continuation': String(sent % 3) }, attempts: 1 });
  };
  const account = { descriptor: { endpoints: {}, credential: { kind: 'key' } }, send } as unknown as Account;
  await expect(change(account)).rejects.toMatchObject({ code: 'network.repeated-page', context: { blob: 'one' } });
});
