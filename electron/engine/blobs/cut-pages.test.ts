// The law of paging: wherever a service splits a list into pages, and however many of them are empty, a reader of the
// list finds each entry once.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import type { BlobSearchProgress } from '@shared/model/blob-search';
import type { BlobSizes } from '@shared/model/blob-sizes';
import type { BlobSum, DeletionProgress } from '@shared/model/blob-selection';
import { defaultTransferOptions } from '@shared/model/transfer';
import { type CutLists, createCutLists } from '../../testing/cut-pages';
import type { Account, ServiceRequest } from '../azure/account';
import { systemClock } from '../system-clock';
import { listTables } from '../tables/table-admin';
import { planCopy } from '../transfers/plan/copy-plan';
import { keepsNames } from '../transfers/plan/names';
import { planDownload } from '../transfers/plan/plan';
import { deleteBlobs } from './delete-blobs';
import { keepsVersions } from './deleted/retained-versions';
import { listContainers } from './listing';
import { searchBlobs } from './search/search-blobs';
import { selectedBlobs, sumBlobs } from './selected-blobs';
import { CachedCounts } from './sizes/cached-counts';
import { sizeFolders } from './sizes/size-folders';

const { signal } = new AbortController();
const container = 'box';

/** An account whose lists are split so; its blobs can be looked up and deleted. */
function accountOf(lists: CutLists): Account {
  const cut = createCutLists(lists);
  const send = ({ operation, query = {}, path, method }: ServiceRequest) => {
    const answer = (body: string, headers: Readonly<Record<string, string>> = {}) =>
      Promise.resolve({ status: 200, headers, metadataNames: {}, body: Buffer.from(body), attempts: 1 });
    const listed = { QueryTables: cut.tables, ListContainers: cut.containers, ListBlobs: cut.blobs }[operation];
    if (listed !== undefined) {
      const page = listed(query);
      return answer(page.body, page.headers);
    }
    const name = decodeURIComponent(path.slice(`/${container}/`.length));
    const exists = method === 'DELETE' ? lists.blobs.delete(name) : lists.blobs.has(name);
    if (!exists) return Promise.reject(new StowageError('not-found.blob', 'No.'));
    return answer('', { 'content-length': String(name.length), etag: '"0x1"', 'x-ms-blob-type': 'BlockBlob' });
  };
  const descriptor = { accountName: 'quay', name: 'quay', endpoints: { blob: 'https://quay.blob.core.windows.net' } };
  return { descriptor, send } as unknown as Account;
}

const names = (max: number): fc.Arbitrary<string[]> =>
  fc.uniqueArray(fc.stringMatching(/^[ab]{1,3}(?:\/[ab]{1,2}){0,2}$/u), { maxLength: max });
const cuts = fc
  .array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 6 })
  .filter((sizes) => sizes.some((size) => size > 0));
const plain = fc.uniqueArray(fc.stringMatching(/^[a-z][a-z0-9]{2,5}$/u), { maxLength: 12 });

const sorted = (all: Iterable<string>): readonly string[] => [...all].sort();
const last = <T>(pushed: readonly T[]): T => pushed.at(-1) ?? expect.unreachable('Nothing was pushed.');

it('tables and containers: are all listed', async () => {
  await fc.assert(
    fc.asyncProperty(plain, cuts, async (all, sizes) => {
      const ordered = sorted(all);
      const account = accountOf({ blobs: new Set(), containers: ordered, tables: ordered, cuts: sizes });
      expect((await listTables(account)).map(({ name }) => name)).toEqual(ordered);
      expect((await listContainers(account)).map(({ name }) => name)).toEqual(ordered);
    }),
  );
});

/** Chosen names, some of which exist, and folders that may overlap with them. */
const chosen = { all: names(60), alsoNamed: names(40), prefixes: fc.subarray(['a', 'a/', 'ab/', 'b/a/']), cuts };

it('blobs of a selection: are counted once and all deleted, and others stay', async () => {
  await fc.assert(
    fc.asyncProperty(fc.record(chosen), async ({ all, alsoNamed, prefixes, cuts: sizes }) => {
      const selection = { names: alsoNamed, prefixes };
      const isMeant = (name: string): boolean =>
        alsoNamed.includes(name) || prefixes.some((prefix) => name.startsWith(prefix));
      const blobs = new Set(all);
      const account = accountOf({ blobs, containers: [], tables: [], cuts: sizes });
      const sums: BlobSum[] = [];
      await sumBlobs(selectedBlobs(account, container, selection), systemClock, (sum) => sums.push(sum));
      expect(last(sums)).toMatchObject({ blobs: all.filter(isMeant).length, state: 'complete' });
      const reports: DeletionProgress[] = [];
      const push = (progress: DeletionProgress): void => void reports.push(progress);
      const pages = selectedBlobs(account, container, selection);
      await deleteBlobs(account, container, pages, { clock: systemClock, signal, push });
      expect(last(reports)).toMatchObject({ deleted: all.filter(isMeant).length, missing: 0, failedCount: 0 });
      expect(sorted(blobs)).toEqual(sorted(all.filter((name) => !isMeant(name))));
    }),
    { numRuns: 60 },
  );
});

it('copies, moves and downloads: plan each chosen blob once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.record(chosen), async ({ all, alsoNamed, cuts: sizes }) => {
      const account = accountOf({ blobs: new Set(all), containers: [], tables: [], cuts: sizes });
      const singles = alsoNamed.filter((name) => !name.startsWith('a'));
      const wanted = sorted(all.filter((name) => name.startsWith('a') || singles.includes(name)));
      const folder = { kind: 'prefix' as const, prefix: 'a' };
      const spec = { connectionId: 'c', container, options: defaultTransferOptions } as const;
      const copied: string[] = [];
      const copy = {
        ...spec,
        kind: 'copy' as const,
        container: 'elsewhere',
        prefix: '',
        from: { connectionId: 'c', container },
        selection: [
          { ...folder, as: 'folder/a' },
          ...singles.map((name) => ({ kind: 'blob' as const, name, as: `single/${name}` })),
        ],
      };
      for await (const steps of planCopy(copy, { source: account, target: account, signal })) {
        for (const step of steps) if (step.kind === 'file') copied.push(step.file.source);
      }
      expect(sorted(copied)).toEqual(wanted);
      const fetched: string[] = [];
      const download = {
        ...spec,
        kind: 'download' as const,
        targetDir: '/in',
        selection: [{ ...folder, as: 'folder' }, ...singles.map((name) => ({ kind: 'blob' as const, name }))],
        options: { ...defaultTransferOptions, overwrite: 'rename' as const },
      };
      const ports = { account, preferredBlockBytes: () => null, folding: keepsNames, signal };
      for await (const steps of planDownload(download, ports)) {
        for (const step of steps) if (step.kind === 'file') fetched.push(step.file.name);
      }
      expect(sorted(fetched)).toEqual(wanted);
    }),
    { numRuns: 60 },
  );
});

it('searches and sizes: come to all that is there', async () => {
  await fc.assert(
    fc.asyncProperty(names(60), cuts, async (all, sizes) => {
      const account = accountOf({ blobs: new Set(all), containers: [], tables: [], cuts: sizes });
      const found: BlobSearchProgress[] = [];
      const pattern = { kind: 'expression', text: '^a.*b$', letters: 'exact' } as const;
      await searchBlobs(
        account,
        { container, prefix: '', pattern },
        { clock: systemClock, signal, push: (progress) => found.push(progress) },
      );
      const hits = all.filter((name) => /^a.*b$/u.test(name));
      expect(sorted(found.flatMap(({ matches }) => matches.map(({ name }) => name)))).toEqual(sorted(hits));
      const sized: BlobSizes[] = [];
      const location = { connectionId: 'c', container, prefix: '' };
      await new CachedCounts().run(location, { from: 'start', nowMs: 0, signal }, (count) =>
        sizeFolders(account, location, count, { clock: systemClock, signal, push: (reports) => sized.push(reports) }),
      );
      const [whole] = last(sized).folders;
      expect(whole).toMatchObject({ blobs: all.length, bytes: all.join('').length });
    }),
    { numRuns: 60 },
  );
});

it('versions: are found behind any number of empty pages', async () => {
  const versioned = '<Blob><Name>a</Name><VersionId>1</VersionId><Properties/></Blob>';
  const pageAt = (at: number): string =>
    `<EnumerationResults><Blobs>${at < 9 ? '' : versioned}</Blobs><NextMarker>${at < 9 ? at + 1 : ''}</NextMarker></EnumerationResults>`;
  const send = ({ operation, query }: ServiceRequest) => {
    const body = operation === 'ListBlobs' ? pageAt(Number(query?.marker ?? 0)) : '';
    return Promise.resolve({ status: 200, headers: { 'x-ms-account-kind': 'StorageV2' }, body: Buffer.from(body) });
  };
  expect(await keepsVersions({ descriptor: {}, send } as unknown as Account, container)).toBe('yes');
});
