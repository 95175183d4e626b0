import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fault, busyAfterActing } from '../../../testing/faults';
import { type DetailsBench, connectionId, context, startDetailsBench } from './fixtures/details-bench';

let bench: DetailsBench;
beforeAll(async () => {
  bench = await startDetailsBench();
});
afterAll(() => bench.dispose());

const md5 = (text: string): Buffer => createHash('md5').update(text).digest();

async function newBlob() {
  const container = await bench.newContainer();
  const put = (name: string, text: string, owner: string) =>
    container.getBlockBlobClient(name).upload(text, text.length, {
      blobHTTPHeaders: { blobContentType: 'text/plain', blobContentMD5: md5(text) },
      metadata: { owner },
    });
  const name = 'log – größer.txt';
  await put(name, 'first', 'quay');
  // Other blobs whose names begin the same, before and after it in the listing.
  await put(`${name}.old`, 'x', 'x');
  await container.getBlobClient(`${name}.old`).createSnapshot();
  const blob = { connectionId, container: container.containerName, name };
  const client = container.getBlockBlobClient(name);
  const etag = async (): Promise<string> => (await client.getProperties()).etag ?? '';
  return { client, blob, etag, write: (text: string, owner: string) => put(name, text, owner) };
}

describe('snapshots', () => {
  it('are created, listed newest first, compared, copied back and deleted', async () => {
    const { client, blob, etag, write } = await newBlob();
    const one = await bench.calls['blob-details.snapshot']({ ...blob, ifMatch: await etag() }, context);
    await write('second one', 'harbour');
    const two = await bench.calls['blob-details.snapshot']({ ...blob, ifMatch: await etag() }, context);
    const past = await bench.calls['blob-details.past'](blob, context);
    expect(past.map(({ kind, id, bytes }) => ({ kind, id, bytes }))).toEqual([
      { kind: 'snapshot', id: two.id, bytes: 10 },
      { kind: 'snapshot', id: one.id, bytes: 5 },
    ]);
    const first = { kind: 'snapshot', id: one.id } as const;
    const then = await bench.calls['blob-details.read']({ ...blob, past: first }, context);
    expect(then).toMatchObject({ bytes: 5, metadata: [{ name: 'owner', value: 'quay' }] });

    const restored = await bench.calls['blob-details.restore'](
      { ...blob, ifMatch: await etag(), past: first },
      context,
    );
    expect(restored).toEqual({ copy: 'done' });
    expect((await client.downloadToBuffer()).toString()).toBe('first');
    expect((await client.getProperties()).metadata).toEqual({ owner: 'quay' });

    await bench.calls['blob-details.delete-past']({ ...blob, past: first }, context);
    expect((await bench.calls['blob-details.past'](blob, context)).map(({ id }) => id)).toEqual([two.id]);
    expect((await client.downloadToBuffer()).toString()).toBe('first');
  });

  it('are not copied over a blob that changed meanwhile', async () => {
    const { client, blob, etag, write } = await newBlob();
    const read = await etag();
    const { id } = await bench.calls['blob-details.snapshot']({ ...blob, ifMatch: read }, context);
    await write('somebody else', 'x');
    const past = { kind: 'snapshot', id } as const;
    await expect(bench.calls['blob-details.restore']({ ...blob, ifMatch: read, past }, context)).rejects.toMatchObject({
      code: 'conflict.etag-changed',
    });
    expect((await client.downloadToBuffer()).toString()).toBe('somebody else');
  });

  it.each<Fault>([{ kind: 'drop-reply' }, busyAfterActing])(
    'are found to be copied or deleted after $kind',
    async (fault) => {
      const { client, blob, etag, write } = await newBlob();
      const { id } = await bench.calls['blob-details.snapshot']({ ...blob, ifMatch: await etag() }, context);
      await write('second', 'x');
      const past = { kind: 'snapshot', id } as const;
      const isCopy = ({ headers }: { readonly headers: Readonly<Record<string, unknown>> }): boolean =>
        headers['x-ms-copy-source'] !== undefined;
      bench.proxy.inject({ fault, when: isCopy });
      await bench.calls['blob-details.restore']({ ...blob, ifMatch: await etag(), past }, context);
      expect((await client.downloadToBuffer()).toString()).toBe('first');
      bench.proxy.inject({ fault, when: ({ method }) => method === 'DELETE' });
      await bench.calls['blob-details.delete-past']({ ...blob, past }, context);
      expect(await bench.calls['blob-details.past'](blob, context)).toEqual([]);
    },
  );
});

describe('a list of earlier states', () => {
  it('is requested again when it was truncated on its way', async () => {
    const { blob, etag } = await newBlob();
    await bench.calls['blob-details.snapshot']({ ...blob, ifMatch: await etag() }, context);
    const cut = bench.proxy.inject({
      fault: { kind: 'cut-body', bytes: 300 },
      when: ({ query }) => query.get('comp') === 'list',
      times: 2,
    });
    expect(await bench.calls['blob-details.past'](blob, context)).toHaveLength(1);
    expect(cut.hits()).toBe(2);
  });
});

describe('a lease', () => {
  it('is acquired, renewed, released; a foreign one is broken', async () => {
    const { client, blob } = await newBlob();
    const change = (act: Parameters<(typeof bench.calls)['blob-details.lease']>[0]['act']) =>
      bench.calls['blob-details.lease']({ ...blob, act }, context);
    const { leaseId } = await change({ kind: 'acquire', seconds: 30 });
    expect((await bench.calls['blob-details.read'](blob, context)).lease).toEqual({
      state: 'leased',
      duration: 'fixed',
    });
    await expect(client.setMetadata({ a: 'b' })).rejects.toMatchObject({ code: 'conflict.leased' });
    await expect(change({ kind: 'acquire', seconds: 30 })).rejects.toMatchObject({ code: 'conflict.leased' });
    expect((await change({ kind: 'renew', leaseId })).leaseId).toBe(leaseId);
    await change({ kind: 'release', leaseId });
    await client.setMetadata({ a: 'b' });

    await client.getBlobLeaseClient().acquireLease(-1);
    expect((await bench.calls['blob-details.read'](blob, context)).lease.duration).toBe('infinite');
    expect((await change({ kind: 'break', afterSeconds: 0 })).secondsLeft).toBe(0);
    expect((await bench.calls['blob-details.read'](blob, context)).lease.state).toBe('broken');
    await client.setMetadata({ a: 'c' });
  });

  it('is required for changes while it is held, and may get another ID', async () => {
    const { client, blob, etag } = await newBlob();
    const nextId = '0f0e0d0c-0b0a-4908-8706-050403020100';
    const { leaseId } = await bench.calls['blob-details.lease'](
      { ...blob, act: { kind: 'acquire', seconds: -1 } },
      context,
    );
    const { id } = await bench.calls['blob-details.snapshot']({ ...blob, ifMatch: await etag() }, context);
    const changed = await bench.calls['blob-details.lease'](
      { ...blob, act: { kind: 'change', leaseId, nextId } },
      context,
    );
    expect(changed.leaseId).toBe(nextId);
    const changes = async (given: { readonly leaseId?: string }) => {
      const written = { ...blob, ...given };
      const ifMatch = await etag();
      const { http, metadata } = await bench.calls['blob-details.read'](blob, context);
      return [
        () => bench.calls['blob-details.set-headers']({ ...written, ifMatch, http }, context),
        async () => bench.calls['blob-details.set-metadata']({ ...written, ifMatch: await etag(), metadata }, context),
        () => bench.calls['blob-details.set-tags']({ ...written, read: [], tags: [] }, context),
        async () =>
          bench.calls['blob-details.restore'](
            { ...written, ifMatch: await etag(), past: { kind: 'snapshot', id } },
            context,
          ),
      ];
    };
    for (const change of await changes({})) await expect(change()).rejects.toMatchObject({ code: 'conflict.leased' });
    for (const change of await changes({ leaseId })) {
      await expect(change()).rejects.toMatchObject({ code: 'conflict.leased' });
    }
    for (const change of await changes({ leaseId: nextId })) await change();
    expect((await client.downloadToBuffer()).toString()).toBe('first');
    await expect((await changes({ leaseId: 'mine' }))[0]?.()).rejects.toMatchObject({ context: { field: 'Lease ID' } });
  });

  it.each<Fault>([{ kind: 'drop-reply' }, busyAfterActing])('is found to be acquired after $kind', async (fault) => {
    const { blob } = await newBlob();
    for (const subject of [blob, { connectionId, container: blob.container }]) {
      const change = (act: Parameters<(typeof bench.calls)['blob-details.lease']>[0]['act']) =>
        bench.calls['blob-details.lease']({ ...subject, act }, context);
      const rule = bench.proxy.inject({ fault, when: ({ query }) => query.get('comp') === 'lease' });
      const proposed = randomUUID();
      const { leaseId } = await change({ kind: 'acquire', seconds: -1, leaseId: proposed });
      expect([rule.hits(), leaseId]).toEqual([1, proposed]);
      await change({ kind: 'release', leaseId });
    }
  });

  it('of a container behaves the same', async () => {
    const { blob } = await newBlob();
    const container = { connectionId, container: blob.container };
    const { leaseId } = await bench.calls['blob-details.lease'](
      { ...container, act: { kind: 'acquire', seconds: -1 } },
      context,
    );
    const held = bench.service.getContainerClient(blob.container);
    expect((await held.getProperties()).leaseState).toBe('leased');
    await bench.calls['blob-details.lease']({ ...container, act: { kind: 'release', leaseId } }, context);
    expect((await held.getProperties()).leaseState).toBe('available');
  });

  it.each([
    [{ kind: 'acquire', seconds: 5 }, 'Duration'],
    [{ kind: 'acquire', seconds: 15, leaseId: 'mine' }, 'Lease ID'],
    [{ kind: 'renew', leaseId: 'mine' }, 'Lease ID'],
  ] as const)('lease ID: %j is rejected before anything is sent', async (act, field) => {
    const sent = bench.proxy.requests.length;
    await expect(
      bench.calls['blob-details.lease']({ connectionId, container: 'any', name: 'any', act }, context),
    ).rejects.toMatchObject({ code: 'invalid.input', context: { field } });
    expect(bench.proxy.requests.length).toBe(sent);
  });
});
