// A slow shared line whose service gives a request up after some seconds: what is left to the transfer arrives as fast
// as the line carries it, and what a user has fixed and cannot work is named with the way out.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { TransferOptions } from '@shared/model/transfer';
import { KiB, MiB } from '@shared/units';
import { wordsFor } from '@shared/error-words';
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
const leastSeconds = (bytes: number, bytesPerSecond: number): number => bytes / bytesPerSecond;

const rate = 1_500_000;
const limitMs = 3_000;

describe('slow line: an upload', () => {
  it.each<[string, Partial<TransferOptions>, number]>([
    ['all is automatic', {}, 60 * MiB],
    ['only the number of requests is fixed', { concurrency: 4 }, 24 * MiB],
    ['only the size of blocks is fixed', { blockBytes: 1 * MiB }, 24 * MiB],
  ])('takes at most a fifth longer than the line needs, and two limits to learn, when %s', async (_name, options, bytes) => {
    const room = await roomBehind({ bytesPerSecond: rate, limitMs });
    const path = await bench.file('large.bin', bytes);
    const startMs = performance.now();
    const summary = await (await upload(room, [path], options)).ended;
    const seconds = (performance.now() - startMs) / 1000;
    process.stderr.write(`${_name}: ${seconds.toFixed(1)} s of ${leastSeconds(bytes, rate).toFixed(1)}, ${line?.timedOut} timed out\n${summary.tuner.map((s) => `  ${s.atMs} ${s.concurrency} ${s.blockBytes} ${s.reason}`).join('\n')}\n`);
    expect(summary).toMatchObject({ state: 'done', files: 1, failed: [] });
    expect(seconds).toBeLessThan(leastSeconds(bytes, rate) * 1.2 + (bytes < 60 * MiB ? (2 * limitMs) / 1000 : 0));
    const held = await bench.container.getBlobClient('large.bin').downloadToBuffer();
    expect(held.equals(await readFile(path))).toBe(true);
  }, 120_000);
});
