// A copy within one container rejects a name inside a folder that is also copied.
import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { defaultTransferOptions } from '@shared/model/transfer';
import type { Account } from '../../azure/account';
import type { CopyFile, CopySpec } from '../records/job-records';
import { accountKeyOf } from '../pace/network-gate';
import { copyBlockBytes, planCopy } from './copy-plan';
import type { PlanStep } from './plan';

afterEach(() => vi.restoreAllMocks());

const emptyList = '<EnumerationResults><Blobs /><NextMarker /></EnumerationResults>';

/** Every blob exists, and every folder is empty. */
const account = {
  descriptor: { name: 'quay', endpoints: { blob: 'https://quay.blob.core.windows.net' } },
  send: ({ method }: { readonly method: string }) =>
    Promise.resolve({
      status: 200,
      headers: { 'content-length': '1', etag: 'e', 'last-modified': 'Tue, 24 Nov 2026 20:00:00 GMT' },
      metadataNames: {},
      body: Buffer.from(method === 'GET' ? emptyList : ''),
    }),
} as unknown as Account;

async function outcomeOf(folders: readonly string[], targets: readonly string[]): Promise<readonly string[]> {
  const steps = await stepsOf(folders, targets);
  return steps.flatMap((step) => (step.kind === 'file' ? [step.file.name] : []));
}

async function stepsOf(
  folders: readonly string[],
  targets: readonly string[],
  prefix = '',
  nameOf = (at: number): string => `source ${at}`,
): Promise<readonly PlanStep<CopyFile>[]> {
  const spec: CopySpec = {
    kind: 'copy',
    connectionId: 'c',
    container: 'box',
    prefix,
    from: { connectionId: 'c', container: 'box' },
    selection: [
      ...folders.map((prefix) => ({ kind: 'prefix' as const, prefix, as: `elsewhere/${prefix}` })),
      ...targets.map((as, at) => ({ kind: 'blob' as const, name: nameOf(at), as })),
    ],
    options: defaultTransferOptions,
  };
  const all: PlanStep<CopyFile>[] = [];
  const { signal } = new AbortController();
  for await (const steps of planCopy(spec, { source: account, target: account, signal })) all.push(...steps);
  return all;
}

const folderNames = fc.uniqueArray(fc.stringMatching(/^[ab]{1,3}\/$/u), { maxLength: 8 });
const blobNames = fc.uniqueArray(fc.stringMatching(/^[ab]{1,3}(?:\/[ab]{1,2})?$/u), { maxLength: 8 });

it('plans exactly the names that lie in none of the folders', async () => {
  await fc.assert(
    fc.asyncProperty(folderNames, blobNames, async (folders, targets) => {
      const outside = targets.filter((name) => !folders.some((folder) => name.startsWith(folder)));
      expect(await outcomeOf(folders, targets)).toEqual(outside);
    }),
  );
});

it.each([
  ['', 't'],
  ['p', 'p/t'],
  ['p/', 'p/t'],
])('puts names below the folder %j', async (prefix, name) => {
  expect(await stepsOf([], ['t'], prefix)).toMatchObject([{ kind: 'file', file: { name } }]);
});

it('gives a name once, and takes no folder without blobs, or into itself, for a success', async () => {
  expect(await stepsOf([], ['t', 't', 'u'])).toMatchObject([
    { kind: 'file', file: { name: 't' } },
    { kind: 'problem', problem: { source: 'source 1', target: 't' } },
    { kind: 'file', file: { name: 'u' } },
  ]);
  expect(await stepsOf(['a/'], [])).toMatchObject([
    { kind: 'problem', problem: { source: 'a/', target: 'elsewhere/a/', error: { kind: 'notFound' } } },
  ]);
  expect(await stepsOf(['else'], [])).toMatchObject([
    { kind: 'problem', problem: { source: 'else', target: 'elsewhere/else', error: { code: 'invalid.input' } } },
  ]);
});

it('recognises one store by the names of this machine, and by an address with a slash', () => {
  const keyOf = (blob: string): string => accountKeyOf({ descriptor: { endpoints: { blob } } } as unknown as Account);
  expect(keyOf('http://localhost:1/dev')).toBe(keyOf('http://127.0.0.1:1/dev/'));
  expect(keyOf('http://[::1]:1/dev')).toBe(keyOf('http://127.0.0.1:1/dev'));
  expect(keyOf('http://localhost:2/dev')).not.toBe(keyOf('http://127.0.0.1:1/dev'));
  expect(keyOf('https://a.blob.example')).not.toBe(keyOf('https://b.blob.example'));
});

it('copies up to the size of one request in one piece, and a byte more in blocks', () => {
  const options = { ...defaultTransferOptions, blockBytes: 1024 * 1024 };
  expect(copyBlockBytes(0, options)).toBe(0);
  expect(copyBlockBytes(1024 * 1024, options)).toBe(0);
  expect(copyBlockBytes(1024 * 1024 + 1, options)).toBe(1024 * 1024);
});

it('reports that a name that no tool could read has to be changed: nothing was uploaded', async () => {
  const [rejected] = await stepsOf([], ['tab\tname']);
  expect(rejected).toMatchObject({
    problem: { error: { code: 'invalid.name', context: { fix: 'Rename it, then try again.' } } },
  });
});

it('accepts a name that no upload may store where the source has it, but not below a folder of such a name', async () => {
  const name = 'line\nfeed/tab\tname';
  const [copied, below] = await stepsOf([], [name, `other\n${name}`], 'backup/', () => name);
  expect(copied).toMatchObject({ kind: 'file', file: { name: `backup/${name}` } });
  expect(below).toMatchObject({ kind: 'problem', problem: { error: { code: 'invalid.name' } } });
});

it('does not compare each name with each folder', async () => {
  const numbers = Array.from({ length: 400 }, (_, at) => String(at).padStart(3, '0'));
  const compared = vi.spyOn(String.prototype, 'startsWith');
  const names = numbers.map((number) => `${number}.bin`);
  const folders = numbers.map((number) => `${number}/`);
  expect(await outcomeOf(folders, names)).toEqual(names);
  expect(compared.mock.calls.length).toBeLessThan((numbers.length * numbers.length) / 4);
});
