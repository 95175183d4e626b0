// Containers against a real Azurite: properties, metadata, access, and the effect of a stored policy.
import { AnonymousCredential, BlockBlobClient } from '@azure/storage-blob';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serviceHeaders } from '../../../testing/faults';
import { createSas } from '../sas/sign-sas';
import { type DetailsBench, connectionId, context, startDetailsBench } from './fixtures/details-bench';

let bench: DetailsBench;
beforeAll(async () => {
  bench = await startDetailsBench();
});
afterAll(() => bench.dispose());

async function newContainer() {
  const client = await bench.newContainer();
  await client.getBlockBlobClient('crates.txt').upload('oranges', 7);
  const container = { connectionId, container: client.containerName };
  const read = () => bench.calls['container-details.read'](container, context);
  const access = () => bench.calls['container-details.access'](container, context);
  return { client, container, read, access };
}

const crew = { id: 'crew & guests', rights: 'rl', startsOn: '', expiresOn: '2099-01-01T00:00:00Z' };

describe('a container', () => {
  it('reports its lease, its access and its metadata in their original case', async () => {
    const { container, read } = await newContainer();
    const before = await read();
    expect(before).toMatchObject({ access: 'none', metadata: [], lease: { state: 'available', duration: '' } });
    await bench.calls['container-details.set-metadata'](
      { ...container, ifMatch: before.etag, metadata: [{ name: 'ShipOwner', value: 'Ida' }] },
      context,
    );
    await bench.calls['blob-details.lease']({ ...container, act: { kind: 'acquire', seconds: -1 } }, context);
    expect(await read()).toMatchObject({
      metadata: [{ name: 'ShipOwner', value: 'Ida' }],
      lease: { state: 'leased', duration: 'infinite' },
    });
  });

  it('preserves its metadata when another client was faster', async () => {
    const { client, container, read } = await newContainer();
    const before = await read();
    await client.setMetadata({ owner: 'harbour' });
    await expect(
      bench.calls['container-details.set-metadata'](
        { ...container, ifMatch: before.etag, metadata: [{ name: 'owner', value: 'me' }] },
        context,
      ),
    ).rejects.toMatchObject({ code: 'conflict.etag-changed' });
    expect((await client.getProperties()).metadata).toEqual({ owner: 'harbour' });
  });
});

describe('access to a container', () => {
  it('is opened to the public and closed again, without changing stored policies', async () => {
    const { client, container, access, read } = await newContainer();
    const anonymous = new BlockBlobClient(client.getBlobClient('crates.txt').url, new AnonymousCredential());
    await expect(anonymous.downloadToBuffer()).rejects.toMatchObject({ statusCode: 403 });
    const set = async (level: 'none' | 'blob' | 'container') => {
      const { etag } = await access();
      await bench.calls['container-details.set-access'](
        { ...container, ifMatch: etag, level, policies: [crew] },
        context,
      );
    };
    await set('blob');
    expect((await anonymous.downloadToBuffer()).toString()).toBe('oranges');
    expect(await access()).toMatchObject({ level: 'blob', policies: [crew] });
    await set('container');
    expect((await read()).access).toBe('container');
    await set('none');
    await expect(anonymous.downloadToBuffer()).rejects.toMatchObject({ statusCode: 403 });
    expect((await access()).policies).toEqual([crew]);
  });

  it('by a stored policy ends with the policy', async () => {
    const { client, container, access } = await newContainer();
    const replace = async (policies: (typeof crew)[]) =>
      bench.calls['container-details.set-access'](
        { ...container, ifMatch: (await access()).etag, level: 'none', policies },
        context,
      );
    await replace([crew]);
    const resource = { kind: 'blob', container: client.containerName, name: 'crates.txt' } as const;
    const byPolicy = { resource, rights: '', startsOn: '', expiresOn: '', ipRange: '', policy: crew.id } as const;
    const { token } = createSas(bench.account, { ...byPolicy, protocol: 'https,http' }, Date.now());
    const guest = new BlockBlobClient(`${client.getBlobClient('crates.txt').url}?${token}`, new AnonymousCredential());
    expect((await guest.downloadToBuffer()).toString()).toBe('oranges');
    await replace([]);
    await expect(guest.downloadToBuffer()).rejects.toMatchObject({ statusCode: 403 });
  });

  it('is not changed when another client was faster, and nothing is sent for an invalid policy', async () => {
    const { client, container, access } = await newContainer();
    const { etag } = await access();
    const change = { ...container, ifMatch: etag, level: 'blob' as const };
    await expect(
      bench.calls['container-details.set-access']({ ...change, policies: [{ ...crew, id: '' }] }, context),
    ).rejects.toMatchObject({ code: 'invalid.input', context: { field: 'Stored policies' } });
    await client.setAccessPolicy('container');
    await expect(
      bench.calls['container-details.set-access']({ ...change, policies: [] }, context),
    ).rejects.toMatchObject({ code: 'conflict.etag-changed' });
    expect((await access()).level).toBe('container');
  });

  it('that the account forbids is named', async () => {
    const { container, access } = await newContainer();
    const { etag } = await access();
    bench.proxy.inject({
      fault: {
        kind: 'answer',
        status: 409,
        headers: serviceHeaders({ 'x-ms-error-code': 'PublicAccessNotPermitted' }),
      },
      when: ({ method, query }) => method === 'PUT' && query.get('comp') === 'acl',
    });
    await expect(
      bench.calls['container-details.set-access'](
        { ...container, ifMatch: etag, level: 'blob', policies: [] },
        context,
      ),
    ).rejects.toMatchObject({ code: 'conflict.public-access-off' });
  });
});
