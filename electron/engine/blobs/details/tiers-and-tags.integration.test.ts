import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DetailsBench, connectionId, context, startDetailsBench } from './fixtures/details-bench';

let bench: DetailsBench;
beforeAll(async () => {
  bench = await startDetailsBench();
});
afterAll(() => bench.dispose());

async function newBlob(name = 'crate 7.txt') {
  const container = await bench.newContainer();
  const client = container.getBlockBlobClient(name);
  await client.upload('oranges', 7);
  return { client, blob: { connectionId, container: container.containerName, name } };
}

it('account facts: are reported, and requested once', async () => {
  const facts = await bench.calls['blob-details.account']({ connectionId }, context);
  expect(facts).toMatchObject({ isEmulator: true, isHierarchical: false });
  await bench.calls['blob-details.account']({ connectionId }, context);
  expect(bench.proxy.requests.filter(({ query }) => query.get('restype') === 'account')).toHaveLength(1);
});

it('a blob moves through the tiers, into the archive and out of it with a priority', async () => {
  const { client, blob } = await newBlob();
  await bench.calls['blob-details.set-tier']({ ...blob, tier: 'Cool', priority: null }, context);
  expect((await client.getProperties()).accessTier).toBe('Cool');
  await bench.calls['blob-details.set-tier']({ ...blob, tier: 'Archive', priority: null }, context);
  const archived = await bench.calls['blob-details.read'](blob, context);
  expect(archived.tierFacts).toMatchObject({ name: 'Archive', isInferred: false });
  await bench.calls['blob-details.set-tier']({ ...blob, tier: 'Hot', priority: 'High' }, context);
  const sent = bench.proxy.requests.filter(({ query }) => query.get('comp') === 'tier');
  expect(sent.map(({ headers }) => headers['x-ms-rehydrate-priority'])).toEqual([undefined, undefined, 'High']);
});

it('tags are replaced while they are those that were read', async () => {
  const { client, blob } = await newBlob();
  expect(await bench.calls['blob-details.tags'](blob, context)).toEqual([]);
  const first = [
    { name: 'ship', value: 'Ida + Erna' },
    { name: 'Ship', value: 'Erna' },
  ];
  await bench.calls['blob-details.set-tags']({ ...blob, read: [], tags: first }, context);
  expect((await client.getTags()).tags).toEqual({ ship: 'Ida + Erna', Ship: 'Erna' });
  expect(await bench.calls['blob-details.tags'](blob, context)).toEqual(first);

  await client.setTags({ bay: '4' });
  await expect(bench.calls['blob-details.set-tags']({ ...blob, read: first, tags: [] }, context)).rejects.toMatchObject(
    { code: 'conflict.etag-changed' },
  );
  expect((await client.getTags()).tags).toEqual({ bay: '4' });
  await bench.calls['blob-details.set-tags']({ ...blob, read: [{ name: 'bay', value: '4' }], tags: [] }, context);
  expect((await client.getTags()).tags).toEqual({});
});

it('tag: is rejected before anything is sent when it cannot be stored', async () => {
  const { blob } = await newBlob();
  const sent = bench.proxy.requests.length;
  await expect(
    bench.calls['blob-details.set-tags']({ ...blob, read: [], tags: [{ name: 'a', value: '50%' }] }, context),
  ).rejects.toMatchObject({ code: 'invalid.input' });
  expect(bench.proxy.requests.length).toBe(sent);
});
