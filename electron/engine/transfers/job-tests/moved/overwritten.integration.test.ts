// A blob that another client changes after the policy decision is not overwritten.
import { utimes } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { KiB } from '@shared/units';
import type { FaultyRequest } from '../../../../testing/faults';
import { isBlock, isWrite } from '../../fixtures/requests';
import { useBench } from '../../fixtures/use-bench';

const { bench } = useBench();

const isPut = (request: FaultyRequest): boolean => isWrite(request) && !isBlock(request);

it.each([
  ['in one request', 'if-newer', 1000],
  ['in one request', 'if-different', 1000],
  ['in blocks', 'if-newer', 512 * KiB],
  ['in blocks', 'if-different', 512 * KiB],
] as const)('a file that goes up %s under %s leaves the newer blob alone', async (_how, overwrite, bytes) => {
  const path = await bench.file('x.bin', bytes);
  await utimes(path, new Date(), new Date(Date.now() + 60_000));
  const blob = bench.container.getBlockBlobClient('x.bin');
  await blob.upload('looked at', 9);
  // The write of the blob is delayed until another client has written it.
  const heldOff = bench.proxy.inject({ fault: { kind: 'answer', status: 500 }, when: isPut, times: 1000 });
  const job = await bench.transfers.uploadPaths({
    connectionId: 'test',
    container: bench.container.containerName,
    prefix: '',
    paths: [path],
    options: bench.options({ overwrite, blockBytes: 256 * KiB }),
  });
  await expect.poll(() => heldOff.hits(), { timeout: 20_000, interval: 5 }).toBeGreaterThan(0);
  await blob.upload('of somebody else', 16);
  heldOff.remove();

  expect(await job.ended).toMatchObject({ state: 'failed', failed: [{ code: 'conflict.etag-changed' }] });
  expect((await blob.downloadToBuffer()).toString()).toBe('of somebody else');
});
