// The requests of a dry run: names that are free cost a page of a listing, not a request each.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { StowageError } from '@shared/errors';
import { defaultTransferOptions } from '@shared/model/transfer';
import type { Account, AccountSource, ServiceRequest } from '../azure/account';
import { planUploadItems } from './dry-run';

const headers = { 'content-length': '3', etag: '"1"', 'last-modified': 'Tue, 24 Nov 2026 20:00:00 GMT' };

/** A container in which `taken` exist. `list`: whether the credential may list it. */
function accounts(taken: readonly string[], list: 'listed' | 'denied') {
  const sent: string[] = [];
  const send = ({ operation, path }: ServiceRequest): Promise<unknown> => {
    sent.push(operation);
    if (operation === 'ListBlobs') {
      if (list === 'denied')
        return Promise.reject(new StowageError('auth.denied', 'No.', { context: { status: 403 } }));
      const blobs = taken.map(
        (name) => `<Blob><Name>${name}</Name><Properties><Content-Length>3</Content-Length></Properties></Blob>`,
      );
      const xml = `<EnumerationResults><Blobs>${blobs.join('')}</Blobs><NextMarker /></EnumerationResults>`;
      return Promise.resolve({ status: 200, headers: {}, body: Buffer.from(xml), attempts: 1 });
    }
    if (taken.includes(path.slice('/box/'.length))) {
      return Promise.resolve({ status: 200, headers: { ...headers, 'x-ms-blob-type': 'BlockBlob' }, attempts: 1 });
    }
    return Promise.reject(new StowageError('not-found.blob', 'There is none.'));
  };
  const account = {
    descriptor: { connectionId: 'c', endpoints: {}, credential: { kind: 'key' } },
    send,
  } as unknown as Account;
  return { sent, source: { open: () => Promise.resolve(account) } as unknown as AccountSource };
}

async function planned(files: number, taken: readonly string[], list: 'listed' | 'denied') {
  const folder = await mkdtemp(join(tmpdir(), 'stowage-dry-run-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const names = Array.from({ length: files }, (_, at) => `f${String(at).padStart(3, '0')}`);
  await Promise.all(names.map((name) => writeFile(join(folder, name), 'abc')));
  const { sent, source } = accounts(taken, list);
  const options = { ...defaultTransferOptions, overwrite: 'never' as const };
  const request = { connectionId: 'c', container: 'box', prefix: 'in', paths: [`${folder}/`], options };
  const skipped: string[] = [];
  const all: string[] = [];
  for await (const { target, action } of planUploadItems(request, source)) {
    all.push(target);
    if (action === 'skip') skipped.push(target);
  }
  expect(all).toEqual(names.map((name) => `in/${name}`));
  return { skipped, lists: sent.filter((each) => each === 'ListBlobs').length, requests: sent.length };
}

it('dry run: looks up only the names that a listing shows', async () => {
  expect(await planned(200, ['in/f007', 'in/f150'], 'listed')).toEqual({
    skipped: ['in/f007', 'in/f150'],
    lists: 1,
    requests: 3,
  });
});

it('dry run: looks up every name when the credential may not list, or when there are few', async () => {
  expect(await planned(40, ['in/f007'], 'denied')).toEqual({ skipped: ['in/f007'], lists: 1, requests: 41 });
  expect(await planned(5, ['in/f003'], 'listed')).toEqual({ skipped: ['in/f003'], lists: 0, requests: 5 });
});
