// A tree that is uploaded and downloaded, or downloaded and uploaded, is unchanged: names, bytes, and with their
// options times, empty folders and link targets.
import { mkdir, readFile, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TransferOptions } from '@shared/model/transfer';
import { useBench } from '../../fixtures/use-bench';

const { bench } = useBench();

/** Names that other programs, systems and users choose, most of which some tool has changed or lost. */
const hostile = [
  ...`c:x what? a*b q"uote a<b>c pi|pe con con.txt NUL aux.tar.gz COM1 a. a.. ... .hidden ~ % %% 50% 100%25.txt`.split(
    ' ',
  ),
  ...'a%20b c%3Ax %2E %2E%2E %0A %2F %41 %zz %2 %~x a% a%25 %C3%A9 rtl%E2%80%AEgpj.exe %25E2%2580%25AE'.split(' '),
  ...`a+b a&b a#b a;b=c it's [x] {y} \u00e9 e\u0301 \u1e9e ﬀ 日本 \ud55c\uae00 \u1112\u1161\u11ab 😀 👩\u200d🚀`.split(
    ' ',
  ),
  // Each group is one name to whoever normalises or folds case; beside each other they stay several.
  ...'\u00c5 \u212b A\u030a \u1e69 s\u0323\u0307 s\u0307\u0323 \u1e63\u0307 \u00df ss \u017f \uff21 \u2460 \u01c4 \u01c5'.split(
    ' ',
  ),
  // Marks without a letter, as many as anybody puts on one, at the end of what is cut into %XX, and behind a joiner.
  ...[
    '\u0301',
    '\u0301.txt',
    `z${'\u0334'.repeat(100)}`,
    'a%\u0301',
    'a.\u0308',
    '\u05d0\u05b8',
    '\u0e33',
    '\u0915\u094d\u200d\u0937',
  ],
  // Code points beyond the first 65,536, up to the last one that names something, and what looks like half of one.
  ...[
    '\u{10000}',
    '\u{1f1e9}\u{1f1ea}',
    '\u{2f800}',
    '\u{10fffd}',
    '\ufffd',
    `${'😀'.repeat(63)}abc`,
    `${'😀'.repeat(62)}%`,
  ],
  ...['a ', ' a', 'a\u00a0b', 'x'.repeat(241), 'x'.repeat(255), `${'é'.repeat(127)}%`],
];
/** What a download writes with %XX on every system. */
const misleading = ['rtl\u202egpj.exe', 'zero\u200bwidth', '\ufeffbom', 'a\u0085b', 'in\u202ea/x', 'tag\u{e0001}'];
const name = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...hostile) },
  {
    weight: 1,
    arbitrary: fc
      .string({
        unit: fc.constantFrom('%', '2', '5', 'E', '3', 'A', '.', ' ', ':', '~', 'é', 'x'),
        minLength: 1,
        maxLength: 9,
      })
      .filter((text) => !/^\.{1,2}$|^%~+$/u.test(text)),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.string({
          unit: fc.constantFrom(
            'e',
            's',
            'A',
            '\u0301',
            '\u0323',
            '\u0307',
            '\u030a',
            '\u1112',
            '\u1161',
            '\u11ab',
            '😀',
          ),
          minLength: 1,
          maxLength: 8,
        }),
        fc.constantFrom('NFC', 'NFD', 'NFKC', 'NFKD', null),
      )
      .map(([text, form]) => (form === null ? text : text.normalize(form))),
  },
);
const paths = fc.uniqueArray(fc.array(name, { minLength: 1, maxLength: 3 }), {
  minLength: 12,
  maxLength: 24,
  selector: (segments) => segments.join('/'),
});
/** A blob may be called what only a folder can on a disk, and longer than a file. */
const blobNames = paths.map((all) => [
  ...all.map((segments) => segments.join('/')),
  ...['both', 'both/inside', 'both%', `${'y'.repeat(600)}/z`, 'a//b', ...misleading],
]);

/** Of every file and empty folder below a folder, which ends in a slash. */
async function treeIn(folder: string, above = ''): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) found.set(above + entry.name, await readFile(path, 'utf8'));
    else {
      const inside = await treeIn(path, `${above}${entry.name}/`);
      if (inside.size === 0) found.set(`${above}${entry.name}/`, '');
      for (const [below, bytes] of inside) found.set(below, bytes);
    }
  }
  return new Map([...found].sort(([one], [other]) => (one < other ? -1 : 1)));
}

async function blobsIn(prefix: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for await (const { name: full } of bench.container.listBlobsFlat({ prefix })) {
    const bytes = await bench.container.getBlobClient(full).downloadToBuffer();
    found.set(full.slice(prefix.length), bytes.toString());
  }
  return new Map([...found].sort(([one], [other]) => (one < other ? -1 : 1)));
}

const location = (): { readonly connectionId: string; readonly container: string } => ({
  connectionId: 'test',
  container: bench.container.containerName,
});

async function up(folder: string, prefix: string, some: Partial<TransferOptions> = {}): Promise<void> {
  const options = bench.options(some);
  const job = await bench.transfers.uploadPaths({ ...location(), prefix, paths: [folder + sep], options });
  expect(await job.ended).toMatchObject({ state: 'done', failed: [], skipped: 0 });
}

async function down(prefix: string, targetDir: string, some: Partial<TransferOptions> = {}): Promise<void> {
  const selection = [{ kind: 'prefix', prefix, as: '' }] as const;
  const job = await bench.transfers.downloadTo({ ...location(), selection, targetDir, options: bench.options(some) });
  expect(await job.ended).toMatchObject({ state: 'done', failed: [], skipped: 0 });
}

const runs = { numRuns: 2 };

describe('a tree', () => {
  it('is the same after an upload and a download, whatever its names', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(paths, async (all) => {
        run += 1;
        const [here, back] = [join(bench.folder, `here ${run}`), join(bench.folder, `back ${run}`)];
        await mkdir(here);
        for (const segments of all) {
          const path = join(here, ...segments);
          // A file may be in the way of a folder, or a folder in the way of the file.
          await mkdir(dirname(path), { recursive: true }).then(
            () => writeFile(path, segments.join('/'), { flag: 'wx' }).catch(() => undefined),
            () => undefined,
          );
        }
        const before = await treeIn(here);
        await up(here, `up-${run}/`);
        await down(`up-${run}/`, back);
        expect(await treeIn(back)).toEqual(before);
        await Promise.all([here, back].map((folder) => rm(folder, { recursive: true })));
      }),
      runs,
    );
  });
});

describe('a tree with empty folders, times and links', () => {
  const preserving = { preserveTimes: true, emptyFolders: true, followLinks: 'anywhere' } as const;
  const small = { blockBytes: 256 * 1024 } as const;
  const folder = (name: string): string => join(bench.folder, name);

  /** A file of one request and one of several, each with a different time, and two empty folders. */
  async function filledTree(): Promise<string> {
    const here = folder('here');
    for (const path of ['full', 'empty', 'in/deep/empty']) await mkdir(join(here, path), { recursive: true });
    await writeFile(join(here, 'full/old.txt'), 'old');
    await writeFile(join(here, 'full/large.bin'), Buffer.alloc(900_000, 'x'));
    await utimes(join(here, 'full/old.txt'), 0, new Date('1995-07-20T20:17:40.123Z'));
    await utimes(join(here, 'full/large.bin'), 0, 1_700_000_000.5);
    return here;
  }

  it('comes back with all of them', async () => {
    const here = await filledTree();
    await mkdir(folder('outside'));
    await writeFile(folder('outside/linked.txt'), 'behind a link');
    await symlink(folder('outside'), join(here, 'to folder'));
    await symlink(folder('outside/linked.txt'), join(here, 'to file.txt'));
    await symlink(here, join(here, 'full', 'loop'));
    await up(here, 'tree/', { ...preserving, ...small });
    await down('tree/', folder('back'), { ...preserving, ...small });
    const files = ['empty/', 'full/large.bin', 'full/old.txt', 'in/deep/empty/', 'to file.txt', 'to folder/linked.txt'];
    expect([...(await treeIn(folder('back'))).keys()]).toEqual(files);
    for (const path of files.filter((name) => !name.endsWith('/'))) {
      const [one, other] = await Promise.all([stat(join(here, path)), stat(join(folder('back'), path))]);
      expect(Math.abs(other.mtimeMs - one.mtimeMs)).toBeLessThan(0.001);
    }
  });

  it('is stored in the metadata and markers that rclone and AzCopy read', async () => {
    const here = await filledTree();
    await up(here, 'tree/', { ...preserving, ...small });
    const metadataOf = async (name: string) =>
      (await bench.container.getBlobClient(`tree/${name}`).getProperties()).metadata;
    expect(await metadataOf('full/old.txt')).toMatchObject({ modtime: '806271460123000000', linux_statx_mask: '64' });
    expect(await metadataOf('full/large.bin')).toMatchObject({ mtime: '2023-11-14T22:13:20.500000000Z' });
    expect(await metadataOf('empty')).toEqual({ hdi_isfolder: 'true' });
    expect(await metadataOf('in/deep/empty')).toEqual({ hdi_isfolder: 'true' });
    // A second upload finds the markers and replaces none.
    const options = bench.options({ ...preserving, overwrite: 'always' });
    const again = await bench.transfers.uploadPaths({ ...location(), prefix: 'tree', paths: [here + sep], options });
    expect(await again.ended).toMatchObject({ state: 'done', failed: [], skipped: 2 });
  });

  it('loses only what was counted before, without the options', async () => {
    const here = await filledTree();
    await symlink(here, join(here, 'full', 'loop'));
    const request = { ...location(), prefix: 'tree', paths: [here + sep], options: bench.options() };
    const { losses } = await bench.transfers.uploadLosses(request, new AbortController().signal);
    expect(losses.map(({ reason, count }) => `${count} ${reason}`).sort()).toEqual(['1 link', '2 empty folder']);
    await up(here, 'tree/');
    expect(bench.transfers.jobs()[0]?.note).toContain('2 empty folders skipped');
    await down('tree/', folder('back'), preserving);
    expect([...(await treeIn(folder('back'))).keys()]).toEqual(['full/large.bin', 'full/old.txt']);
  });
});

describe('an upload that the page orders', () => {
  it('follows links only to picked paths, whatever the page requests', async () => {
    await bench.file('secret/key.txt', Buffer.from('secret'));
    await bench.file('picked/a.txt', Buffer.from('a'));
    const picked = join(bench.folder, 'picked');
    await symlink(join(bench.folder, 'secret'), join(picked, 'out'));
    await symlink(join(picked, 'a.txt'), join(picked, 'in.txt'));
    const options = bench.options({ followLinks: 'anywhere' });
    const order = { ...location(), prefix: '', sources: [picked], options };
    const context = { signal: new AbortController().signal };
    const { jobId } = await bench.transfers.calls['transfers.upload'](order, context);
    await expect.poll(() => bench.transfers.jobs().find(({ id }) => id === jobId)?.state).toBe('done');
    expect([...(await blobsIn('picked/')).keys()]).toEqual(['a.txt', 'in.txt']);
  });
});

describe('a container', () => {
  it('is the same after a download and an upload, whatever its names', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(blobNames, async (all) => {
        run += 1;
        for (const one of all)
          await bench.container.getBlockBlobClient(`from-${run}/${one}`).upload(one, Buffer.byteLength(one));
        const folder = join(bench.folder, `between ${run}`);
        const before = await blobsIn(`from-${run}/`);
        await down(`from-${run}/`, folder);
        await up(folder, `to-${run}/`);
        expect(await blobsIn(`to-${run}/`)).toEqual(before);
      }),
      runs,
    );
  });
});
