// Sums of folders against sums computed naively, complete and bounded.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BlobItem } from '@shared/model/blob';
import type { SizedFolder } from '@shared/model/blob-sizes';
import { listedBlob } from '@shared/model/fixtures/listed-blob';
import { FolderTree } from './folder-tree';

const blobs = fc
  .uniqueArray(
    fc.record({
      name: fc.stringMatching(/^[ab]{0,2}(\/[ab]{0,2}){0,4}\/?$/u),
      bytes: fc.nat(1000),
      lastModified: fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-05-01T00:00:00.000Z', ''),
    }),
    { selector: ({ name }) => name, maxLength: 40 },
  )
  .map((all) => all.map((one) => listedBlob({ ...one, name: `top/${one.name}` })));

function treeOf(all: readonly BlobItem[], limit: number): FolderTree {
  const tree = new FolderTree('top/', limit);
  for (const blob of all) tree.add(blob);
  return tree;
}

/** The full prefixes of the reported folders. */
function pathsOf(folders: readonly SizedFolder[]): readonly string[] {
  const paths: string[] = [];
  for (const { parent, name } of folders) paths.push((paths[parent] ?? '') + name);
  return paths;
}

function below(all: readonly BlobItem[], path: string): Pick<SizedFolder, 'blobs' | 'bytes' | 'newest'> {
  const inside = all.filter(({ name }) => name.startsWith(path));
  return {
    blobs: inside.length,
    bytes: inside.reduce((sum, { bytes }) => sum + bytes, 0),
    newest: inside.reduce((newest, { lastModified }) => (lastModified > newest ? lastModified : newest), ''),
  };
}

describe('FolderTree', () => {
  it('contains every folder once, with the sums of the names below its prefix', () => {
    fc.assert(
      fc.property(blobs, (all) => {
        const folders = treeOf(all, 10_000).folders(10_000);
        const paths = pathsOf(folders);
        const expected = new Set(
          all.flatMap(({ name }) => [...name.matchAll(/\//gu)].map(({ index }) => name.slice(0, index + 1))),
        );
        expect(new Set(paths)).toEqual(expected.add('top/'));
        expect(paths).toHaveLength(expected.size);
        folders.forEach((folder, index) => {
          const path = paths[index] ?? '';
          expect(folder).toMatchObject(below(all, path));
          const own = all.filter(({ name }) => name.startsWith(path) && !name.slice(path.length).includes('/'));
          expect(folder.ownBlobs).toBe(own.length);
          expect(folder.ownBytes).toBe(own.reduce((sum, { bytes }) => sum + bytes, 0));
        });
      }),
    );
  });

  it('respects its limit, and every reported sum is exact', () => {
    fc.assert(
      fc.property(blobs, fc.integer({ min: 1, max: 12 }), (all, limit) => {
        const tree = treeOf(all, limit);
        const folders = tree.folders(10_000);
        expect(folders.length).toBeLessThanOrEqual(limit);
        pathsOf(folders).forEach((path, index) => expect(folders[index]).toMatchObject(below(all, path)));
      }),
    );
  });

  it('reports whole levels, as many as fit', () => {
    const tree = treeOf(
      ['top/a/x/1', 'top/a/y/2', 'top/b/z/3', 'top/4'].map((name) => listedBlob({ name })),
      100,
    );
    expect(tree.depth).toBe(2);
    expect(pathsOf(tree.folders(1))).toEqual(['top/']);
    expect(pathsOf(tree.folders(5))).toEqual(['top/', 'top/a/', 'top/b/']);
    expect(pathsOf(tree.folders(6))).toHaveLength(6);
  });
});
