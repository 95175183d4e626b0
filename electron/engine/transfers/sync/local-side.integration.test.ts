import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareNames } from '../../sync/sides';
import { blobNameOf, createTargetNames, keepsNames, localSegments } from '../plan/names';
import { localSide } from './sync-plan';

async function inFolder<T>(files: readonly string[], use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'stowage-local-side-'));
  try {
    for (const file of files) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), '');
    }
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const { items } of localSide(folder, 'posix', 'fail').list(new AbortController().signal))
    names.push(...items.map(({ name }) => name));
  return names;
}

/** Names whose parts begin alike, with those that a disk cannot have beside one another, and some too long for one. */
const long = (last: string): string => `${'x'.repeat(238)}${last}`;
const part = fc.constantFrom(
  ...['a', 'a.b', 'a!', 'a%', 'a%25', '%', '%~', '%~~', '', 'é', '\u{1f600}', '\u{ff01}'],
  ...[long('y'), long('y!'), long('yz'), long('yz~'), long('y%'), long('yy'.repeat(130))],
);
const blobName = fc
  .array(part, { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join('/'))
  .filter((name) => name !== '' && !name.endsWith('/') && name.length < 900);

it('localSide: lists what a download has written in the order of the blobs, whatever their files are named', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(blobName, { maxLength: 12 }), async (names) => {
      const sorted = names.toSorted(compareNames);
      const targets = createTargetNames(keepsNames, 'never');
      const files = sorted.map((name) => targets.take(localSegments(name, 'posix'))?.segments ?? []);
      await inFolder(
        files.map((segments) => segments.join('/')),
        async (folder) => {
          const expected = files.map((segments) => blobNameOf(segments, 'posix')).sort(compareNames);
          expect(await namesIn(folder)).toEqual(expected);
        },
      );
    }),
    { numRuns: 60 },
  );
});

it('localSide: lists a folder beside a file of the same name after names that sort between them', async () => {
  await inFolder(['a', 'a%/%~/c', 'a%/z', 'a.b', 'a.b%/%~/c'], async (folder) => {
    expect(await namesIn(folder)).toEqual(['a', 'a%/z', 'a.b', 'a.b/c', 'a/c']);
  });
});
