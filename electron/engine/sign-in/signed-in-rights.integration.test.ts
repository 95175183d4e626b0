// What a user who signs in may do is learnt from answers, and seen again as soon as a role was assigned.
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { blobActions, missingNeed } from '@shared/model/action-rules';
import { azcopyDownload, curlDownload, stowageDownload } from '@shared/commands/blob-commands';
import { credentialOf } from '@shared/commands/command-credential';
import { StowageError } from '@shared/errors';
import type { ConnectionSummary } from '@shared/model/connection';
import { everyRequest, newestFirst } from '@shared/model/monitor';
import { defaultTransferOptions } from '@shared/model/transfer';
import { requestsCsv, requestsHar } from '@shared/monitor/requests-file';
import { redacted } from '@shared/redact';
import type { Engine } from '../engine';
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
  const rightsTarget = { connectionId: id, service: 'blob', resource: 'cargo' } as const;

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
  await engine.calls['connections.forget-denials'](rightsTarget, { signal });
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
  await engine.calls['connections.check-rights'](rightsTarget, { signal });
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

/** Every answer and event of the engine, as it crosses to the window. */
function recorded(engine: Engine, traffic: string[]): Engine {
  const note = (value: unknown): void => void traffic.push(JSON.stringify(value) ?? '');
  const calls = new Proxy(engine.calls, {
    get: (all, name) => async (input: unknown, context: unknown) => {
      const run = Reflect.get(all, name) as (input: unknown, context: unknown) => unknown;
      try {
        const answer = await run(input, context);
        note(answer);
        return answer;
      } catch (thrown) {
        note(StowageError.from(thrown).toShape());
        throw thrown;
      }
    },
  });
  const streams = new Proxy(engine.streams, {
    get: (all, name) => (input: unknown, context: { readonly push: (event: unknown) => void }) => {
      const run = Reflect.get(all, name) as (input: unknown, context: unknown) => unknown;
      const push = (event: unknown): void => {
        note(event);
        context.push(event);
      };
      return run(input, { ...context, push });
    },
  });
  return { ...engine, calls, streams };
}

it('canary: no token, code, signature or key is in what crosses to the window, in logs, files, reports or commands', async () => {
  const [gate, authority] = await Promise.all([startRoleGate(), startAuthority({ lifetimeS: 2 })]);
  const log: string[] = [];
  const made = await startSignedInEngine(authority, { log: (line) => log.push(line) });
  const traffic: string[] = [];
  const engine = recorded(made.engine, traffic);
  const identity = await signInByBrowser(engine, made.cloud);
  const { id } = await connectAs(engine, identity.id, gate.blobEndpoint);
  const key = Buffer.from('CANARY'.repeat(11).slice(0, 64)).toString('base64');
  const marking = { production: false, colour: 'none' } as const;
  const endpoint = `BlobEndpoint=${gate.blobEndpoint}`;
  const signature = Buffer.from('CANARY'.repeat(6).slice(0, 32)).toString('base64');
  const sas = `sv=2021-08-06&ss=b&srt=sco&sp=rwl&se=2099-01-01T00:00:00Z&sig=${encodeURIComponent(signature)}`;
  const strings = {
    key: `AccountName=devstoreaccount1;AccountKey=${key};${endpoint}`,
    sas: `${endpoint};SharedAccessSignature=${sas}`,
  };
  const others: string[] = [];
  for (const [name, connectionString] of Object.entries(strings)) {
    const added = await engine.calls['connections.add'](
      { kind: 'connection-string', name, connectionString, marking },
      { signal },
    );
    others.push(added.id);
  }

  // What works, what is denied, what is rejected, and a token that expires in between.
  await engine.calls['containers.create']({ connectionId: id, container: 'cargo' }, { signal });
  await writeFile(join(made.folder, 'cargo.txt'), 'cargo');
  const { jobId } = await engine.rooms.transfers.uploadPaths({
    connectionId: id,
    container: 'cargo',
    prefix: '',
    paths: [join(made.folder, 'cargo.txt')],
    options: defaultTransferOptions,
  });
  let isDone = false;
  const watching = new AbortController();
  void engine.streams['jobs.watch'](
    {},
    {
      signal: watching.signal,
      push: (jobs) => (isDone = jobs.some((job) => job.id === jobId && job.state === 'done')),
    },
  ).catch(() => undefined);
  await vi.waitFor(() => expect(isDone).toBe(true), 15_000);
  watching.abort();
  gate.denies = () => true;
  authority.switches.refreshAnswer = { status: 400, error: 'invalid_grant', suberror: 'bad_token' };
  for (const connectionId of [id, ...others]) {
    await attempt(() => engine.calls['connections.probe']({ connectionId }, { signal }));
    await attempt(() => engine.calls['containers.list']({ connectionId }, { signal }));
  }
  await attempt(() => engine.calls['identities.tenants']({ id: identity.id }, { signal }));
  await engine.calls['connections.report']({ version: '1.0.0' }, { signal });
  const page = await engine.calls['monitor.requests'](
    { filter: everyRequest, order: newestFirst, newest: null, offset: 0, limit: 1000 },
    { signal },
  );
  const all = await engine.rooms.connections.list();
  const target = all.map((each) => ({
    connectionName: each.name,
    accountName: each.accountName,
    endpoint: each.endpoints.blob ?? '',
    credential: credentialOf(each),
  }));
  const blobs = { container: 'cargo', blobs: ['cargo.txt'], folders: [] };
  const texts = {
    traffic: traffic.join('\n'),
    log: log.join('\n'),
    har: requestsHar(page.rows, () => 'Quay', '1.0.0'),
    csv: requestsCsv(page.rows, () => 'Quay'),
    commands: target
      .flatMap((each) => [stowageDownload(each, blobs), azcopyDownload(each, blobs), curlDownload(each, blobs)])
      .join('\n'),
    logged: redacted(`${authority.secrets.join(' ')} ${Object.values(strings).join(' ')}`),
    files: await filesBelow(join(made.folder, 'state')),
  };
  expect(authority.secrets.length).toBeGreaterThan(6);
  expect(page.rows.length).toBeGreaterThan(5);
  const canaries = [...authority.secrets.filter((secret) => secret.startsWith('ey')), key, signature.slice(0, 30)];
  const codes = authority.secrets.filter((secret) => !secret.startsWith('ey'));
  for (const [where, text] of Object.entries(texts)) {
    // Outside of an address or a form, a code of this authority has no form that could be recognised.
    for (const secret of where === 'logged' ? canaries : [...canaries, ...codes]) {
      expect(text.includes(secret), where).toBe(false);
    }
  }
}, 60_000);

/** Failures are recorded like answers. */
async function attempt(run: () => unknown): Promise<void> {
  try {
    await run();
  } catch {
    // Expected.
  }
}

async function filesBelow(folder: string): Promise<string> {
  const texts: string[] = [];
  for (const file of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (file.isFile()) texts.push(await readFile(join(file.parentPath, file.name), 'latin1'));
  }
  return texts.join('\n');
}
