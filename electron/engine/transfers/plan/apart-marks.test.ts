// Trees with names like those of a download for files beside folders: no two files become one blob, and what does not
// come back is counted before.
import fc from 'fast-check';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { UploadSpec } from '../records/job-records';
import { localSide } from '../sync/sync-plan';
import { uploadLosses } from './losses';
import { createTargetNames, keepsNames, localSegments } from './names';
import { planUpload } from './plan';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'apart-'));
});
afterEach(() => rm(folder, { recursive: true }));

interface Planned {
  /** Names of blobs by path. */
  readonly names: ReadonlyMap<string, string>;
  readonly failed: readonly string[];
  readonly counted: readonly string[];
}

const never = new AbortController().signal;

async function planned(paths: readonly string[]): Promise<Planned> {
  const here = await mkdtemp(join(folder, 'tree-'));
  for (const path of paths) {
    // A file may be in the way of a folder, or a folder in the way of the file.
    await mkdir(dirname(join(here, path)), { recursive: true }).then(
      () => writeFile(join(here, path), path, { flag: 'wx' }).catch(() => undefined),
      () => undefined,
    );
  }
  const spec = {
    kind: 'upload',
    connectionId: 'test',
    container: 'c',
    prefix: '',
    paths: [here + sep],
    localNaming: 'posix',
    options: { overwrite: 'never', verify: 'length', blockBytes: 'auto', concurrency: 'auto' },
  } as unknown as UploadSpec;
  const names = new Map<string, string>();
  const failed: string[] = [];
  for await (const steps of planUpload(spec, () => null, never)) {
    for (const step of steps) {
      if (step.kind === 'file') names.set(step.file.path.slice(here.length + 1), step.file.name);
      if (step.kind === 'problem') failed.push(step.problem.source.slice(here.length + 1));
    }
  }
  const { losses } = await uploadLosses(spec, never);
  return { names, failed, counted: losses.map(({ reason, count }) => `${count} ${reason}`) };
}

/** Where a download of these blobs writes them, by their names. */
function downloaded(names: Iterable<string>): ReadonlyMap<string, string> {
  const targets = createTargetNames(keepsNames, 'never');
  const sorted = [...names].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
  return new Map(
    sorted.map((name) => [name, targets.take(localSegments(name, 'posix'))?.segments.join('/') ?? 'nowhere']),
  );
}

it.each([
  [['a%/%~'], { 'a%/%~': 'a%/%~' }, ['1 mark as a name']],
  [['a', 'a%/%~'], { a: 'a', 'a%/%~': 'a%/%~' }, ['1 mark as a name']],
  [['a%/%~/b'], { 'a%/%~/b': 'a%/%~/b' }, ['1 mark as a name']],
  [['a/b', 'a%/%~/b'], { 'a/b': 'a/b', 'a%/%~/b': 'a%/%~/b' }, ['1 mark as a name']],
  [['a%%/%~~'], { 'a%%/%~~': 'a%%/%~~' }, ['1 mark as a name']],
  [['a/b', 'a%/%~', 'a%%/%~~'], { 'a/b': 'a/b', 'a%/%~': 'a', 'a%%/%~~': 'a%%/%~~' }, ['1 mark as a name']],
  [['in/100%/%~'], { 'in/100%/%~': 'in/100%/%~' }, ['1 mark as a name']],
  // What a download writes is read back, and nothing is lost.
  [['a/b', 'a%/%~'], { 'a/b': 'a/b', 'a%/%~': 'a' }, []],
  [['a', 'a%/%~/b'], { a: 'a', 'a%/%~/b': 'a/b' }, []],
  [['a/b', 'a%', 'a%%/%~~'], { 'a/b': 'a/b', 'a%': 'a%', 'a%%/%~~': 'a' }, []],
])('marks: %j are stored as %j, with %j', async (paths, expected, counted) => {
  const found = await planned(paths);
  expect(Object.fromEntries(found.names)).toEqual(expected);
  expect(found.counted).toEqual(counted);
});

it('marks: a sync and a check of a folder name its files as an upload does', async () => {
  for (const path of ['alone/a%/%~', 'file/a', 'file/a%/%~', 'both/a/b', 'both/a%/%~']) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), path);
  }
  const namesIn = async (below: string): Promise<readonly string[]> => {
    const names: string[] = [];
    for await (const { items } of localSide(join(folder, below), 'posix', 'fail').list(never))
      names.push(...items.map(({ name }) => name));
    return names.sort();
  };
  expect(await namesIn('alone')).toEqual(['a%/%~']);
  expect(await namesIn('file')).toEqual(['a', 'a%/%~']);
  expect(await namesIn('both')).toEqual(['a', 'a/b']);
});

it('marks: of two files that would be one blob, the second is a failure that was counted before', async () => {
  const found = await planned(['a%/%~', 'a%/%25~']);
  expect(Object.fromEntries(found.names)).toEqual({ 'a%/%25~': 'a%/%~' });
  expect(found.failed).toEqual(['a%/%~']);
  expect(found.counted).toContain('1 refused name');
});

const odd = fc
  .oneof(
    fc.constantFrom('%25~', '%2525~', 'a%25', '%', '%2F', '%5C', 'a. ', '%~~', 'a%%'),
    fc.string({ unit: fc.constantFrom('%', '~', '2', '5', 'a', '.', ' ', 'é', 'e\u0301'), minLength: 1, maxLength: 5 }),
  )
  .filter((name) => !/^\.\.?$/u.test(name));
const segment = fc.oneof({ weight: 3, arbitrary: fc.constantFrom('a', 'a%', '%~') }, { weight: 1, arbitrary: odd });
const marked = fc.constantFrom('a', 'a/b', 'a%/%~', 'a%/%~/b', 'a%%/%~~', 'a%/%25~', 'a%');
const anyPath = fc.array(segment, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
const trees = fc.uniqueArray(fc.oneof(marked, anyPath), { minLength: 3, maxLength: 8 });

it('marks: no two files of a tree are one blob, and a tree of which nothing is counted comes back', async () => {
  await fc.assert(
    fc.asyncProperty(trees, async (paths) => {
      const { names, counted } = await planned(paths);
      expect(new Set(names.values()).size).toBe(names.size);
      const back = downloaded(names.values());
      const changed = [...names].filter(([path, name]) => back.get(name) !== path);
      // Of a blob and a folder of one name, a download names apart what it meets second.
      const isApart = [...names].some(([path, name]) => path !== name && /%\/%~+$/u.test(path));
      if (counted.length === 0 && !isApart) expect(changed).toEqual([]);
    }),
    { numRuns: 25 },
  );
});

it('marks: blobs that a download writes are read back', async () => {
  const blobs = fc.uniqueArray(
    fc
      .array(fc.constantFrom('a', 'a%', '%~', '%~~', '%25~', 'b', ''), { minLength: 1, maxLength: 3 })
      .filter((parts) => parts.at(-1) !== '')
      .map((parts) => parts.join('/')),
    { minLength: 1, maxLength: 8 },
  );
  await fc.assert(
    fc.asyncProperty(blobs, async (all) => {
      const local = downloaded(all);
      const { names } = await planned([...local.values()]);
      expect(new Map([...local].map(([name, path]) => [path, name]))).toEqual(new Map([...names]));
    }),
    { numRuns: 25 },
  );
});
