// A download of which a range came damaged and whose blob has another MD5 than the one stored with it: mending the range
// must not pass for the blob being right.
import { randomBytes } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { KiB, MiB } from '@shared/units';
import { isGet } from '../../fixtures/requests';
import { md5 } from '../../fixtures/test-bench';
import { useBench } from '../../fixtures/use-bench';

const { bench } = useBench();

it.each([
  ['as it is', 'done', ['large.bin']],
  ['wrongly', 'failed', ['large.bin.unverified']],
] as const)('a range that came damaged is mended; the MD5 stored %s then decides', async (how, state, remaining) => {
  const bytes = randomBytes(1 * MiB);
  const client = bench.container.getBlockBlobClient('large.bin');
  await client.upload(bytes, bytes.length);
  const stored = how === 'as it is' ? Buffer.from(md5(bytes), 'base64') : Buffer.alloc(16, 1);
  await client.setHTTPHeaders({ blobContentMD5: new Uint8Array(stored) });
  bench.proxy.inject({ fault: { kind: 'flip-bit-down', atByte: 5 }, when: isGet, skip: 1 });

  const target = join(bench.folder, 'target');
  const job = await bench.transfers.downloadTo({
    connectionId: 'test',
    container: bench.container.containerName,
    selection: [{ kind: 'prefix', prefix: '', as: '' }],
    targetDir: target,
    options: bench.options({ blockBytes: 256 * KiB, verify: 'md5' }),
  });
  expect(await job.ended).toMatchObject({ state });
  expect(await readdir(target)).toEqual(remaining);
  expect((await readFile(join(target, remaining[0]))).equals(bytes)).toBe(true);
});
