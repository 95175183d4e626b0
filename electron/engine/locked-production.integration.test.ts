// Acts as a page that calls everything that writes, on a connection that is marked as production and locked: each call
// is rejected, and the account gets no request that changes anything.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls, streams } from '@shared/ipc/contract';
import { emulatorAccount } from '@shared/model/connection-string';
import { definitionPartition } from '@shared/indexes/index-rows';
import { defaultImportSettings } from '@shared/model/table-import';
import type { Job } from '@shared/model/job';
import { defaultTransferOptions } from '@shared/model/transfer';
import { type Engine, createEngine } from './engine';
import { systemClock } from './system-clock';

const abort = new AbortController();
const requests: string[] = [];
let stateDir: string;
let server: Server;
let engine: Engine;
let production: string;
let ordinary: string;

/** As the channel of a window calls: the input is parsed first. */
async function callEngine(
  name: string,
  input: object,
  onEvent: (event: unknown) => void = () => undefined,
): Promise<unknown> {
  const declared = { ...calls, ...streams }[name as keyof typeof calls];
  const parsed: unknown = declared.input.parse(input);
  const { signal } = abort;
  if (name in engine.calls) return (engine.calls as unknown as Handlers)[name]?.(parsed, { signal });
  return (engine.streams as unknown as Handlers)[name]?.(parsed, { signal, push: onEvent });
}
type Handlers = Readonly<Record<string, (input: unknown, context: object) => unknown>>;

beforeAll(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'stowage-locked-'));
  await writeFile(join(stateDir, 'picked.txt'), 'x');
  server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    request.resume();
    response.setHeader('x-ms-request-id', '1');
    response.setHeader('x-ms-version', '2021-12-02');
    // One blob in every container, one row in every table, and no index.
    const blob = '<Name>b</Name><Properties><Content-Length>1</Content-Length><Etag>"1"</Etag></Properties>';
    if (request.url?.includes('comp=list')) {
      response.setHeader('content-type', 'application/xml');
      response.end(
        `<?xml version="1.0"?><EnumerationResults><Blobs><Blob>${blob}</Blob></Blobs><NextMarker/></EnumerationResults>`,
      );
    } else if (decodeURIComponent(request.url ?? '').includes(definitionPartition)) {
      response.setHeader('content-type', 'application/json');
      response.end('{"value":[]}');
    } else {
      response.setHeader('content-type', 'application/json');
      response.end('{"value":[{"odata.etag":"W/\\"1\\"","PartitionKey":"p","RowKey":"r"}]}');
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  engine = createEngine(
    {
      stateDir,
      emulator: null,
      secrets: {
        storage: () => Promise.resolve('session'),
        read: () => Promise.resolve(null),
        write: () => Promise.resolve('session'),
        remove: () => Promise.resolve(),
      },
      sources: { resolve: () => Promise.resolve(join(stateDir, 'picked.txt')) },
      prompts: { request: () => Promise.resolve({ answer: 'declined' }) },
      clock: systemClock,
      random: Math.random,
      transferWorkerPath: resolve('out/main/transfer-worker.js'),
      importWorkerPath: resolve('out/main/import-worker.js'),
      previewWorkerPath: resolve('out/main/preview-worker.js'),
      log: () => undefined,
    },
    { loadSampleData: 'never', totalPace: 'holds' },
  );
  await engine.recovered;
  const add = async (name: string, use: 'production' | 'tests'): Promise<string> => {
    const { name: account } = emulatorAccount;
    const endpoint = `http://127.0.0.1:${port}/${account}`;
    await engine.rooms.connections.portable.add([
      {
        secret: null,
        secondary: null,
        connection: {
          name,
          kind: 'connection-string',
          accountName: account,
          endpoints: { blob: endpoint, table: endpoint },
          credential: 'emulator',
          marking: { production: use === 'production', colour: 'none' },
        },
      },
    ]);
    return (await engine.rooms.connections.list()).find((each) => each.name === name)?.id ?? '';
  };
  production = await add('Fleet', 'production');
  ordinary = await add('Yard', 'tests');
});

afterAll(async () => {
  abort.abort();
  await engine.dispose();
  server.closeAllConnections();
  server.close();
  await rm(stateDir, { recursive: true, force: true });
});

const signature = {
  resource: { kind: 'container', container: 'fleet' },
  startsOn: '',
  expiresOn: '2099-01-01T00:00:00Z',
  ipRange: '',
  protocol: 'https',
  policy: '',
};
const headers = { contentType: '', contentEncoding: '', contentLanguage: '', contentDisposition: '', cacheControl: '' };

/** `before`: a stream that reads first, and whose last event may give the call its id. */
interface Attempt {
  readonly input: object;
  readonly before?: readonly [stream: string, input: object];
}

/**
 * What a page would attempt: an input for each call that docs/security.md lists as rejected while production is locked.
 */
const attempts = (): readonly (readonly [name: string, attempt: Attempt])[] => {
  const on = { connectionId: production };
  const other = { connectionId: ordinary, container: 'yard' };
  const inTable = { ...on, table: 'Ships' };
  const inContainer = { ...on, container: 'fleet' };
  const blob = { ...inContainer, name: 'b' };
  const readBlob = { ...blob, ifMatch: '"1"' };
  const readContainer = { ...inContainer, ifMatch: '"1"' };
  const source = { kind: 'text', text: 'PartitionKey,RowKey\na,b' };
  const past = { kind: 'snapshot', id: '2026-01-01T00:00:00.0000000Z' };
  const entity = { partitionKey: 'p', rowKey: 'r', timestamp: '', etag: 'W/"1"', properties: [] };
  const edit = { kind: 'delete', id: '1', read: entity, readColumns: 'all', condition: 'any' };
  const any = { kind: 'any' };
  const query = { table: 'Ships', partitionKey: any, rowKey: any, select: [], pageSize: 1000 };
  const copied = { source: { connectionId: ordinary, query }, rule: 'replace', rowsPerSecond: null };
  const moved = { blobs: [{ name: 'b', as: 'b' }], prefixes: [], prefix: '', options: defaultTransferOptions };
  const request = { scope: { kind: 'query', query }, action: { kind: 'delete' }, condition: 'any', undo: 'keep' };
  const sides = { left: { connectionId: ordinary, query }, right: { ...on, query }, leaveOut: [] };
  const path = { ...inContainer, path: 'a' };
  const entries = [{ scope: 'access', type: 'other', id: '', permissions: 'rwx' }];
  const prepared = [
    'sync.prepare',
    {
      source: { kind: 'remote', ...other, prefix: '' },
      target: { kind: 'remote', ...inContainer, prefix: '' },
      compare: 'mtime-size',
      deletes: 'never',
      maxDelete: 1000,
      exclude: [],
    },
  ] as const;
  const upload = { ...inContainer, prefix: '', sources: ['t'], options: defaultTransferOptions };
  return [
    ['access.apply', { input: { ...path, mode: 'set', entries } }],
    ['access.write', { input: { ...path, entries } }],
    ['folders.create', { input: path }],
    ['folders.rename', { input: { ...path, to: { path: 'b' } } }],
    ['blob-details.delete-past', { input: { ...blob, past } }],
    ['blob-details.lease', { input: { ...inContainer, act: { kind: 'acquire', seconds: -1 } } }],
    ['blob-details.restore', { input: { ...readBlob, past } }],
    ['blob-details.set-headers', { input: { ...readBlob, http: headers } }],
    ['blob-details.set-metadata', { input: { ...readBlob, metadata: [] } }],
    ['blob-details.set-tags', { input: { ...blob, read: [], tags: [] } }],
    ['blob-details.set-tier', { input: { ...blob, tier: 'Cool', priority: null } }],
    ['blob-details.snapshot', { input: readBlob }],
    ['blobs.delete', { input: { ...inContainer, selection: { names: ['b'], prefixes: [] } } }],
    [
      'bulk.start',
      { input: { previewId: 'p', rowsPerSecond: null }, before: ['bulk.preview', { ...on, previewId: 'p', request }] },
    ],
    ['container-details.set-access', { input: { ...readContainer, level: 'container', policies: [] } }],
    ['container-details.set-metadata', { input: { ...readContainer, metadata: [] } }],
    ['containers.create', { input: inContainer }],
    ['containers.delete', { input: inContainer }],
    ['copies.start', { input: { request: { ...copied, target: { ...inTable, state: 'existing' } } } }],
    ['copies.start', { input: { request: { ...copied, target: { ...inTable, state: 'new' } } } }],
    ['deleted-blobs.restore', { input: { ...inContainer, wish: { kind: 'names', names: ['b'] } } }],
    ['diffs.apply', { input: { deletes: 'delete' }, before: ['diffs.run', { request: sides }] }],
    ['edits.apply', { input: { ...inTable, edits: [edit], grouping: 'each' } }],
    ['edits.retry', { input: { ...inTable, edit, theirs: entity, picks: [] } }],
    ['imports.start', { input: { ...inTable, source, reading: {}, settings: defaultImportSettings } }],
    ['indexes.work', { input: { ...inTable, work: 'create', name: 'ByName', property: 'Name' } }],
    ['lab.run', { input: { ...on, experimentId: 'upload-block-sweep', parameters: {}, name: 'x', node: '' } }],
    ['renames.start', { input: { ...inTable, to: 'Boats' } }],
    ['sas.create', { input: { ...on, request: { ...signature, rights: 'rw' } } }],
    ['sas.create', { input: { ...on, request: { ...signature, rights: '', expiresOn: '', policy: 'p' } } }],
    ['sas.set-table-policies', { input: { ...inTable, read: [], policies: [] } }],
    ['tables.create', { input: inTable }],
    ['tables.delete', { input: inTable }],
    ['sync.run', { input: { deletions: [] }, before: prepared }],
    ['hubs.start', { input: { hubId: 'h', order: { kind: 'sync' } }, before: prepared }],
    ['hubs.start', { input: { hubId: 'h', order: { kind: 'upload', upload } } }],
    [
      'hubs.start',
      { input: { hubId: 'h', order: { kind: 'copy', copy: { ...inContainer, kind: 'copy', from: other, ...moved } } } },
    ],
    [
      'hubs.start',
      {
        input: {
          hubId: 'h',
          order: {
            ...inTable,
            kind: 'import',
            source: { kind: 'file', token: 't' },
            reading: {},
            settings: defaultImportSettings,
          },
        },
      },
    ],
    ['opened.write-text', { input: { ...inContainer, name: 'a', text: '', etag: null } }],
    ['transfers.copy', { input: { ...inContainer, kind: 'copy', from: other, ...moved } }],
    ['transfers.copy', { input: { ...other, kind: 'move', from: inContainer, ...moved } }],
    ['transfers.upload', { input: upload }],
    ['undo.restore', { input: { ...on, ids: ['x'] } }],
  ];
};

/** What resumes work that could begin only while production was unlocked; each opens the account for writing again. */
const goesOn = [
  'bulk.restore',
  'bulk.set-rate',
  'bulk.undo',
  'edits.settle-move',
  'opened.save',
  'renames.confirm',
  'jobs.resume',
  'jobs.retry',
  'transfers.repair',
];

describe('locked production', () => {
  it('locked production: rejects every call that writes, and sends the account nothing that changes it', async () => {
    for (const [name, { input, before }] of attempts()) {
      const id = before === undefined ? {} : await read(...before);
      const whole = 'order' in input ? { ...input, order: { ...(input.order as object), ...id } } : { ...input, ...id };
      const outcome = callEngine(name, whole).then(
        async (answer) => {
          if (!/^(?:transfers|sync)\./u.test(name)) return answer;
          // A transfer opens its account only when it runs.
          const job = await endOf((answer as { readonly jobId: string }).jobId);
          return ('failed' in job ? job.failed[0] : null) ?? job;
        },
        (rejection: unknown) => rejection,
      );
      expect(await outcome, `${name} ${JSON.stringify(input)}`).toMatchObject({ code: 'conflict.read-only' });
    }
    expect(requests.length).toBeGreaterThan(0);
    expect(requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
  });

  it('locked production: attempts every call that docs/security.md lists as rejected', () => {
    const rows = readFileSync('docs/security.md', 'utf8').matchAll(/^\| `([^`]+)` .*not while production is locked/gm);
    const documented = new Set([...rows].map(([, name]) => name));
    const tried = attempts().map(([name]) => name);
    expect(new Set([...tried, ...goesOn])).toEqual(documented);
  });
});

/** The data of the read that the call needs; the stream stays open, as a window leaves it. */
async function read(name: string, input: object): Promise<{ readonly diffId?: string; readonly pairId?: string }> {
  return new Promise((resolve, reject) => {
    const onEvent = (event: unknown): void => {
      const { diffId, state, ended } = event as { diffId?: string; state?: string; ended?: string };
      if (state === 'complete' || ended === 'end') resolve(diffId === undefined ? {} : { diffId });
    };
    callEngine(name, input, onEvent).then((answer) => {
      if (name === 'sync.prepare') resolve({ pairId: (answer as { readonly id: string }).id });
    }, reject);
  });
}

async function endOf(jobId: string): Promise<Job> {
  const looking = new AbortController();
  return new Promise<Job>((resolve, reject) => {
    const push = (jobs: readonly Job[]): void => {
      const job = jobs.find(({ id, endedAtMs }) => id === jobId && endedAtMs !== null);
      if (job !== undefined) resolve(job);
    };
    engine.streams['jobs.watch']({}, { signal: looking.signal, push }).catch(reject);
  }).finally(() => looking.abort());
}
