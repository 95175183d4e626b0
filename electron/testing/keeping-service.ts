// A blob service with soft delete or versioning, which no emulator has: one container whose deleted blobs can be
// restored. In memory. Authorisation is ignored.
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { connectionString, originOf } from './local-servers';
import type { AccountDescriptor } from '../engine/azure/account';
import { escapeXml } from '../engine/blobs/xml';
import { emulatorAccountKey, emulatorAccountName } from './azurite';

export interface KeepingService {
  readonly container: string;
  readonly connectionString: string;
  readonly descriptor: AccountDescriptor;
  /** As an upload does. */
  put(name: string, text: string): void;
  /** As an upload did before versioning was enabled. */
  putUnversioned(name: string, text: string): void;
  /** Deletes it as if another client did so at that time. */
  deleteAt(name: string, time: Date): void;
  /** Deletes it as if another client did so at that time. */
  expire(name: string): void;
  /** Existing blobs by name. */
  held(): Readonly<Record<string, string>>;
  /** Names of deleted blobs that are still retained. */
  retained(): readonly string[];
  /** Method and URL of every request, in order. */
  requests(): readonly string[];
  stop(): Promise<void>;
}

export interface KeepingOptions {
  /** `off`: deleted blobs are not retained. `secret`: requests for the policy are denied. */
  readonly retention: 'on' | 'off' | 'secret';
  /**
   * `retained`: the account retains earlier versions; deleting such a blob removes its current version. Default `none`.
   */
  readonly versions?: 'kept' | 'none';
  /** Maximum number of blobs on a page. */
  readonly pageSize?: number;
  /** The size of each page; the service may return an empty page while there are more. Default `something`. */
  readonly firstPageHolds?: 'something' | 'nothing';
}

export const retentionDays = 7;
const container = 'archive';
const modified = 'Wed, 14 Oct 2026 08:00:00 GMT';

interface Version {
  readonly id: string;
  readonly text: string;
}

interface DeletedText {
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
  const deleted = new Map<string, DeletedText>();
  /** Oldest first; for an existing blob the last one is current. */
  const versions = new Map<string, Version[]>();
  const requests: string[] = [];
  let made = 0;

  const put = (name: string, text: string): void => {
    present.set(name, text);
    if (options.versions !== 'kept') return;
    made += 1;
    const id = `2026-10-14T08:00:00.${String(made).padStart(7, '0')}Z`;
    versions.set(name, [...(versions.get(name) ?? []), { id, text }]);
  };
  const copyVersion = (name: string, source: string, condition: string | undefined): Answer => {
    if (condition === '*' && present.has(name)) return { status: 409, errorCode: 'BlobAlreadyExists' };
    const id = new URL(source).searchParams.get('versionid');
    const version = versions.get(name)?.find((one) => one.id === id);
    if (version === undefined) return { status: 404, errorCode: 'BlobNotFound' };
    put(name, version.text);
    return { status: 202 };
  };
  const remove = (name: string, at: Date): Answer => {
    const text = present.get(name);
    if (text === undefined) return { status: 404, errorCode: 'BlobNotFound' };
    present.delete(name);
    if (options.versions !== 'kept' && options.retention !== 'off') deleted.set(name, { text, at });
    return { status: 202 };
  };
  const restore = (name: string): Answer => {
    const retained = deleted.get(name);
    if (retained === undefined) return present.has(name) ? { status: 200 } : { status: 404, errorCode: 'BlobNotFound' };
    deleted.delete(name);
    present.set(name, retained.text);
    return { status: 200 };
  };
  const answer = (request: IncomingMessage): Answer => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://keeping');
    const [, , inContainer, ...segments] = pathname.split('/');
    const name = decodeURIComponent(segments.join('/'));
    const comp = query.get('comp');
    if (name !== '') {
      if (request.method === 'HEAD' && !present.has(name)) return { status: 404, errorCode: 'BlobNotFound' };
      if (request.method === 'DELETE') return remove(name, new Date());
      if (request.method === 'PUT' && comp === 'undelete') return restore(name);
      const source = request.headers['x-ms-copy-source'];
      if (request.method === 'PUT' && typeof source === 'string') {
        return copyVersion(name, source, request.headers['if-none-match']);
      }
      return { status: 400, errorCode: 'InvalidInput' };
    }
    if (query.get('restype') === 'account') return { status: 200 };
    if (query.get('restype') === 'service') {
      if (options.retention === 'secret') return { status: 403, errorCode: 'AuthorizationPermissionMismatch' };
      return { status: 200, body: policy(options.retention) };
    }
    if (comp !== 'list') return { status: 404, errorCode: 'ResourceNotFound' };
    if (inContainer === undefined || inContainer === '') return { status: 200, body: containers };
    if (options.firstPageHolds === 'nothing' && !query.has('marker')) return { status: 200, body: emptyPage };
    return { status: 200, body: listing({ present, deleted, versions }, query, options.pageSize ?? 5000) };
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
  const origin = await originOf(server);
  const endpoint = `${origin}/${emulatorAccountName}`;
  return {
    container,
    connectionString: connectionString({
      accountName: emulatorAccountName,
      accountKey: emulatorAccountKey,
      blobOrigin: origin,
      tableOrigin: origin,
    }),
    descriptor: {
      connectionId: 'keeping',
      accountName: emulatorAccountName,
      endpoints: { blob: endpoint },
      credential: { kind: 'key', accountName: emulatorAccountName, accountKey: emulatorAccountKey },
    },
    put,
    putUnversioned: (name, text) => void present.set(name, text),
    deleteAt: (name, time) => void remove(name, time),
    expire: (name) => {
      deleted.delete(name);
      versions.delete(name);
    },
    held: () => Object.fromEntries([...present].sort(byName)),
    retained: () => [...deleted.keys()].sort(),
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

interface Holdings {
  readonly present: ReadonlyMap<string, string>;
  readonly deleted: ReadonlyMap<string, DeletedText>;
  readonly versions: ReadonlyMap<string, readonly Version[]>;
}

const emptyPage = '<EnumerationResults><Blobs/><NextMarker>?</NextMarker></EnumerationResults>';

function listing(holdings: Holdings, query: URLSearchParams, maxPerPage: number): string {
  const prefix = query.get('prefix') ?? '';
  const from = query.get('marker') ?? '';
  const cutAt = from.lastIndexOf('?');
  const [fromName, fromVersion] = [from.slice(0, Math.max(0, cutAt)), from.slice(cutAt + 1)];
  const rows = rowsOf(holdings, (query.get('include') ?? '').split(',')).filter(
    ({ name, version }) =>
      name.startsWith(prefix) && (name > fromName || (name === fromName && version >= fromVersion)),
  );
  const folders = new Set<string>();
  const blobs = rows
    .sort((one, other) => (one.name === other.name ? 0 : one.name < other.name ? -1 : 1))
    .filter(({ name }) => {
      const cut = query.get('delimiter') === '/' ? name.indexOf('/', prefix.length) : -1;
      if (cut >= 0) folders.add(name.slice(0, cut + 1));
      return cut < 0;
    });
  const size = Math.min(Number(query.get('maxresults') ?? 5000), maxPerPage);
  const prefixes = [...folders].map((name) => `<BlobPrefix><Name>${escapeXml(name)}</Name></BlobPrefix>`);
  const shown = blobs.slice(0, size).map(({ xml }) => xml);
  const following = blobs[size];
  const next = following === undefined ? '' : `${following.name}?${following.version}`;
  return `<EnumerationResults><Blobs>${[...prefixes, ...shown].join('')}</Blobs><NextMarker>${escapeXml(next)}</NextMarker></EnumerationResults>`;
}

interface Row {
  readonly name: string;
  readonly version: string;
  readonly xml: string;
}

/** The versions of a blob are consecutive, oldest first. */
function rowsOf({ present, deleted, versions }: Holdings, include: readonly string[]): readonly Row[] {
  const rows: Row[] = [];
  for (const [name, text] of present) {
    const isShownBelow = include.includes('versions') && versions.has(name);
    if (!isShownBelow) rows.push({ name, version: '', xml: row(name, text, null) });
  }
  if (include.includes('deleted')) {
    for (const [name, { text, at }] of deleted) rows.push({ name, version: '', xml: row(name, text, at) });
  }
  for (const [name, retained] of include.includes('versions') ? versions : []) {
    for (const { id, text } of retained) {
      const isPresent = present.has(name) && id === retained.at(-1)?.id;
      rows.push({ name, version: id, xml: row(name, text, null, { id, isPresent }) });
    }
  }
  return rows;
}

function row(
  name: string,
  text: string,
  deletedAt: Date | null,
  version: { readonly id: string; readonly isPresent: boolean } | null = null,
): string {
  const marks =
    version === null
      ? ''
      : `<VersionId>${version.id}</VersionId>${version.isPresent ? '<IsCurrentVersion>true</IsCurrentVersion>' : ''}`;
  const gone =
    deletedAt === null
      ? ''
      : `<DeletedTime>${deletedAt.toUTCString()}</DeletedTime><RemainingRetentionDays>${retentionDays - 1}</RemainingRetentionDays>`;
  return [
    `<Blob><Name>${escapeXml(name)}</Name>${marks}${deletedAt === null ? '' : '<Deleted>true</Deleted>'}<Properties>`,
    `<Last-Modified>${modified}</Last-Modified><Etag>0x1</Etag><Content-Length>${Buffer.byteLength(text)}</Content-Length>`,
    `<Content-Type>text/plain</Content-Type><BlobType>BlockBlob</BlobType><AccessTier>Hot</AccessTier>${gone}`,
    '</Properties></Blob>',
  ].join('');
}

function byName([one]: readonly [string, string], [other]: readonly [string, string]): number {
  return one < other ? -1 : 1;
}
