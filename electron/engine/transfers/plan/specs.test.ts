// The title of a job, derived from the chosen items.
import { join, sep } from 'node:path';
import { expect, it, describe } from 'vitest';
import { defaultTransferOptions } from '@shared/model/transfer';
import type { JobSpec } from '../records/job-records';
import { titleOf, chosenAgain } from './specs';

it('names the first thing that was chosen, and counts the others as the queue does', () => {
  const location = { connectionId: 'c', container: 'box', targetDir: '/scans', options: defaultTransferOptions };
  const called = (count: number): string =>
    titleOf({
      ...location,
      kind: 'download',
      selection: Array.from({ length: count }, (_, index) => ({ kind: 'blob', name: `scans/${index}.tif` })),
    });
  expect([1, 2, 30_000].map(called)).toEqual(['0.tif', '0.tif and 1 more', '0.tif and 29,999 more']);
});

const ends = { connectionId: 'c', container: 'box', options: defaultTransferOptions } as const;
const again = (spec: JobSpec, source: string, target: string) => chosenAgain(spec, { source, target });

describe('what failed in the plan of an upload', () => {
  const scans = join(sep, 'scans');
  const upload: JobSpec = {
    kind: 'upload',
    ...ends,
    prefix: '2024',
    paths: [scans, join(sep, 'one.bin')],
    exclude: ['raw/*.tmp'],
  };
  it('is the path that was chosen', () => {
    expect(again(upload, join(sep, 'one.bin'), '2024/one.bin')?.spec).toEqual({
      ...upload,
      paths: [join(sep, 'one.bin')],
    });
  });

  it('is the path below a chosen folder, also if that was also chosen separately', () => {
    const both = { ...upload, paths: [scans, join(scans, 'raw'), scans + sep] };
    const pathsOf = (target: string) => {
      const found = again(both, join(scans, 'raw'), target)?.spec;
      return found?.kind === 'upload' ? [found.paths, found.prefix, found.below ?? ''] : null;
    };
    expect(pathsOf('2024/raw/')).toEqual([[join(scans, 'raw')], '2024', '']);
    expect(pathsOf('2024/scans/raw/')).toEqual([[join(scans, 'raw') + sep], '2024', 'scans/raw/']);
    const chosen = (target: string) => again(both, scans, target)?.spec;
    expect(chosen('2024/scans/')).toMatchObject({ paths: [scans] });
    expect(chosen('2024/')).toMatchObject({ paths: [scans + sep] });
    expect(chosen('2024/scans')).toMatchObject({ paths: [scans, scans + sep] });
  });

  it('is the file or folder below it, to which the patterns of the job still apply', () => {
    const file = again(upload, join(scans, 'raw', 'a.bin'), '2024/scans/raw/a.bin');
    expect(file?.spec).toMatchObject({ paths: [join(scans, 'raw', 'a.bin')], prefix: '2024', below: 'scans/raw/' });
    const folder = again({ ...upload, exclude: ['scans/raw/*.tmp'] }, join(scans, 'raw'), '2024/scans/raw/');
    expect(folder?.spec).toMatchObject({ paths: [join(scans, 'raw') + sep], prefix: '2024', below: 'scans/raw/' });
    expect(folder?.spec).not.toHaveProperty('exclude');
    expect(folder?.isWanted('2024/scans/raw/a.tmp')).toBe(false);
    expect(folder?.isWanted('2024/scans/raw/a.bin')).toBe(true);
  });
});

describe('what failed in the plan of a download or copy', () => {
  const download: JobSpec = {
    kind: 'download',
    ...ends,
    targetDir: '/to',
    selection: [
      { kind: 'blob', name: 'a/x' },
      { kind: 'prefix', prefix: 'b/', as: 'b' },
      { kind: 'auto', name: 'c' },
    ],
  };
  const copy: JobSpec = {
    kind: 'copy',
    ...ends,
    prefix: 'to',
    from: { connectionId: 'c', container: 'from' },
    selection: [
      { kind: 'blob', name: 'x', as: 'x' },
      { kind: 'blob', name: 'x', as: 'copy of x' },
    ],
  };
  it.each([
    [download, 'a/x', 'x', 0],
    [download, 'b/', 'b', 1],
    [download, 'c', 'c', 2],
    [download, 'c/', '', 2],
    [copy, 'x', 'to/copy of x', 1],
  ])('is that choice (%#)', (spec, source, target, at) => {
    expect(again(spec, source, target)?.spec).toEqual({ ...spec, selection: [spec.selection[at]] });
  });

  it('is nothing if it was no choice: of two with one target, a retry resolves neither', () => {
    expect(again(download, 'b/y', 'b/y')).toBeNull();
    expect(again(copy, 'x', 'to/other')).toBeNull();
  });
});

it('failed choice: is found among thousands without comparing all of them each time', () => {
  let lookups = 0;
  const paths = Array.from({ length: 1000 }, (_, index) => join(sep, `${index}.bin`));
  const counted = new Proxy(paths, {
    get: (of, key) => {
      if (typeof key === 'string' && /^\d+$/u.test(key)) lookups += 1;
      return Reflect.get(of, key) as unknown;
    },
  });
  const upload: JobSpec = { kind: 'upload', ...ends, prefix: '', paths: counted };
  for (const [index, path] of paths.entries()) {
    expect(again(upload, path, `${index}.bin`)?.spec).toMatchObject({ paths: [path] });
  }
  expect(lookups).toBeLessThan(2 * paths.length);
});
