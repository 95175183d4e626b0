// A blob service with soft delete: one container whose blobs are kept when they are deleted and come back when they are
// restored. What no emulator does; kept in memory. Authorisation is ignored.
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AccountDescriptor } from '../engine/azure/account';
import { escapeXml } from '../engine/blobs/xml';
import { emulatorAccountKey, emulatorAccountName } from './azurite';

export interface KeepingService {
  readonly container: string;
  readonly connectionString: string;
  readonly descriptor: AccountDescriptor;
  /** As an upload does. */
  put(name: string, text: string): void;
  /** Deletes it as somebody did then. */
  deleteAt(name: string, time: Date): void;
  /** Its time is over: it is gone for good. */
  expire(name: string): void;
  /** What is there, by name. */
  held(): Readonly<Record<string, string>>;
  /** Names of what is deleted and kept. */
  kept(): readonly string[];
  /** Method and address of every request, in order. */
  requests(): readonly string[];
  stop(): Promise<void>;
}

export interface KeepingOptions {
  /** `off`: what is deleted is gone. `secret`: who asks for the policy is refused. */
  readonly retention: 'on' | 'off' | 'secret';
  /** Blobs on a page of a listing at most. */
  readonly pageSize?: number;
}

export const retentionDays = 7;
const container = 'archive';
const modified = 'Wed, 14 Oct 2026 08:00:00 GMT';

interface Kept {
  readonly text: string;
  readonly at: Date;
}

interface Answer {
  readonly status: number;
  readonly body?: string;
  readonly errorCode?: string;
}

export async function startKeepingService(options: KeepingOptions): Promise<KeepingService> {
  const present = new Map<string, string>();
  const deleted = new Map<string, Kept>();
  const requests: string[] = [];

  const remove = (name: string, at: Date): Answer => {
    const text = present.get(name);
    if (text === undefined) return { status: 404, errorCode: 'BlobNotFound' };
    present.delete(name);
    if (options.retention !== 'off') deleted.set(name, { text, at });
    return { status: 202 };
  };
  const restore = (name: string): Answer => {
    const kept = deleted.get(name);
    if (kept === undefined) return present.has(name) ? { status: 200 } : { status: 404, errorCode: 'BlobNotFound' };
    deleted.delete(name);
    present.set(name, kept.text);
    return { status: 200 };
  };
  const answer = (request: IncomingMessage): Answer => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://keeping');
    const [, , inContainer, ...segments] = pathname.split('/');
    const name = decodeURIComponent(segments.join('/'));
    const comp = query.get('comp');
    if (name !== '') {
      if (request.method === 'DELETE') return remove(name, new Date());
      if (request.method === 'PUT' && comp === 'undelete') return restore(name);
      return { status: 400, errorCode: 'InvalidInput' };
    }
    if (query.get('restype') === 'account') return { status: 200 };
    if (query.get('restype') === 'service') {
      if (options.retention === 'secret') return { status: 403, errorCode: 'AuthorizationPermissionMismatch' };
      return { status: 200, body: policy(options.retention) };
    }
    if (comp !== 'list') return { status: 404, errorCode: 'ResourceNotFound' };
    if (inContainer === undefined || inContainer === '') return { status: 200, body: containers };
    return { status: 200, body: listing(present, deleted, query, options.pageSize ?? 5000) };
  };

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    requests.push(`${request.method ?? ''} ${request.url ?? ''}`);
    request.resume();
    const { status, body, errorCode } = answer(request);
    response.setHeader('x-ms-version', '2021-12-02');
    response.setHeader('x-ms-request-id', String(requests.length));
    response.setHeader('x-ms-account-kind', 'StorageV2');
    if (errorCode !== undefined) response.setHeader('x-ms-error-code', errorCode);
    response.writeHead(status).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${emulatorAccountName}`;
  return {
    container,
    connectionString: [
      'DefaultEndpointsProtocol=http',
      `AccountName=${emulatorAccountName}`,
      `AccountKey=${emulatorAccountKey}`,
      `BlobEndpoint=${endpoint}`,
      `TableEndpoint=${endpoint}`,
    ].join(';'),
    descriptor: {
      connectionId: 'keeping',
      accountName: emulatorAccountName,
      endpoints: { blob: endpoint },
      credential: { kind: 'key', accountName: emulatorAccountName, accountKey: emulatorAccountKey },
    },
    put: (name, text) => void present.set(name, text),
    deleteAt: (name, time) => void remove(name, time),
    expire: (name) => void deleted.delete(name),
    held: () => Object.fromEntries([...present].sort(byName)),
    kept: () => [...deleted.keys()].sort(),
    requests: () => requests,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const containers = `<EnumerationResults><Containers><Container><Name>${container}</Name><Properties><Last-Modified>${modified}</Last-Modified></Properties></Container></Containers><NextMarker/></EnumerationResults>`;

function policy(retention: 'on' | 'off'): string {
  const inside =
    retention === 'on' ? `<Enabled>true</Enabled><Days>${retentionDays}</Days>` : '<Enabled>false</Enabled>';
  return `<StorageServiceProperties><DeleteRetentionPolicy>${inside}</DeleteRetentionPolicy></StorageServiceProperties>`;
}

function listing(
  present: ReadonlyMap<string, string>,
  deleted: ReadonlyMap<string, Kept>,
  query: URLSearchParams,
  mostOnPage: number,
): string {
  const prefix = query.get('prefix') ?? '';
  const includesDeleted = query.get('include') === 'deleted';
  const rows = [
    ...[...present].map(([name, text]) => ({ name, xml: row(name, text, null) })),
    ...(includesDeleted ? [...deleted].map(([name, { text, at }]) => ({ name, xml: row(name, text, at) })) : []),
  ].filter(({ name }) => name.startsWith(prefix) && name >= (query.get('marker') ?? ''));
  const folders = new Set<string>();
  const blobs = rows
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .filter(({ name }) => {
      const cut = query.get('delimiter') === '/' ? name.indexOf('/', prefix.length) : -1;
      if (cut >= 0) folders.add(name.slice(0, cut + 1));
      return cut < 0;
    });
  const size = Math.min(Number(query.get('maxresults') ?? 5000), mostOnPage);
  const prefixes = [...folders].map((name) => `<BlobPrefix><Name>${escapeXml(name)}</Name></BlobPrefix>`);
  const shown = blobs.slice(0, size).map(({ xml }) => xml);
  const next = blobs[size]?.name ?? '';
  return `<EnumerationResults><Blobs>${[...prefixes, ...shown].join('')}</Blobs><NextMarker>${escapeXml(next)}</NextMarker></EnumerationResults>`;
}

function row(name: string, text: string, deletedAt: Date | null): string {
  const gone =
    deletedAt === null
      ? ''
      : `<DeletedTime>${deletedAt.toUTCString()}</DeletedTime><RemainingRetentionDays>${retentionDays - 1}</RemainingRetentionDays>`;
  return [
    `<Blob><Name>${escapeXml(name)}</Name>${deletedAt === null ? '' : '<Deleted>true</Deleted>'}<Properties>`,
    `<Last-Modified>${modified}</Last-Modified><Etag>0x1</Etag><Content-Length>${Buffer.byteLength(text)}</Content-Length>`,
    `<Content-Type>text/plain</Content-Type><BlobType>BlockBlob</BlobType><AccessTier>Hot</AccessTier>${gone}`,
    '</Properties></Blob>',
  ].join('');
}

function byName([one]: readonly [string, string], [other]: readonly [string, string]): number {
  return one < other ? -1 : 1;
}
