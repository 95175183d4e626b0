// What a user who signs in may do is learnt from answers, and seen again as soon as a role was assigned.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { blobActions, missingNeed } from '@shared/model/action-rules';
import type { ConnectionSummary } from '@shared/model/connection';
import { defaultTransferOptions } from '@shared/model/transfer';
import {
  type RoleGate,
  connectAs,
  signInByBrowser,
  startAuthority,
  startRoleGate,
  startSignedInEngine,
} from './fixtures/signed-in-engine';

const { signal } = new AbortController();
const roleless = { code: 'auth.denied', context: { lacks: 'role', role: 'Storage Blob Data Contributor' } };

async function bench() {
  const [gate, authority] = await Promise.all([startRoleGate(), startAuthority()]);
  const made = await startSignedInEngine(authority);
  const { engine, cloud } = made;
  const identity = await signInByBrowser(engine, cloud);
  const { id } = await connectAs(engine, identity.id, gate.blobEndpoint);
  const account = await engine.rooms.accounts.open(id);
  await (await account.blobService()).getContainerClient('cargo').create();
  const summary = async (): Promise<ConnectionSummary> => {
    const found = (await engine.rooms.connections.list()).find((each) => each.id === id);
    if (found === undefined) throw new Error('No connection.');
    return found;
  };
  const put = (name: string) =>
    account.send({
      service: 'blob',
      operation: 'PutBlob',
      method: 'PUT',
      path: `/cargo/${name}`,
      resource: 'cargo',
      headers: { 'x-ms-blob-type': 'BlockBlob' },
      body: Buffer.from('x'),
      replay: 'safe',
      signal,
    });
  const whyNot = async (action: 'upload' | 'download'): Promise<string | null> =>
    missingNeed(blobActions[action], { connection: await summary(), service: 'blob', resource: 'cargo' });
  return { ...made, gate, authority, identity, id, account, put, summary, whyNot };
}

const isWrite = (gate: Parameters<RoleGate['denies']>[0]): boolean =>
  gate.method === 'PUT' && !/comp=list/u.test(gate.url ?? '');

it('rights: are learnt from answers, forgotten by a refresh, and seen again when a role was assigned meanwhile', async () => {
  const { engine, gate, authority, identity, cloud, id, put, summary, whyNot } = await bench();
  const list = () =>
    engine.calls['blobs.list'](
      { connectionId: id, container: 'cargo', prefix: '', depth: 'folders', pageSize: 10 },
      { signal },
    );
  const place = { connectionId: id, service: 'blob', resource: 'cargo' } as const;

  gate.denies = isWrite;
  await list();
  await expect(put('a.txt')).rejects.toMatchObject(roleless);
  const { rights } = await summary();
  expect(rights).toContainEqual({ service: 'blob', resource: 'cargo', right: 'list', state: 'allowed' });
  expect(rights).toContainEqual({ service: 'blob', resource: 'cargo', right: 'write', state: 'denied', cause: 'role' });
  expect(await whyNot('download')).toBeNull();
  expect(await whyNot('upload')).toContain('“Storage Blob Data Contributor” on container cargo of storage account');

  // The administrator assigns the role; the tab is not reopened.
  gate.denies = () => false;
  const issued = authority.requests.length;
  await engine.calls['connections.forget-denials'](place, { signal });
  expect(await whyNot('upload')).toBeNull();
  await put('a.txt');
  // With a token that may name the groups of the user as they are now.
  expect(authority.requests.slice(issued).filter((each) => each.endsWith('/token'))).toHaveLength(1);
  expect((await summary()).rights).toContainEqual({
    service: 'blob',
    resource: 'cargo',
    right: 'write',
    state: 'allowed',
  });

  // Conditions of a role deny single blobs; what was allowed before stays possible.
  gate.denies = (request) => isWrite(request) && request.url?.includes('secret') === true;
  await expect(put('secret.txt')).rejects.toMatchObject(roleless);
  expect((await summary()).rights).toContainEqual({
    service: 'blob',
    resource: 'cargo',
    right: 'write',
    state: 'varies',
    cause: 'role',
  });
  expect(await whyNot('upload')).toBeNull();

  await signInByBrowser(engine, cloud, identity.id);
  await vi.waitFor(async () => expect((await summary()).rights).toBeUndefined());

  // By reading alone: one blob, its tags, and who has access.
  gate.denies = ({ url = '' }) => /comp=tags/u.test(url);
  const before = gate.passed.length;
  await engine.calls['connections.check-rights'](place, { signal });
  const states = Object.fromEntries(((await summary()).rights ?? []).map(({ right, state }) => [right, state]));
  expect(states).toMatchObject({ list: 'allowed', read: 'allowed', tags: 'denied' });
  expect(states.write).toBeUndefined();
  expect(gate.passed.slice(before).every((each) => /^(?:GET|HEAD) /u.test(each))).toBe(true);
}, 60_000);

it('rights: are learnt from what a transfer was denied in its threads', async () => {
  const { engine, folder, gate, id, whyNot } = await bench();
  gate.denies = isWrite;
  const path = join(folder, 'cargo.txt');
  await writeFile(path, 'cargo');
  await engine.rooms.transfers.uploadPaths({
    connectionId: id,
    container: 'cargo',
    prefix: '',
    paths: [path],
    options: defaultTransferOptions,
  });
  await vi.waitFor(async () => expect(await whyNot('upload')).toContain('Storage Blob Data Contributor'), 20_000);
}, 60_000);
