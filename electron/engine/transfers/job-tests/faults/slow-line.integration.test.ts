// A slow shared network whose service aborts a request after some seconds: the adaptive transfer arrives as fast as the
// network carries it, and a user's fixed setting that cannot work is named with the remedy.
import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { TransferOptions } from '@shared/model/transfer';
import { MiB } from '@shared/units';
import { sentence } from '@shared/error-text';
import { type SlowLine, type SlowLineOptions, startSlowLine } from '../../../../testing/slow-line';
import type { Transfers } from '../../api';
import { accountsFor } from '../../fixtures/test-bench';
import { useBench } from '../../fixtures/use-bench';

const { bench } = useBench();
let line: SlowLine | null = null;
afterEach(async () => {
  await line?.close();
  line = null;
});

async function roomBehind(shape: Omit<SlowLineOptions, 'target'>): Promise<Transfers> {
  line = await startSlowLine({ target: bench.azurite.blobOrigin, ...shape });
  return bench.roomWith({ accounts: accountsFor(bench.azurite.descriptor({ blob: line.origin })) });
}

function upload(room: Transfers, paths: readonly string[], some: Partial<TransferOptions>) {
  return room.uploadPaths({
    connectionId: 'test',
    container: bench.container.containerName,
    prefix: '',
    paths,
    options: bench.options(some),
  });
}

/** Seconds that the line needs for so many bytes if it is never idle and nothing is sent twice. */
const minSeconds = (bytes: number, bytesPerSecond: number): number => bytes / bytesPerSecond;

const rate = 1_500_000;
const limitMs = 3_000;

describe('slow line: an upload', () => {
  it.each<[string, Partial<TransferOptions>, number]>([
    ['all is automatic', {}, 18 * MiB],
    ['only the number of requests is fixed', { concurrency: 4 }, 9 * MiB],
    ['only the size of blocks is fixed', { blockBytes: 1 * MiB }, 9 * MiB],
  ])(
    'takes at most a fifth longer than the line needs, and two limits to learn, when %s',
    async (_case, options, bytes) => {
      const room = await roomBehind({ bytesPerSecond: rate, limitMs });
      const path = await bench.file('large.bin', bytes);
      const startMs = performance.now();
      const summary = await (await upload(room, [path], options)).ended;
      const seconds = (performance.now() - startMs) / 1000;
      expect(summary).toMatchObject({ state: 'done', files: 1, failed: [] });
      expect(seconds).toBeLessThan(minSeconds(bytes, rate) * 1.2 + (2 * limitMs) / 1000);
      const held = await bench.container.getBlobClient('large.bin').downloadToBuffer();
      expect(held.equals(await readFile(path))).toBe(true);
    },
    120_000,
  );

  it('names the fixed setting and the remedy when a fixed size never arrives', async () => {
    const room = await roomBehind({ bytesPerSecond: 300_000, limitMs: 400 });
    const path = await bench.file('large.bin', 16 * MiB);
    const summary = await (await upload(room, [path], { blockBytes: 4 * MiB, concurrency: 4 })).ended;
    expect(summary).toMatchObject({ state: 'failed', failed: [{ code: 'network.too-slow' }] });
    const [failure] = summary.failed;
    const shown = sentence({ code: 'network.too-slow', detail: '', context: failure?.context ?? {} } as never);
    expect(shown).toContain('too slow for 4 × 4.0 MiB within');
    expect(shown).toContain('256');
  }, 60_000);

  it('falls back to blocks when the single request of a file takes longer than the limit', async () => {
    const room = await roomBehind({ bytesPerSecond: 1_000_000, limitMs: 1_500 });
    const path = await bench.file('mid.bin', 3 * MiB);
    const summary = await (await upload(room, [path], {})).ended;
    expect(summary).toMatchObject({ state: 'done', files: 1, failed: [] });
    expect((await bench.container.getBlobClient('mid.bin').downloadToBuffer()).equals(await readFile(path))).toBe(true);
  }, 60_000);
});
