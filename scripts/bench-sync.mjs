// Measures what merging two generated listings of a million names each takes: time, and the heap that it needs beyond the
// start. Usage: node --expose-gc scripts/bench-sync.mjs [NAMES]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { inProject } from './project.mjs';
import { print } from './steps.mjs';

const names = Number(process.argv[2] ?? 1_000_000);
const pageItems = 1000;

/**
 * Every `skip`-th name is missing, so that both sides have names of their own.
 * @param {number} skip
 */
function side(skip) {
  return {
    where: `generated-${skip}`,
    etags: 'none',
    async *list() {
      let items = [];
      for (let at = 0; at < names; at += 1) {
        if (at % skip === 0) continue;
        const name = `folder-${String(at >> 10).padStart(6, '0')}/file-${String(at).padStart(9, '0')}.bin`;
        items.push({ at: 'local', name, bytes: at, modifiedMs: at, timeOf: 'content', etag: '', contentMd5: '' });
        if (items.length < pageItems) continue;
        yield { items, asides: [] };
        items = [];
      }
      yield { items, asides: [] };
    },
  };
}

const folder = await mkdtemp(join(tmpdir(), 'stowage-bench-sync-'));
try {
  await build({
    root: inProject('.'),
    configFile: false,
    logLevel: 'silent',
    resolve: { alias: { '@shared': inProject('shared') } },
    build: {
      ssr: inProject('electron/engine/sync/merge.ts'),
      outDir: folder,
      rolldownOptions: { output: { entryFileNames: 'merge.mjs' } },
    },
    ssr: { noExternal: true },
  });
  const { compareSides } = await import(pathToFileURL(join(folder, 'merge.mjs')).href);
  const collect = globalThis.gc ?? (() => undefined);
  collect();
  const before = process.memoryUsage().heapUsed;
  let maxBytes = 0;
  const counts = { new: 0, changed: 0, same: 0, 'only there': 0 };
  const startedMs = performance.now();
  let pages = 0;
  const options = { how: 'mtime-size', keep: () => true, signal: new AbortController().signal };
  for await (const { pairs } of compareSides(side(1000), side(777), options)) {
    for (const { what } of pairs) counts[what] += 1;
    pages += 1;
    if (pages % 50 !== 0) continue;
    collect();
    maxBytes = Math.max(maxBytes, process.memoryUsage().heapUsed - before);
  }
  const seconds = (performance.now() - startedMs) / 1000;
  print(`${names} against ${names}: ${JSON.stringify(counts)}`);
  print(`${seconds.toFixed(1)} s; at most ${(maxBytes / 1024 / 1024).toFixed(1)} MiB of heap beyond the start`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
