// Behind a proxy that changes or removes ETags: versions are distinguished as without it, or nothing is written.
import { describe, expect, it } from 'vitest';
import { readContainerDetails, setContainerMetadata } from './blobs/details/container-properties';
import { readBlobDetails } from './blobs/details/read-details';
import { setMetadata } from './blobs/details/write-properties';
import { rewriteBlob } from './opened/rewrite-blob';
import { accountsFor } from './transfers/fixtures/test-bench';
import { useBench } from './transfers/fixtures/use-bench';

const { bench } = useBench();
const mine = [{ name: 'owner', value: 'me' }];

async function behindProxy(change: (etag: string) => string) {
  bench.proxy.inject({ fault: { kind: 'other-etag', change }, when: () => true, times: Infinity });
  const client = bench.container.getBlockBlobClient('notes.txt');
  await client.upload('one', 3, { metadata: { owner: 'quay' } });
  const account = await accountsFor(bench.azurite.descriptor({ blob: bench.proxy.origin })).open('test');
  return { account, client, blob: { container: bench.container.containerName, name: 'notes.txt' } };
}

describe('changed ETags', () => {
  it.each([
    ['weakened', (etag: string) => `W/${etag}`],
    ['without quotes', (etag: string) => etag.replaceAll('"', '')],
    ['with the name of an encoding', (etag: string) => etag.replace(/"$/u, '-gzip"')],
  ])('protect the versions of others, and let unchanged ones be saved: %s', async (_, change) => {
    const { account, client, blob } = await behindProxy(change);
    const { etag } = await readBlobDetails(account, blob);
    const saved = await rewriteBlob(account, blob, { bytes: Buffer.from('two'), etag });
    await setMetadata(account, { ...blob, ifMatch: saved.etag }, mine);
    expect((await client.downloadToBuffer()).toString()).toBe('two');
    expect((await client.getProperties()).metadata).toEqual({ owner: 'me' });
    await client.upload('theirs', 6);
    const late = rewriteBlob(account, blob, { bytes: Buffer.from('three'), etag: saved.etag });
    await expect(late).rejects.toMatchObject({ code: 'conflict.etag-changed' });
    expect((await client.downloadToBuffer()).toString()).toBe('theirs');
  });

  it('that are removed let nothing be replaced that was read, neither a blob nor a container', async () => {
    const { account, client, blob } = await behindProxy(() => '');
    const { etag } = await readBlobDetails(account, blob);
    expect(etag).toBe('');
    await expect(setMetadata(account, { ...blob, ifMatch: etag }, mine)).rejects.toMatchObject({
      code: 'network.malformed',
    });
    expect((await client.getProperties()).metadata).toEqual({ owner: 'quay' });
    const read = { container: blob.container, ifMatch: (await readContainerDetails(account, blob.container)).etag };
    await expect(setContainerMetadata(account, read, mine)).rejects.toMatchObject({ code: 'conflict.etag-changed' });
    expect((await bench.container.getProperties()).metadata ?? {}).toEqual({});
    // Only who wants it replaced whatever it is can replace it.
    await expect(rewriteBlob(account, blob, { bytes: Buffer.from('two'), etag })).rejects.toMatchObject({
      code: 'conflict.etag-changed',
    });
    await rewriteBlob(account, blob, { bytes: Buffer.from('two'), etag: null });
    expect((await client.downloadToBuffer()).toString()).toBe('two');
  });
});
