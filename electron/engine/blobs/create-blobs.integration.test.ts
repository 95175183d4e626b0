import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FaultProxy } from '../../testing/fault-proxy';
import { type Fault, busyAfterActing } from '../../testing/faults';
import type { Account } from '../azure/account';
import { systemClock } from '../system-clock';
import { blobPath } from './blob-path';
import { type Blobs, createBlobs } from './create-blobs';
import { createRememberedDeletions } from './remembered-deletions';
import { type AccountBench, startAccountBench } from './fixtures/account-bench';
import { walkBlobs } from './listing';

let bench: AccountBench;
let proxy: FaultProxy;
let account: Account;
let blobs: Blobs;
beforeAll(async () => {
  bench = await startAccountBench();
  ({ proxy, account } = bench);
  blobs = createBlobs({ clock: systemClock, accounts: bench.accounts, deletions: createRememberedDeletions() });
});
afterAll(() => bench.dispose());

const context = { signal: new AbortController().signal };
const connectionId = 'test';

async function put(container: string, name: string, headers: Record<string, string> = {}): Promise<void> {
  await account.send({
    service: 'blob',
    operation: 'PutBlob',
    method: 'PUT',
    path: blobPath(container, name),
    resource: container,
    headers: { 'x-ms-blob-type': 'BlockBlob', ...headers },
    body: Buffer.from(name),
    replay: 'safe',
  });
}

describe('containers', () => {
  it('are created, listed and deleted', async () => {
    await blobs.calls['containers.create']({ connectionId, container: 'made-here' }, context);
    const listed = await blobs.calls['containers.list']({ connectionId }, context);
    expect(listed).toContainEqual({ name: 'made-here', lastModified: expect.stringMatching(/Z$/u) as string });
    await expect(
      blobs.calls['containers.create']({ connectionId, container: 'made-here' }, context),
    ).rejects.toMatchObject({
      code: 'conflict.exists',
    });
    await blobs.calls['containers.delete']({ connectionId, container: 'made-here' }, context);
    expect(await blobs.calls['containers.list']({ connectionId }, context)).not.toContainEqual(
      expect.objectContaining({ name: 'made-here' }),
    );
    await expect(
      blobs.calls['containers.delete']({ connectionId, container: 'made-here' }, context),
    ).rejects.toMatchObject({
      code: 'not-found.container',
    });
  });

  it.each<Fault>([{ kind: 'drop-reply' }, busyAfterActing])('survive a lost reply: $kind', async (fault) => {
    proxy.inject({ fault, when: ({ method }) => method === 'PUT' });
    await blobs.calls['containers.create']({ connectionId, container: 'lost-reply' }, context);
    proxy.inject({ fault, when: ({ method }) => method === 'DELETE' });
    await blobs.calls['containers.delete']({ connectionId, container: 'lost-reply' }, context);
    expect(await blobs.calls['containers.list']({ connectionId }, context)).not.toContainEqual(
      expect.objectContaining({ name: 'lost-reply' }),
    );
  });

  it.each(['ab', 'Upper', 'two--dashes', '-start', 'end-', 'under_score'])('reject the name %j', async (container) => {
    await expect(blobs.calls['containers.create']({ connectionId, container }, context)).rejects.toMatchObject({
      code: 'invalid.name',
    });
  });
});

describe('listing', () => {
  const odd = ['../../x', 'a b/ü😀.txt', 'a%20b', 'a&<b>"', 'c//d', 'tail. ', '/abs', 'z/../victim'];

  it('returns every name exactly, one level at a time or flat, page by page', async () => {
    await blobs.calls['containers.create']({ connectionId, container: 'names' }, context);
    for (const name of odd) await put('names', name);
    const flat: string[] = [];
    for await (const page of walkBlobs(account, { container: 'names', prefix: '' })) {
      flat.push(...page.map(({ name }) => name));
    }
    expect(flat.sort()).toEqual([...odd].sort());

    const seen: string[] = [];
    let marker: string | undefined;
    do {
      const page: Awaited<ReturnType<(typeof blobs.calls)['blobs.list']>> = await blobs.calls['blobs.list'](
        {
          connectionId,
          container: 'names',
          prefix: '',
          depth: 'folders',
          pageSize: 3,
          ...(marker === undefined ? {} : { marker }),
        },
        context,
      );
      seen.push(...page.folders, ...page.blobs.map(({ name }) => name));
      marker = page.marker ?? undefined;
    } while (marker !== undefined);
    expect(seen.sort()).toEqual(['../', '/', 'a b/', 'a%20b', 'a&<b>"', 'c/', 'tail. ', 'z/'].sort());
  });

  it('requests a page again that was truncated', async () => {
    proxy.inject({
      fault: { kind: 'cut-body', bytes: 700 },
      when: ({ query }) => query.get('comp') === 'list',
      times: 2,
    });
    const page = await blobs.calls['blobs.list'](
      { connectionId, container: 'names', prefix: '', depth: 'folders', pageSize: 100 },
      context,
    );
    expect(page.folders.length + page.blobs.length).toBe(8);
  });

  it('reports the properties of a blob', async () => {
    await put('names', 'told.txt', { 'x-ms-blob-content-type': 'text/plain', 'x-ms-meta-Owner': 'me' });
    const described = await blobs.calls['blobs.properties'](
      { connectionId, container: 'names', name: 'told.txt' },
      context,
    );
    expect(described).toMatchObject({
      name: 'told.txt',
      bytes: 8,
      contentType: 'text/plain',
      blobType: 'BlockBlob',
      leased: false,
    });
    expect(described.etag).toMatch(/^".+"$/u);
    expect(described.metadata).toEqual([{ name: 'Owner', value: 'me' }]);
    const listed = await blobs.calls['blobs.list'](
      { connectionId, container: 'names', prefix: 'told', depth: 'folders', pageSize: 10 },
      context,
    );
    expect(listed.blobs[0]).toMatchObject({
      name: 'told.txt',
      bytes: 8,
      etag: described.etag,
      contentMd5: described.contentMd5,
    });
    await expect(
      blobs.calls['blobs.properties']({ connectionId, container: 'names', name: 'absent' }, context),
    ).rejects.toMatchObject({ code: 'not-found.blob' });
  });
});
