// Earlier versions of objects in S3, and what stays of an object when it is copied onto itself, on a real server.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeletedBlobsFound, RestoreProgress } from '@shared/model/deleted-blobs';
import { type RunningS3, hasS3Server, startS3Server } from '../../testing/s3-server';
import type { Account } from '../azure/account';
import { createContainer } from '../blobs/container-admin';
import { createDeletedBlobs } from '../blobs/deleted/create-deleted-blobs';
import { createBlobDetails } from '../blobs/details/create-blob-details';
import { readBlobProperties } from '../blobs/properties';
import { systemClock } from '../system-clock';
import { accountsFor } from '../transfers/fixtures/test-bench';
import { blobPath } from '../blobs/blob-path';

const { signal } = new AbortController();
const context = { signal };
const connectionId = 's3';

describe.skipIf(!hasS3Server)('objects of S3', () => {
  let s3: RunningS3;
  let account: Account;
  let details: ReturnType<typeof createBlobDetails>['calls'];
  let deleted: ReturnType<typeof createDeletedBlobs>;
  const container = `versions-${process.pid}`;
  beforeAll(async () => {
    s3 = await startS3Server();
    const accounts = accountsFor(s3.descriptor());
    account = await accounts.open(connectionId);
    details = createBlobDetails({ accounts, clock: systemClock }).calls;
    deleted = createDeletedBlobs({
      accounts,
      clock: systemClock,
      deletions: { takenBy: () => ({ known: 'all', has: () => true }) },
    });
    await createContainer(account, container);
    await s3.send(
      'PUT',
      `/${container}`,
      { versioning: '' },
      '<VersioningConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Status>Enabled</Status></VersioningConfiguration>',
    );
  });
  afterAll(() => s3.stop());

  const put = (name: string, text: string, headers: Record<string, string> = {}): Promise<unknown> =>
    account.send({
      service: 'blob',
      operation: 'PutBlob',
      method: 'PUT',
      path: blobPath(container, name),
      resource: container,
      headers: { 'x-ms-blob-type': 'BlockBlob', ...headers },
      body: Buffer.from(text),
      replay: 'safe',
    });
  const textOf = async (name: string): Promise<string> =>
    (
      await account.send({
        service: 'blob',
        operation: 'GetBlob',
        method: 'GET',
        path: blobPath(container, name),
        resource: container,
        replay: 'safe',
      })
    ).body.toString();

  it('versions: are listed newest first, read, restored with their metadata, and deleted one by one', async () => {
    const name = 'log – größer & +.txt';
    for (const text of ['1', '22', '333', '4444']) await put(name, text, { 'x-ms-meta-length': String(text.length) });
    await put(`${name}.old`, 'other');
    const blob = { connectionId, container, name };
    const past = await details['blob-details.past'](blob, context);
    expect(past.map(({ kind, bytes }) => [kind, bytes])).toEqual([
      ['version', 3],
      ['version', 2],
      ['version', 1],
    ]);
    const [, second, first] = past.map(({ kind, id }) => ({ kind, id }));
    expect(await details['blob-details.read']({ ...blob, past: second }, context)).toMatchObject({
      bytes: 2,
      metadata: [{ name: 'length', value: '2' }],
    });
    const { etag: ifMatch } = await details['blob-details.read'](blob, context);
    if (first === undefined || second === undefined) throw new Error('There are three versions.');
    await details['blob-details.restore']({ ...blob, ifMatch, past: second }, context);
    expect(await textOf(name)).toBe('22');
    await expect(details['blob-details.restore']({ ...blob, ifMatch, past: first }, context)).rejects.toMatchObject({
      code: 'conflict.etag-changed',
    });
    await details['blob-details.delete-past']({ ...blob, past: first }, context);
    expect((await details['blob-details.past'](blob, context)).map(({ bytes }) => bytes)).toEqual([4, 3, 2]);
    expect(await textOf(name)).toBe('22');
  });

  it('a deleted object: is listed among the deleted ones, and restored by its newest version', async () => {
    for (const text of ['old', 'newest']) await put('gone/a.txt', text);
    await put('gone/stays.txt', 'x');
    await account.send({
      service: 'blob',
      operation: 'DeleteBlob',
      method: 'DELETE',
      path: blobPath(container, 'gone/a.txt'),
      resource: container,
      replay: 'safe',
    });
    expect(await deleted.calls['deleted-blobs.retention']({ connectionId, container }, context)).toEqual({
      kind: 'versions',
    });
    const found: DeletedBlobsFound[] = [];
    await deleted.streams['deleted-blobs.list'](
      { connectionId, container, prefix: 'gone/' },
      { signal, push: (page) => found.push(page) },
    );
    expect(found.flatMap(({ blobs }) => blobs).map(({ name, bytes }) => [name, bytes])).toEqual([['gone/a.txt', 6]]);
    const progress: RestoreProgress[] = [];
    await deleted.streams['deleted-blobs.restore'](
      { connectionId, container, wish: { kind: 'names', names: ['gone/a.txt'] } },
      { signal, push: (one) => progress.push(one) },
    );
    expect(progress.at(-1)).toMatchObject({ restored: 1, missing: 0, failedCount: 0 });
    expect(await textOf('gone/a.txt')).toBe('newest');
  });

  it('changed metadata and headers: leave the stored MD5, tags and storage class as they are', async () => {
    const name = 'kept.bin';
    const stored = createHash('md5').update('of all parts').digest('base64');
    await put(name, 'text', {
      'x-ms-meta-md5chksum': stored,
      'x-ms-meta-a': '1',
      'x-ms-tags': 'colour=red',
      'x-ms-access-tier': 'STANDARD_IA',
    });
    const blob = { connectionId, container, name };
    const read = (): ReturnType<(typeof details)['blob-details.read']> => details['blob-details.read'](blob, context);
    const before = await read();
    expect(before.contentMd5).toBe(stored);
    await details['blob-details.set-metadata'](
      { ...blob, ifMatch: before.etag, metadata: [{ name: 'b', value: '2' }] },
      context,
    );
    await details['blob-details.set-headers'](
      { ...blob, ifMatch: (await read()).etag, http: { ...before.http, contentType: 'text/x-new' } },
      context,
    );
    expect(await read()).toMatchObject({
      contentMd5: stored,
      metadata: [{ name: 'b', value: '2' }],
      http: { contentType: 'text/x-new' },
      tierFacts: { name: 'STANDARD_IA' },
    });
    expect(await details['blob-details.tags'](blob, context)).toEqual([{ name: 'colour', value: 'red' }]);
    expect((await readBlobProperties(account, container, name)).metadata).toEqual([{ name: 'b', value: '2' }]);
  });
});
