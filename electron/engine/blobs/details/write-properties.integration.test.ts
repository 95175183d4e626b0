import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fault, busyAfterActing } from '../../../testing/faults';
import type { BlobHttpHeaders } from '@shared/model/blob-details';
import { sendToBlob } from './blob-request';
import { type DetailsBench, connectionId, context, startDetailsBench } from './fixtures/details-bench';

let bench: DetailsBench;
beforeAll(async () => {
  bench = await startDetailsBench();
});
afterAll(() => bench.dispose());

const body = 'twelve crates of oranges';
const md5 = createHash('md5').update(body).digest();
const full: BlobHttpHeaders = {
  contentType: 'text/plain; charset=utf-8',
  contentEncoding: 'identity',
  contentLanguage: 'en-GB',
  contentDisposition: 'attachment; filename="crates.txt"',
  cacheControl: 'max-age=3600',
};

async function newBlob(name = 'bay 4/crate #7 – größer.txt') {
  const container = await bench.newContainer();
  const client = container.getBlockBlobClient(name);
  await client.upload(body, body.length, { blobHTTPHeaders: { blobContentMD5: md5 }, metadata: { Owner: 'quay' } });
  const blob = { connectionId, container: container.containerName, name };
  return { client, blob, read: await bench.calls['blob-details.read'](blob, context) };
}

describe('headers', () => {
  it('are stored as entered, without changing the MD5', async () => {
    const { client, blob, read } = await newBlob();
    const { etag } = await bench.calls['blob-details.set-headers'](
      { ...blob, ifMatch: read.etag, http: full },
      context,
    );
    const held = await client.getProperties();
    expect(held).toMatchObject(full);
    expect(Buffer.from(held.contentMD5 ?? '')).toEqual(md5);
    expect(held.metadata).toEqual({ owner: 'quay' });
    expect(held.etag).toBe(etag);
  });

  it('remain unchanged when another one changes', async () => {
    const { client, blob, read } = await newBlob();
    await client.setHTTPHeaders({ blobContentLanguage: 'de', blobCacheControl: 'no-store', blobContentMD5: md5 });
    const again = await bench.calls['blob-details.read'](blob, context);
    expect(again.etag).not.toBe(read.etag);
    const http = { ...again.http, contentDisposition: 'inline' };
    await bench.calls['blob-details.set-headers']({ ...blob, ifMatch: again.etag, http }, context);
    const held = await client.getProperties();
    expect(held).toMatchObject({ contentLanguage: 'de', cacheControl: 'no-store', contentDisposition: 'inline' });
    expect(Buffer.from(held.contentMD5 ?? '')).toEqual(md5);
  });

  it('are removed when their field is left empty', async () => {
    const { client, blob, read } = await newBlob();
    const first = await bench.calls['blob-details.set-headers']({ ...blob, ifMatch: read.etag, http: full }, context);
    const http = { ...full, contentEncoding: '', cacheControl: '' };
    await bench.calls['blob-details.set-headers']({ ...blob, ifMatch: first.etag, http }, context);
    const held = await client.getProperties();
    expect(held.contentEncoding ?? '').toBe('');
    expect(held.cacheControl ?? '').toBe('');
    expect(held.contentLanguage).toBe('en-GB');
  });

  it('are rejected when the blob changed after reading, and the write carries the ETag', async () => {
    const { client, blob, read } = await newBlob();
    await client.setMetadata({ owner: 'somebody else' });
    await expect(
      bench.calls['blob-details.set-headers']({ ...blob, ifMatch: read.etag, http: full }, context),
    ).rejects.toMatchObject({ code: 'conflict.etag-changed' });

    const again = await bench.calls['blob-details.read'](blob, context);
    await bench.calls['blob-details.set-headers']({ ...blob, ifMatch: again.etag, http: full }, context);
    const sent = bench.proxy.requests.filter(({ query }) => query.get('comp') === 'properties');
    expect(sent.at(-1)?.headers['if-match']).toBe(again.etag);
  });

  it.each<Fault>([{ kind: 'drop-reply' }, busyAfterActing])('are found to be stored after $kind', async (fault) => {
    const { client, blob, read } = await newBlob();
    bench.proxy.inject({ fault, when: ({ query }) => query.get('comp') === 'properties' });
    const { etag } = await bench.calls['blob-details.set-headers'](
      { ...blob, ifMatch: read.etag, http: full },
      context,
    );
    expect((await client.getProperties()).etag).toBe(etag);
  });

  it('that HTTP cannot carry are rejected by name before anything is sent', async () => {
    const { blob, read } = await newBlob();
    const sent = bench.proxy.requests.length;
    await expect(
      bench.calls['blob-details.set-headers'](
        { ...blob, ifMatch: read.etag, http: { ...full, cacheControl: 'größer' } },
        context,
      ),
    ).rejects.toMatchObject({ code: 'invalid.input', context: { field: 'Cache-Control' } });
    expect(bench.proxy.requests.length).toBe(sent);
  });
});

it('a name with dots between its slashes is changed as it is, not as the blob that others read it as', async () => {
  const container = await bench.newContainer();
  await container.getBlockBlobClient('victim').upload(body, body.length);
  const name = 'z/../victim';
  await sendToBlob(
    bench.account,
    { container: container.containerName, name },
    { operation: 'PutBlob', method: 'PUT', headers: { 'x-ms-blob-type': 'BlockBlob' }, body: Buffer.from(body) },
  );
  const blob = { connectionId, container: container.containerName, name };
  const { etag } = await bench.calls['blob-details.read'](blob, context);
  await bench.calls['blob-details.set-headers']({ ...blob, ifMatch: etag, http: full }, context);
  expect((await bench.calls['blob-details.read'](blob, context)).http).toEqual(full);
  expect((await container.getBlobClient('victim').getProperties()).contentLanguage ?? '').toBe('');
});

describe('metadata', () => {
  it('is replaced as a whole, without changing the headers and the MD5', async () => {
    const { client, blob, read } = await newBlob();
    await bench.calls['blob-details.set-metadata'](
      { ...blob, ifMatch: read.etag, metadata: [{ name: 'Ship_1', value: 'MS Ida' }] },
      context,
    );
    const held = await client.getProperties();
    expect(held.metadata).toEqual({ ship_1: 'MS Ida' });
    expect((await bench.calls['blob-details.read'](blob, context)).metadata).toEqual([
      { name: 'Ship_1', value: 'MS Ida' },
    ]);
    expect(Buffer.from(held.contentMD5 ?? '')).toEqual(md5);
  });

  it('is rejected when the blob changed, and when a name is not an identifier', async () => {
    const { client, blob, read } = await newBlob();
    await client.setMetadata({ owner: 'somebody else' });
    const change = { ...blob, ifMatch: read.etag };
    await expect(
      bench.calls['blob-details.set-metadata']({ ...change, metadata: [{ name: 'a', value: 'b' }] }, context),
    ).rejects.toMatchObject({ code: 'conflict.etag-changed' });
    await expect(
      bench.calls['blob-details.set-metadata']({ ...change, metadata: [{ name: '1a', value: 'b' }] }, context),
    ).rejects.toMatchObject({ code: 'invalid.input', context: { field: 'Metadata 1a' } });
    expect((await client.getProperties()).metadata).toEqual({ owner: 'somebody else' });
  });
});
