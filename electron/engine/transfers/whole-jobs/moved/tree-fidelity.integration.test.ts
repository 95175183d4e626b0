// What goes up and comes down again, or down and up again, is the same: names, bytes, and with their options times, empty
// folders and what links lead to.
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { useBench } from '../../fixtures/use-bench';

const { bench } = useBench();

/** Names that other programs, systems and people choose, most of which some tool has changed or lost. */
const hostile = [
  ...`c:x what? a*b q"uote a<b>c pi|pe con con.txt NUL aux.tar.gz COM1 a. a.. ... .hidden ~ % %% 50% 100%25.txt`.split(
    ' ',
  ),
  ...'a%20b c%3Ax %2E %2E%2E %0A %2F %41 %zz %~x a% a%25 %C3%A9 rtl%E2%80%AEgpj.exe %25E2%2580%25AE'.split(' '),
  ...`a+b a&b a#b a;b=c it's [x] {y} \u00e9 e\u0301 \u1e9e ﬀ 日本 \ud55c\uae00 \u1112\u1161\u11ab 😀 👩\u200d🚀`.split(
    ' ',
  ),
  ...['a ', ' a', 'a\u00a0b', 'x'.repeat(241), 'x'.repeat(255), `${'é'.repeat(127)}%`],
];
/** What a download writes with %XX on every system. */
const misleading = ['rtl\u202egpj.exe', 'zero\u200bwidth', '\ufeffbom', 'a\u0085b', 'in\u202ea/x'];
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
);
const paths = fc.uniqueArray(fc.array(name, { minLength: 1, maxLength: 3 }), {
  minLength: 12,
  maxLength: 30,
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
    else for (const [below, bytes] of await treeIn(path, `${above}${entry.name}/`)) found.set(below, bytes);
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

const place = (): { readonly connectionId: string; readonly container: string } => ({
  connectionId: 'test',
  container: bench.container.containerName,
});

async function up(folder: string, prefix: string): Promise<void> {
  const job = await bench.transfers.uploadPaths({
    ...place(),
    prefix,
    paths: [folder + sep],
    options: bench.options(),
  });
  expect(await job.ended).toMatchObject({ state: 'done', failed: [], skipped: 0 });
}

async function down(prefix: string, targetDir: string): Promise<void> {
  const selection = [{ kind: 'prefix', prefix, as: '' }] as const;
  const job = await bench.transfers.downloadTo({ ...place(), selection, targetDir, options: bench.options() });
  expect(await job.ended).toMatchObject({ state: 'done', failed: [], skipped: 0 });
}

const runs = { numRuns: 3 };

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
