// Deleting folders of an account with a hierarchical namespace, which rejects those that are not empty.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import type { BlobItem } from '@shared/model/blob';
import type { DeletionProgress } from '@shared/model/blob-selection';
import type { Account, ServiceRequest } from '../azure/account';
import { systemClock } from '../system-clock';
import { deleteBlobs } from './delete-blobs';

const { signal } = new AbortController();

/** Every folder above a name is stored, too. `slow`: names whose deletion takes longer than that of the others. */
function hierarchical(stored: Set<string>, slow: (name: string) => boolean): Account {
  const send = async ({ path }: ServiceRequest) => {
    const name = decodeURIComponent(path.slice('/box/'.length));
    for (let turns = slow(name) ? 5 : 1; turns > 0; turns -= 1) await new Promise((resolve) => setImmediate(resolve));
    if ([...stored].some((other) => other.startsWith(`${name}/`))) {
      throw new StowageError('conflict.other', 'No.', { context: { blob: name, serviceCode: 'DirectoryIsNotEmpty' } });
    }
    stored.delete(name);
    return { status: 202, headers: {}, metadataNames: {}, body: Buffer.alloc(0), attempts: 1 };
  };
  return { descriptor: {}, send } as unknown as Account;
}

async function* pagesOf(names: readonly string[], size: number): AsyncGenerator<readonly BlobItem[], void, undefined> {
  for (let at = 0; at < names.length; at += size) {
    yield names.slice(at, at + size).map((name) => ({ name, bytes: 1 }) as BlobItem);
  }
}

async function deleteAll(account: Account, pages: AsyncIterable<readonly BlobItem[]>): Promise<DeletionProgress> {
  const reports: DeletionProgress[] = [];
  await deleteBlobs(account, 'box', pages, { clock: systemClock, signal, push: (progress) => reports.push(progress) });
  return reports.at(-1) ?? expect.unreachable('Nothing was pushed.');
}

const withFolders = (names: readonly string[]): readonly string[] =>
  [...new Set(names.flatMap((name) => name.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/'))))].sort();

it('folders: are deleted after all their contents, on whatever page those are', async () => {
  const names = fc.array(fc.stringMatching(/^[ab]{1,2}(?:\/[ab]{1,2}){0,3}$/u), { minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(names, fc.integer({ min: 1, max: 8 }), async (chosen, size) => {
      const all = withFolders(chosen);
      const stored = new Set(all);
      const account = hierarchical(stored, (name) => name.endsWith('a'));
      expect(await deleteAll(account, pagesOf(all, size))).toMatchObject({ deleted: all.length, failedCount: 0 });
      expect([...stored]).toEqual([]);
    }),
    { numRuns: 40 },
  );
});

it('folder with other contents: remains and is reported with its reason, and its selected blobs are deleted', async () => {
  const stored = new Set(['a', 'a/kept', 'a/b', 'a/b/c']);
  const account = hierarchical(stored, () => false);
  const end = await deleteAll(account, pagesOf(['a', 'a/b', 'a/b/c'], 2));
  expect(end).toMatchObject({ deleted: 2, failed: [{ name: 'a', context: { serviceCode: 'DirectoryIsNotEmpty' } }] });
  expect([...stored]).toEqual(['a', 'a/kept']);
});
