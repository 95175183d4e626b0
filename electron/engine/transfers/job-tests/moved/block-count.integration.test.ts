// A file that would have more blocks than a blob can have, against a service that counts them.
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { blockNumber } from '@shared/model/block-number';
import { startBlockService } from '../../../../testing/block-service';
import { startUpload } from '../../fixtures/start-jobs';
import { accountsFor } from '../../fixtures/test-bench';
import { useBench } from '../../fixtures/use-bench';
import { blockCountLimit, blockId, blockOfId } from '../../plan/blocks';

const { bench } = useBench();

it('uses as many as a blob can have, also when it resumes, and is stored whole', async () => {
  const service = await startBlockService();
  try {
    const room = bench.roomWith({ accounts: accountsFor(service.descriptor) });
    // In blocks of 64 bytes it would have 782 more.
    const blockBytes = 65;
    const path = await bench.file('long.bin', blockCountLimit * blockBytes);
    const content = await readFile(path);
    const job = await startUpload(bench, [path], { blockBytes: 64, concurrency: 4 }, room);
    await expect.poll(() => service.sent.length, { timeout: 20_000, interval: 5 }).toBeGreaterThan(100);
    await job.interrupt();
    // To send nearly all of them takes half a minute, so the service has them already.
    const prefix = Buffer.from(service.sent[0] ?? '', 'base64')
      .toString('latin1')
      .slice(0, -5);
    const before = new Set(service.sent.map((id) => blockOfId(prefix, id)));
    const missing: string[] = [];
    for (let index = 0; index < blockCountLimit; index += 1) {
      const id = blockId(prefix, blockNumber(0, index));
      const isLeftOut = index % 500 === 499 && !before.has(blockNumber(0, index));
      if (isLeftOut) missing.push(id);
      else {
        const block = content.subarray(index * blockBytes, (index + 1) * blockBytes);
        service.hold(`${bench.container.containerName}/long.bin`, id, block);
      }
    }
    const sent = service.sent.length;
    expect(await (await room.resume(job.jobId)).ended).toMatchObject({ state: 'done', files: 1, failedCount: 0 });
    expect(service.sent.slice(sent).sort()).toEqual(missing.sort());
    const blob = service.blob(`${bench.container.containerName}/long.bin`);
    expect(blob?.blocks).toBe(blockCountLimit);
    expect(blob?.content.equals(content)).toBe(true);
  } finally {
    await service.stop();
  }
});
