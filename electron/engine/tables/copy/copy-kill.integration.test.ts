import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CopyRule } from '@shared/model/table-copy';
import { type CopyBench, contentOf, copyOf, someRows, startCopyBench } from './fixtures/copy-bench';
import type { CopyChildTask } from './fixtures/copy-child';

let bench: CopyBench;
const children: ChildProcess[] = [];
beforeAll(async () => {
  bench = await startCopyBench();
  await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { alias: { '@shared': resolve(__dirname, '../../../../shared') } },
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: join(__dirname, 'fixtures', 'copy-child.ts'),
      outDir: join(bench.dir, 'program'),
      rolldownOptions: { output: { format: 'cjs', entryFileNames: 'child.js', codeSplitting: false } },
    },
  });
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await bench.dispose();
});

it.each<[CopyRule]>([['insert'], ['replace']])(
  'a copy with the rule %s that is killed and resumed neither skips nor doubles a row',
  async (rule) => {
    const [from, to] = [`Source${rule}`, `Target${rule}`];
    const count = 2400;
    await bench.fill(from, someRows(count, 6));
    const before = new Set(await readdir(join(bench.dir, 'state', 'copies')).catch(() => []));
    const isBatch = ({ path }: { path: string }): boolean => path.endsWith('$batch');
    // From the ninth on, the store carries a batch out without a response.
    const silent = bench.proxy.inject({
      fault: { kind: 'stall-download', afterBytes: 0 },
      when: isBatch,
      skip: 8,
      times: 100,
    });
    const task: CopyChildTask = {
      descriptor: bench.proxied.descriptor,
      dir: bench.dir,
      request: copyOf(from, to, { rule }),
    };
    const child = spawn(process.execPath, [join(bench.dir, 'program', 'child.js'), JSON.stringify(task)], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    children.push(child);
    await expect.poll(() => silent.hits(), { timeout: 30_000, interval: 5 }).toBeGreaterThanOrEqual(4);
    child.kill('SIGKILL');
    await once(child, 'exit');
    silent.remove();

    const { room } = bench.openRoom();
    await room.recover();
    const name = (await readdir(join(bench.dir, 'state', 'copies'))).find(
      (one) => one.endsWith('.jsonl') && !before.has(one),
    );
    const job = room.copies.get(name?.replace('.jsonl', '') ?? '');
    expect(job.view().state).toBe('interrupted');
    const noted = job.view().rowsDone;
    const written = (await bench.rowsIn(to)).length;
    // The test is about these rows: written, but not recorded.
    expect([noted < written, written < count]).toEqual([true, true]);
    await job.resume();
    expect(await job.ended()).toMatchObject({ state: 'done', rowsDone: count, rowsRejected: 0 });
    expect(job.report()).toMatchObject({ written: count, kept: 0, verdict: { outcome: 'same', rowsRead: count } });
    expect(contentOf(await bench.rowsIn(to))).toEqual(contentOf(await bench.rowsIn(from)));
  },
);
