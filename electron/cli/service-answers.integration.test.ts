// The output of the command line when the service rejects a request: one of the texts of the map, for each command that
// sends requests. A scripted server sends the responses.
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommandLine } from './run';

const key = Buffer.alloc(32, 7).toString('base64');
const blobs = (names: readonly string[]): string =>
  `<EnumerationResults><Blobs>${names.map((name) => `<Blob><Name>${name}</Name><Properties><Last-Modified>Wed, 14 Oct 2026 08:00:00 GMT</Last-Modified><Etag>0x1</Etag><Content-Length>5</Content-Length><BlobType>BlockBlob</BlobType></Properties></Blob>`).join('')}</Blobs><NextMarker/></EnumerationResults>`;

interface Script {
  readonly status: number;
  readonly code: string;
  /** Requests that succeed, with the body they get. */
  readonly succeeds: (request: IncomingMessage) => string | null;
}

const script: { now: Script } = { now: { status: 500, code: '', succeeds: () => null } };
let server: Server;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-answers-'));
  await writeFile(join(folder, 'rows.csv'), 'A,B\n1,2\n');
  await writeFile(
    join(folder, 'entity.json'),
    '{"PartitionKey":"a","RowKey":"b","properties":{"X":{"type":"Edm.String","value":"1"}}}',
  );
  server = createServer((request, response) => {
    request.resume();
    const { status, code, succeeds } = script.now;
    const body = succeeds(request);
    const service = { 'x-ms-request-id': '1', 'x-ms-version': '2021-12-02', date: new Date().toUTCString() };
    const headers = { ...service, 'content-type': 'application/xml' };
    if (body !== null) response.writeHead(200, headers).end(body);
    else if (code === '') response.writeHead(status, headers).end();
    else response.writeHead(status, { ...headers, 'x-ms-error-code': code }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

async function run(args: readonly string[]): Promise<{ readonly out: string; readonly err: string }> {
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/quay`;
  const account = `BlobEndpoint=${endpoint};TableEndpoint=${endpoint};DfsEndpoint=${endpoint};AccountName=quay;AccountKey=${key}`;
  const state = await mkdtemp(join(folder, 'state-'));
  const printed = { out: '', err: '' };
  await runCommandLine({
    args: [
      ...['--state-dir', state, '--retry-for', '1s', '--connection-string', account],
      ...args.map((arg) => arg.replace('FOLDER', folder)),
    ],
    env: {},
    streams: {
      stdout: { write: (text) => (printed.out += String(text)) },
      stderr: { write: (text) => (printed.err += text) },
    },
    signal: new AbortController().signal,
    programPath: resolve('out/cli/stowage.js'),
  });
  return printed;
}

const none = (): null => null;
const lists = (request: IncomingMessage): string | null =>
  request.url?.includes('comp=list') === true ? blobs(['a.txt']) : null;
/** No table has an index. */
const reads = (request: IncomingMessage): string | null => (request.method === 'GET' ? '{"value":[]}' : null);
const upload = ['upload', 'FOLDER/rows.csv', 'cargo'];
const remove = ['rm', 'cargo/', '--yes'];

it.each([
  [409, 'ContainerDisabled', ['ls', 'cargo'], none, 'container “cargo” was disabled by an administrator'],
  [409, 'ContainerBeingDeleted', ['containers', 'create', 'cargo'], none, 'still deleting container “cargo”'],
  [403, 'InsufficientAccountPermissions', ['containers', 'list'], none, 'Account “quay” denied ListContainers'],
  [
    403,
    'AuthorizationPermissionMismatch',
    ['index', 'list', 'Orders'],
    none,
    'does not allow QueryEntities on table “Orders”',
  ],
  [404, 'TableNotFound', ['entity', 'get', 'Orders', 'a', 'b'], none, 'has no table “Orders”'],
  [409, 'TableBeingDeleted', ['query', 'Orders'], none, 'still deleting table “Orders”'],
  [501, 'NotImplemented', ['query', 'Orders'], none, 'rejected the query of table “Orders”'],
  [414, '', ['query', 'Orders'], none, 'The URL or headers of QueryEntities on table “Orders” are longer'],
  [400, 'PropertyValueTooLarge', ['entity', 'put', 'Orders', 'FOLDER/entity.json'], reads, 'larger than 64 KiB'],
  [
    413,
    'RequestBodyTooLarge',
    ['import', 'Orders', 'FOLDER/rows.csv', '--pk', 'A', '--rk', 'B'],
    none,
    'request size limit',
  ],
  [400, 'InvalidInput', ['export', 'Orders', 'FOLDER/orders.csv'], none, 'rejected the query of table “Orders”'],
  [409, 'BlobImmutableDueToLegalHold', remove, lists, 'a.txt” is under a legal hold'],
  [409, 'DirectoryIsNotEmpty', remove, lists, 'a.txt” is a folder that contains files'],
  [409, 'BlobUsesCustomerSpecifiedEncryption', upload, none, 'rows.csv” is encrypted with a customer-provided key'],
  [409, 'SourcePathIsBeingDeleted', remove, lists, 'still deleting the folder or file'],
  [409, 'PathConflict', upload, none, 'conflicts with a file or folder that already exists'],
  [403, 'KeyVaultEncryptionKeyNotFound', upload, none, 'cannot use its encryption key in Key Vault at the moment'],
  [400, 'OutOfRangeInput', ['query', 'Orders'], none, 'a name, number or time that it does not accept'],
  [409, 'BlobArchived', ['download', 'cargo/a.txt', 'FOLDER/back'], lists, 'in the archive tier'],
  [204, '', remove, lists, 'the response to DeleteBlob on blob “a.txt” is not in the format'],
  [304, '', ['containers', 'create', 'cargo'], none, 'CreateContainer on container “cargo” says that a condition'],
  [200, '', ['acl', 'get', 'cargo/a.txt'], none, 'the response to GetPathAccessControl on blob “a.txt” is not in'],
  [402, '', ['stat', 'cargo'], none, 'with status 402'],
  [404, 'EntityNotFound', ['entity', 'get', 'Orders', 'a', 'b'], none, 'Check both keys'],
] as const)('%i %s: stowage %j prints its text', async (status, code, args, succeeds, text) => {
  script.now = { status, code, succeeds };
  const { err } = await run(args);
  expect(err.toLowerCase()).toContain(text.toLowerCase());
  expect(err).not.toMatch(
    /was answered with|Access denied|internal error|went wrong|Not possible in the current state/,
  );
});

it('files and records hold the text of the map, not the message for logs', async () => {
  script.now = { status: 409, code: 'BlobUsesCustomerSpecifiedEncryption', succeeds: none };
  const report = join(folder, 'report.csv');
  const text = 'Blob “rows.csv” is encrypted with a customer-provided key';
  const { out } = await run(['--json', ...upload, '--report', report]);
  const records = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(JSON.stringify(records.find(({ event }) => event === 'item'))).toContain(text);
  expect(JSON.stringify(records.at(-1))).toContain(text);
  expect(await readFile(report, 'utf8')).toContain(text);
});
