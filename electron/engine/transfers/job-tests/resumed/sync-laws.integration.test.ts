// Laws of a sync, on generated trees with hostile names: the target becomes what the plan said, also when the job is
// interrupted at any request and resumed; nothing else changes, and a second run sends nothing.
import { lstat, mkdir, readFile, readdir, symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type SyncCompare, type SyncSettings, defaultMaxDelete } from '@shared/model/sync';
import type { Transfers } from '../../api';
import { blobNameOf, isReadBack, localSegments } from '../../plan/names';
import type { SyncLocation, SyncRequest } from '../../sync/sync-spec';
import { useBench } from '../../fixtures/use-bench';

const { bench } = useBench();

const segments = [
  ...['a', 'A', 'a.txt', 'a-1', 'a b', ' in front', 'behind ', 'dot.', '-rf', '--', '~', '$HOME', '`id`', '"quoted"'],
  ...["it's", '%', '%41', '100%25.txt', '100%.txt', 'a%', '%~', '#?&=+;,', '*[x]{y}', 'CON', 'aux.txt', 'é', 'e\u0301'],
  ...['日本', '\u{1f600}', 'rtl\u202egpj.exe', 'long'.repeat(62)],
];
const name = fc
  .array(fc.constantFrom(...segments), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join('/'))
  .filter((path) => Buffer.byteLength(path) < 700 && isReadBack(path, localSegments(path, 'posix'), 'posix'));
/** No name is the folder of another one, which a disk cannot have. */
const tree = fc
  .dictionary(name, fc.constantFrom('', 'one', 'two', 'three'), { maxKeys: 7, noNullPrototype: true })
  .map((all) => {
    const isFolder = (path: string): boolean => Object.keys(all).some((other) => other.startsWith(`${path}/`));
    return Object.fromEntries(Object.entries(all).filter(([path]) => !isFolder(path)));
  });
type Tree = Readonly<Record<string, string>>;

const ways = ['up', 'copy', 'down'] as const;
type Way = (typeof ways)[number];
const cases = fc.record({
  way: fc.constantFrom<Way>(...ways),
  wanted: tree,
  before: tree,
  /** Names that both have, whatever is in them. */
  shared: tree,
  how: fc.constantFrom<SyncCompare>('mtime-size', 'md5', 'etag'),
  deletes: fc.constantFrom('never', 'all', 'approved'),
  /** Before which requests of the job it is interrupted, each counted from the last time. */
  interruptions: fc.array(fc.nat(9), { maxLength: 3 }),
  emptyFolder: fc.constantFrom('', 'empty', 'a/empty'),
  link: fc.constantFrom('', 'a link'),
  /** Blobs have the times of files, those of the target other ones. */
  isDated: fc.boolean(),
});
type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never;

const remote = (prefix: string): SyncLocation => ({
  kind: 'remote',
  connectionId: 'test',
  container: bench.container.containerName,
  prefix,
});
const sorted = (all: Iterable<readonly [string, string]>): Tree =>
  Object.fromEntries([...all].sort(([one], [other]) => Buffer.compare(Buffer.from(one), Buffer.from(other))));

async function store(prefix: string, all: Tree, mtime: Date | null = null): Promise<void> {
  const metadata: Record<string, string> = mtime === null ? {} : { mtime: mtime.toISOString() };
  for (const [path, text] of Object.entries(all)) {
    await bench.container.getBlockBlobClient(prefix + path).upload(text, Buffer.byteLength(text), { metadata });
  }
}

async function write(dir: string, all: Tree, mtime: Date): Promise<void> {
  await mkdir(join(bench.folder, dir), { recursive: true });
  for (const [path, text] of Object.entries(all)) {
    const local = localSegments(path, 'posix').join('/');
    await utimes(await bench.file(`${dir}/${local}`, Buffer.from(text)), mtime, mtime);
  }
}

async function blobs(prefix: string): Promise<Tree> {
  const found: [string, string][] = [];
  for await (const { name: path } of bench.container.listBlobsFlat({ prefix })) {
    found.push([path.slice(prefix.length), (await bench.container.getBlobClient(path).downloadToBuffer()).toString()]);
  }
  return sorted(found);
}

async function files(dir: string): Promise<Tree> {
  const found: [string, string][] = [];
  const root = join(bench.folder, dir);
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile()) continue;
    const segments = path.slice(root.length + 1).split('/');
    found.push([blobNameOf(segments, 'posix'), await readFile(path, 'utf8')]);
  }
  return sorted(found);
}

/** Which version of everything is there: a second run must not write the same once more either. */
async function versions(prefix: string, dir: string): Promise<unknown> {
  const found: unknown[] = [];
  for await (const { name: path, properties } of bench.container.listBlobsFlat({ prefix }))
    found.push([path, properties.etag]);
  for (const path of Object.keys(await files(dir))) {
    const { ino, mtimeMs } = await lstat(join(bench.folder, dir, ...localSegments(path, 'posix')));
    found.push([path, ino, mtimeMs]);
  }
  return found;
}

interface Planned {
  readonly result: Tree;
  readonly deletions: readonly string[];
  readonly onlyThere: readonly string[];
  readonly problems: readonly string[];
  readonly leftOut: readonly string[];
}

/** What the plan shows, carried out on plain objects. */
async function planned(request: SyncRequest, wanted: Tree, before: Tree): Promise<Planned> {
  const result = new Map(Object.entries(before));
  const [deletions, onlyThere, problems, leftOut]: string[][] = [[], [], [], []];
  const { signal } = new AbortController();
  for await (const entries of bench.transfers.planSync(request, { signal })) {
    for (const entry of entries) {
      if (entry.what === 'new' || entry.what === 'changed') result.set(entry.name, wanted[entry.name] ?? '');
      else if (entry.what === 'problem') problems?.push(entry.name);
      else if (entry.what === 'left out') leftOut?.push(entry.name);
      else if (entry.what === 'only there') {
        onlyThere?.push(entry.name);
        if (!entry.deletes) continue;
        deletions?.push(entry.name);
        result.delete(entry.name);
      }
    }
  }
  return {
    result: sorted(result),
    deletions: deletions ?? [],
    onlyThere: onlyThere ?? [],
    problems: problems ?? [],
    leftOut: leftOut ?? [],
  };
}

/** Starts the job, and interrupts and resumes it before these requests. */
async function ended(request: SyncRequest, interruptions: readonly number[]): Promise<string> {
  let room: Transfers = bench.anotherRoom();
  let jobId = '';
  for (const skip of [...interruptions, null]) {
    const job = jobId === '' ? await room.sync(request) : await room.resume(jobId);
    jobId = job.jobId;
    const act = async (): Promise<void> => void job.interrupt();
    const rule = skip === null ? null : bench.proxy.inject({ fault: { kind: 'meanwhile', act }, skip });
    const { state, failed, stoppedBy } = await job.ended;
    rule?.remove();
    await room.dispose();
    if (state !== 'interrupted') {
      expect({ state, failed, stoppedBy }).toMatchObject({ state: 'done', failed: [] });
      return state;
    }
    room = bench.anotherRoom();
    await room.recover();
  }
  return 'interrupted';
}

let run = 0;

async function holds({ way, how: wantedHow, shared, interruptions, deletes, isDated, ...given }: Case): Promise<void> {
  run += 1;
  const [from, to] = [`from${run}`, `to${run}`];
  const how = wantedHow === 'etag' && way !== 'copy' ? 'mtime-size' : wantedHow;
  const local = (dir: string): SyncLocation => ({ kind: 'local', dir: join(bench.folder, dir) });
  const [source, target] = {
    up: [local(from), remote(`${to}/`)],
    copy: [remote(`${from}/`), remote(`${to}/`)],
    down: [remote(`${from}/`), local(to)],
  }[way] as [SyncLocation, SyncLocation];
  // Of two trees in one place, none may have a name that is a folder of the other.
  const clashes = (path: string, all: Tree): boolean =>
    Object.keys(all).some((other) => other !== path && (other.startsWith(`${path}/`) || path.startsWith(`${other}/`)));
  const wanted = { ...given.wanted };
  for (const [path, text] of Object.entries(shared)) if (!clashes(path, wanted)) wanted[path] = text;
  const before: Record<string, string> = {};
  for (const [path, text] of [...Object.entries(given.before), ...Object.keys(shared).map((one) => [one, 'two'])] as [
    string,
    string,
  ][]) {
    if (!clashes(path, wanted) && !clashes(path, before)) before[path] = text;
  }
  const [old, later] = [new Date(1_600_000_000_000), new Date(1_700_000_000_000)];
  await (way === 'up' ? write(from, wanted, later) : store(`${from}/`, wanted, isDated ? later : null));
  await (way === 'down' ? write(to, before, old) : store(`${to}/`, before, isDated ? old : null));
  for (const beside of [`${to}-beside/x`, `${to}x`]) {
    await (way === 'down' ? bench.file(beside, Buffer.from('mine')) : store('', { [beside]: 'mine' }));
  }
  if (way !== 'copy' && given.emptyFolder !== '') {
    const path = join(bench.folder, way === 'up' ? from : to, given.emptyFolder);
    await mkdir(path, { recursive: true }).catch(() => undefined);
  }
  const isLinked = way === 'up' && given.link !== '';
  if (isLinked) await symlink(bench.folder, join(bench.folder, from, given.link));

  const settings: SyncSettings = {
    compare: how,
    deletes: 'all',
    maxDelete: defaultMaxDelete,
    emptySource: 'allowed',
  };
  const shown = await planned({ source, target, settings }, wanted, before);
  const approved = shown.onlyThere.filter((_, at) => at % 2 === 0);
  const request = {
    source,
    target,
    settings: { ...settings, deletes: deletes === 'approved' ? approved : deletes },
  } as SyncRequest;
  const plan = await planned(request, wanted, before);
  expect(plan.problems).toEqual([]);
  expect(plan.leftOut).toEqual(isLinked ? [given.link] : []);
  expect(plan.deletions).toEqual(deletes === 'all' ? shown.onlyThere : deletes === 'never' ? [] : approved);
  const sourceBefore = way === 'up' ? await files(from) : await blobs(`${from}/`);

  await ended(request, interruptions);

  const there = (): Promise<Tree> => (way === 'down' ? files(to) : blobs(`${to}/`));
  expect(await there()).toEqual(plan.result);
  expect(way === 'up' ? await files(from) : await blobs(`${from}/`)).toEqual(sourceBefore);
  expect(way === 'down' ? await files(`${to}-beside`) : await blobs(`${to}-beside/`)).toEqual({ x: 'mine' });
  const version = (): Promise<unknown> => versions(way === 'down' ? `${from}/` : `${to}/`, to);
  const [versionsBefore, sent] = [await version(), bench.requests().length];
  await ended(request, []);
  const again = bench.requests().slice(sent);
  expect(
    again.filter(({ query }) => query.get('comp') !== 'list').map(({ method, path }) => `${method} ${path}`),
  ).toEqual([]);
  expect(await version()).toEqual(versionsBefore);
  const left = await planned(request, wanted, plan.result);
  const stays = plan.onlyThere.filter((path) => !plan.deletions.includes(path));
  expect({ ...left, leftOut: [] }).toEqual({ ...left, deletions: [], onlyThere: stays, problems: [], leftOut: [] });
}

const equalBytes = {
  wanted: {},
  before: {},
  shared: { a: 'two' },
  deletes: 'never',
  emptyFolder: '',
  link: '',
} as const;
/** What earlier searches have found: an interrupted job took a target of equal bytes for its own. */
const found: readonly Case[] = [
  { ...equalBytes, way: 'up', how: 'mtime-size', interruptions: [0], isDated: true },
  { ...equalBytes, way: 'copy', how: 'etag', interruptions: [0], isDated: false },
];
/** About half a second each; the rest of them before a release. */
const runs = process.env.STOWAGE_TESTS === 'part' ? found.length : 40;

it('sync: makes the target what its plan showed, interrupted anywhere, and then has nothing to send', async () => {
  const examples = found.map((one): [Case] => [one]);
  await fc.assert(fc.asyncProperty(cases, holds), { numRuns: runs, examples });
}, 120_000);
