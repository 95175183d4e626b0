// An account with a hierarchical namespace on this machine: two proxies in front of Azurite, one as its blob endpoint,
// which treats folders as such an account does, and one as its Data Lake (dfs) endpoint, which Azurite does not have. It
// checks Shared Key signatures by a computation of its own and takes any bearer token. Over 300 lines, because a test
// reads here what the service is assumed to do.
import { createHmac } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer, request as httpRequest } from 'node:http';
import { createServer as createTlsServer, request as httpsRequest } from 'node:https';
import type { Server } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { emulatorAccountKey, emulatorAccountName } from './azurite';
import { portOf } from './local-servers';
import { testCertificate, testCertificateKey } from './tls-certificate';

/** Can be changed while it runs. */
export interface LakeSwitches {
  namespace: 'hierarchical' | 'flat';
  /** `firewalled`: only the dfs endpoint rejects this machine. */
  dfs: 'answers' | 'firewalled';
  /** Reading the kind of the account, as roles for data do not allow. */
  accountKind: 'told' | 'denied';
  /** Paths whose changes by dfs are denied, as `container/path`. */
  readonly denied: Set<string>;
  /** How many paths one request deletes or changes. */
  pageSize: number;
  delayMs: number;
}

export interface FakeLake {
  readonly blobOrigin: string;
  readonly dfsOrigin: string;
  readonly connectionString: string;
  readonly switches: LakeSwitches;
  /** `METHOD dfs|blob /container/path?query`, in order. */
  readonly requests: readonly string[];
  /** Writes a file as the dfs endpoint does, without blocks. */
  writeByDfs(container: string, name: string, text: string): Promise<void>;
  /** All files and folders; the names of folders end in a slash. */
  paths(container: string): Promise<readonly string[]>;
  aclOf(container: string, name: string): string;
  /** From now on nothing answers at the dfs endpoint. */
  cutDfs(): Promise<void>;
  close(): Promise<void>;
}

interface Access {
  owner: string;
  group: string;
  acl: string;
  version: number;
}

interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface Path {
  readonly name: string;
  readonly isFolder: boolean;
}

const base = 'user::rwx,group::r-x,other::---';

/** `azuriteOrigin`: `http://127.0.0.1:PORT`, or https of one that takes tokens. */
export async function startFakeLake(azuriteOrigin: string): Promise<FakeLake> {
  const lake = new Lake(azuriteOrigin);
  const [blob, dfs] = [lake.serve('blob'), lake.serve('dfs')];
  const protocol = azuriteOrigin.startsWith('https:') ? 'https' : 'http';
  const [blobOrigin, dfsOrigin] = [
    `${protocol}://127.0.0.1:${await portOf(blob.server)}`,
    `${protocol}://127.0.0.1:${await portOf(dfs.server)}`,
  ];
  return {
    blobOrigin,
    dfsOrigin,
    connectionString: [
      `DefaultEndpointsProtocol=${protocol}`,
      `AccountName=${emulatorAccountName}`,
      `AccountKey=${emulatorAccountKey}`,
      `BlobEndpoint=${blobOrigin}/${emulatorAccountName}`,
      `DfsEndpoint=${dfsOrigin}/${emulatorAccountName}`,
    ].join(';'),
    switches: lake.switches,
    requests: lake.requests,
    writeByDfs: (container, name, text) => lake.writeByDfs(container, name, text),
    paths: async (container) =>
      (await lake.below(container, '')).map(({ name, isFolder }) => (isFolder ? `${name}/` : name)),
    aclOf: (container, name) => lake.accessOf(container, name).acl,
    cutDfs: () => dfs.close(),
    close: async () => {
      await blob.close();
      await dfs.close();
    },
  };
}

class Lake {
  readonly requests: string[] = [];
  readonly switches: LakeSwitches = {
    namespace: 'hierarchical',
    dfs: 'answers',
    accountKind: 'told',
    denied: new Set(),
    pageSize: 2000,
    delayMs: 0,
  };
  readonly #target: URL;
  readonly #access = new Map<string, Access>();
  /** Files without blocks, as `container/name`. */
  readonly #ofDfs = new Set<string>();

  constructor(azuriteOrigin: string) {
    this.#target = new URL(azuriteOrigin);
  }

  serve(endpoint: 'blob' | 'dfs'): { readonly server: Server; close(): Promise<void> } {
    const answer = (request: IncomingMessage, response: ServerResponse): void => {
      this.#answer(endpoint, request, response).catch((thrown: unknown) => {
        response.writeHead(500).end(String(thrown));
      });
    };
    const server =
      this.#target.protocol === 'https:'
        ? createTlsServer({ cert: testCertificate, key: testCertificateKey }, answer)
        : createServer(answer);
    return {
      server,
      close: async () => {
        if (!server.listening) return;
        const closed = new Promise<void>((resolve) => server.close(() => resolve()));
        server.closeAllConnections();
        await closed;
      },
    };
  }

  accessOf(container: string, name: string): Access {
    const key = `${container}/${name}`;
    let found = this.#access.get(key);
    if (found === undefined) {
      found = { owner: '$superuser', group: '$superuser', acl: base, version: 1 };
      this.#access.set(key, found);
    }
    return found;
  }

  async writeByDfs(container: string, name: string, text: string): Promise<void> {
    await this.#makeParents(container, name);
    await this.#put(container, name, Buffer.from(text), {});
    this.#ofDfs.add(`${container}/${name}`);
  }

  /** In the order of their names, a folder before what is in it. */
  async below(container: string, folder: string): Promise<readonly Path[]> {
    const prefix = folder === '' ? '' : `${folder}/`;
    const query = `restype=container&comp=list&include=metadata&prefix=${encodeURIComponent(prefix)}`;
    const { body } = await this.#own('GET', `/${container}`, query);
    return [...body.toString('utf8').matchAll(/<Blob>(.*?)<\/Blob>/gsu)].map(([, blob = '']) => ({
      name: (/<Name>(.*?)<\/Name>/su.exec(blob)?.[1] ?? '').replaceAll('&amp;', '&'),
      isFolder: /<hdi_isfolder>true</iu.test(blob),
    }));
  }

  async #answer(endpoint: 'blob' | 'dfs', request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.#target);
    const body = await buffer(request);
    const [, , container = '', ...rest] = url.pathname.split('/').map(decodeURIComponent);
    const name = rest.join('/').replace(/\/$/u, '');
    this.requests.push(`${request.method} ${endpoint} /${container}/${name}${url.search}`);
    if (this.switches.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, this.switches.delayMs));
    const own =
      endpoint === 'dfs'
        ? await this.#dfs(request, url, container, name)
        : await this.#blob(request, url, container, name);
    if (own !== null) {
      const { status, headers = {}, body: text = '' } = own;
      response.writeHead(status, {
        'x-ms-request-id': 'fake-lake',
        'x-ms-version': '2026-04-06',
        'content-length': Buffer.byteLength(text),
        ...headers,
      });
      response.end(request.method === 'HEAD' ? undefined : text);
      return;
    }
    const relayed = await this.#send(request.method ?? 'GET', request.url ?? '/', request.headers, body);
    const headers = { ...relayed.headers };
    if (url.searchParams.get('restype') === 'account') {
      headers['x-ms-is-hns-enabled'] = String(this.switches.namespace === 'hierarchical');
    }
    const isList = url.searchParams.get('comp') === 'list' && container !== '';
    const shown = isList && this.switches.namespace === 'hierarchical' && relayed.status === 200;
    const sent = shown ? await this.#withFolders(relayed.body, url.searchParams, container) : relayed.body;
    if (request.method !== 'HEAD') headers['content-length'] = String(sent.length);
    delete headers['transfer-encoding'];
    response.writeHead(relayed.status, headers);
    response.end(request.method === 'HEAD' ? undefined : sent);
  }

  /** A level of folders lists them as prefixes, empty ones too, and not among the blobs. */
  async #withFolders(listed: Buffer, query: URLSearchParams, container: string): Promise<Buffer> {
    const prefix = query.get('prefix') ?? '';
    const all = await this.below(container, prefix.replace(/\/[^/]*$|^[^/]*$/u, ''));
    const isHere = ({ name, isFolder }: Path): boolean =>
      isFolder && name.startsWith(prefix) && !name.slice(prefix.length).includes('/');
    let text = listed.toString('utf8');
    if (query.get('delimiter') !== '/') {
      const folders = new Set(
        (await this.below(container, '')).filter((path) => path.isFolder).map((path) => path.name),
      );
      return Buffer.from(
        text.replace(/<Name>([^<]*)<\/Name>(.*?)<Properties>/gsu, (entry, name: string) =>
          folders.has(name.replaceAll('&amp;', '&')) ? `${entry}<ResourceType>directory</ResourceType>` : entry,
        ),
      );
    }
    for (const { name } of all.filter(isHere)) {
      const escaped = name.replaceAll('&', '&amp;');
      text = text.replace(/<Blob><Name>([^<]*)<\/Name>.*?<\/Blob>/gsu, (blob, own: string) =>
        own === escaped ? '' : blob,
      );
      if (text.includes(`<Name>${escaped}/</Name>`)) continue;
      text = text
        .replace('<Blobs/>', '<Blobs></Blobs>')
        .replace('</Blobs>', `<BlobPrefix><Name>${escaped}/</Name></BlobPrefix></Blobs>`);
    }
    return Buffer.from(text);
  }

  /** Null for what Azurite answers. */
  async #blob(request: IncomingMessage, url: URL, container: string, name: string): Promise<Reply | null> {
    if (this.switches.namespace === 'flat') return null;
    const comp = url.searchParams.get('comp');
    const key = `${container}/${name}`;
    if (url.searchParams.get('restype') === 'account' && this.switches.accountKind === 'denied') {
      return failure(403, 'AuthorizationPermissionMismatch');
    }
    if (name === '') return null;
    if (request.method === 'DELETE' && comp === null) {
      const isFull = (await this.below(container, name)).length > 0;
      if (isFull) return failure(409, 'DirectoryIsNotEmpty');
      this.#access.delete(key);
    }
    if (request.method !== 'PUT') return null;
    if (comp === 'block' && this.#ofDfs.has(key)) return failure(409, 'BlobOperationNotSupported');
    if (comp !== null && comp !== 'blocklist') return null;
    if (name.split('/').some((part) => part === '' || part === '.' || part === '..')) return failure(400, 'InvalidUri');
    if ((await this.#kind(container, name)) === 'folder') return failure(409, 'ResourceTypeMismatch');
    if (!(await this.#makeParents(container, name))) return failure(409, 'PathConflict');
    this.#ofDfs.delete(key);
    return null;
  }

  async #dfs(request: IncomingMessage, url: URL, container: string, name: string): Promise<Reply> {
    const { method = '', headers } = request;
    const query = url.searchParams;
    if (this.switches.dfs === 'firewalled') return failure(403, 'AuthorizationFailure');
    if (!isAuthorized(request, url)) return failure(403, 'AuthenticationFailed');
    if (query.get('resource') === 'filesystem') {
      return { status: 200, headers: { 'x-ms-namespace-enabled': String(this.switches.namespace === 'hierarchical') } };
    }
    if (method !== 'HEAD' && this.switches.denied.has(`${container}/${name}`)) {
      return failure(403, 'AuthorizationPermissionMismatch');
    }
    const kind = await this.#kind(container, name);
    if (method === 'PUT') {
      if (name.split('/').some((part) => part === '' || part === '.' || part === '..'))
        return failure(400, 'InvalidUri');
      if (headers['if-none-match'] === '*' && kind !== null) return failure(409, 'PathAlreadyExists');
      const source = headers['x-ms-rename-source'];
      if (typeof source === 'string') return this.#rename(url, source, container, name);
      if (!(await this.#makeParents(container, `${name}/.`))) return failure(409, 'PathConflict');
      return { status: 201 };
    }
    if (kind === null) return failure(404, 'PathNotFound');
    if (method === 'DELETE') return this.#delete(query, container, name);
    const access = this.accessOf(container, name);
    const etag = `"acl-${access.version}"`;
    if (method === 'HEAD') return { status: 200, headers: { etag, ...this.#facts(kind, access) } };
    const acl = headers['x-ms-acl'];
    if (query.get('action') === 'setAccessControlRecursive')
      return this.#applyAccess(query, String(acl), container, name);
    if (headers['if-match'] !== undefined && headers['if-match'] !== etag) return failure(412, 'ConditionNotMet');
    if (typeof acl === 'string' && !/user::.*group::.*other::/u.test(acl)) return failure(400, 'InvalidAcl');
    if (typeof acl === 'string') access.acl = acl;
    if (typeof headers['x-ms-owner'] === 'string') access.owner = headers['x-ms-owner'];
    if (typeof headers['x-ms-group'] === 'string') access.group = headers['x-ms-group'];
    access.version += 1;
    return { status: 200 };
  }

  #facts(kind: 'folder' | 'file', { owner, group, acl }: Access): Record<string, string> {
    const of = (type: string): string => new RegExp(`(?:^|,)${type}::(...)`, 'u').exec(acl)?.[1] ?? '---';
    const more = acl.split(',').some((entry) => !/^(?:user|group|other)::/u.test(entry)) ? '+' : '';
    return {
      'x-ms-resource-type': kind === 'folder' ? 'directory' : 'file',
      'x-ms-owner': owner,
      'x-ms-group': group,
      'x-ms-permissions': `${of('user')}${of('group')}${of('other')}${more}`,
      'x-ms-acl': acl,
    };
  }

  async #rename(url: URL, source: string, container: string, name: string): Promise<Reply> {
    const [, from = '', ...rest] = (source.split('?', 1)[0] ?? '').split('/').map(decodeURIComponent);
    const old = rest.join('/');
    if (url.searchParams.has('sig') && !source.includes('sig=')) return failure(403, 'AuthenticationFailed');
    const parent = name.slice(0, Math.max(0, name.lastIndexOf('/')));
    if ((await this.#kind(from, old)) === null) return failure(404, 'SourcePathNotFound');
    if (parent !== '' && (await this.#kind(container, parent)) !== 'folder') {
      return failure(404, 'RenameDestinationParentPathNotFound');
    }
    for (const path of [{ name: old }, ...(await this.below(from, old))]) {
      const target = name + path.name.slice(old.length);
      const copied = { 'x-ms-copy-source': `${this.#target.origin}${this.#path(from, path.name)}` };
      await this.#own('PUT', `/${container}/${encoded(target)}`, '', copied);
      await this.#own('DELETE', `/${from}/${encoded(path.name)}`, '');
      const access = this.#access.get(`${from}/${path.name}`);
      if (access !== undefined) this.#access.set(`${container}/${target}`, access);
      this.#access.delete(`${from}/${path.name}`);
      if (this.#ofDfs.delete(`${from}/${path.name}`)) this.#ofDfs.add(`${container}/${target}`);
    }
    return { status: 201 };
  }

  async #delete(query: URLSearchParams, container: string, name: string): Promise<Reply> {
    const below = [...(await this.below(container, name))].reverse();
    if (below.length > 0 && query.get('recursive') !== 'true') return failure(409, 'DirectoryNotEmpty');
    const all = [...below.map((path) => path.name), name];
    const page = all.slice(0, this.switches.pageSize);
    for (const path of page) {
      await this.#own('DELETE', `/${container}/${encoded(path)}`, '');
      this.#access.delete(`${container}/${path}`);
    }
    return { status: 200, headers: page.length < all.length ? { 'x-ms-continuation': `after ${page.at(-1)}` } : {} };
  }

  async #applyAccess(query: URLSearchParams, acl: string, container: string, name: string): Promise<Reply> {
    const all = [{ name, isFolder: true }, ...(await this.below(container, name))];
    const start = Number(query.get('continuation') ?? 0);
    const page = all.slice(start, start + this.switches.pageSize);
    const failed = page.filter((path) => this.switches.denied.has(`${container}/${path.name}`));
    const changed = page.filter((path) => !failed.includes(path));
    for (const path of changed) {
      const access = this.accessOf(container, path.name);
      access.acl = merged(query.get('mode') ?? '', access.acl, acl, path);
      access.version += 1;
    }
    const end = start + page.length;
    const report = {
      directoriesSuccessful: changed.filter(({ isFolder }) => isFolder).length,
      filesSuccessful: changed.filter(({ isFolder }) => !isFolder).length,
      failureCount: failed.length,
      failedEntries: failed.map((path) => ({
        name: path.name,
        type: path.isFolder ? 'DIRECTORY' : 'FILE',
        errorMessage: 'This request is not authorized to perform this operation using this permission.',
      })),
    };
    return {
      status: 200,
      headers: end < all.length ? { 'x-ms-continuation': String(end) } : {},
      body: JSON.stringify(report),
    };
  }

  async #kind(container: string, name: string): Promise<'folder' | 'file' | null> {
    if (name === '') return 'folder';
    const { status, headers } = await this.#own('HEAD', `/${container}/${encoded(name)}`, '');
    if (status !== 200) return null;
    return headers['x-ms-meta-hdi_isfolder'] === 'true' ? 'folder' : 'file';
  }

  /** Returns whether none of them is a file. */
  async #makeParents(container: string, name: string): Promise<boolean> {
    const parts = name.split('/').slice(0, -1);
    for (let depth = 1; depth <= parts.length; depth += 1) {
      const parent = parts.slice(0, depth).join('/');
      const kind = await this.#kind(container, parent);
      if (kind === 'file') return false;
      if (kind === null) await this.#put(container, parent, Buffer.alloc(0), { 'x-ms-meta-hdi_isfolder': 'true' });
    }
    return true;
  }

  async #put(container: string, name: string, body: Buffer, headers: Record<string, string>): Promise<void> {
    const sent = { 'x-ms-blob-type': 'BlockBlob', ...headers };
    const { status } = await this.#own('PUT', `/${container}/${encoded(name)}`, '', sent, body);
    if (status !== 201) throw new Error(`Azurite answered ${status} to ${name}.`);
  }

  #path(container: string, name: string): string {
    return `/${emulatorAccountName}/${container}/${encoded(name)}`;
  }

  /** A request of the lake itself to Azurite. */
  #own(
    method: string,
    path: string,
    query: string,
    headers: Record<string, string> = {},
    body: Buffer = Buffer.alloc(0),
  ) {
    const whole = `/${emulatorAccountName}${path}`;
    const own: Record<string, string> = {
      'x-ms-date': new Date().toUTCString(),
      'x-ms-version': '2021-12-02',
      'content-length': String(body.length),
      ...headers,
    };
    own.authorization = `SharedKey ${emulatorAccountName}:${signatureOf(method, whole, new URLSearchParams(query), own)}`;
    return this.#send(method, query === '' ? whole : `${whole}?${query}`, own, body);
  }

  #send(
    method: string,
    path: string,
    headers: IncomingMessage['headers'],
    body: Buffer,
  ): Promise<{ readonly status: number; readonly headers: IncomingMessage['headers']; readonly body: Buffer }> {
    const isTls = this.#target.protocol === 'https:';
    return new Promise((resolve, reject) => {
      const onward = (isTls ? httpsRequest : httpRequest)({
        host: this.#target.hostname,
        port: this.#target.port,
        method,
        path,
        rejectUnauthorized: false,
        headers: { ...headers, host: this.#target.host },
      });
      onward.on('response', (reply) => {
        buffer(reply).then(
          (received) => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: received }),
          reject,
        );
      });
      onward.on('error', reject);
      onward.end(body);
    });
  }
}

const encoded = (name: string): string => name.split('/').map(encodeURIComponent).join('/');

function failure(status: number, code: string): Reply {
  const body = JSON.stringify({ error: { code, message: code } });
  return { status, headers: { 'x-ms-error-code': code, 'content-type': 'application/json' }, body };
}

/** Entries of `acl` replace, are added to, or are removed from those that were there. Files have no default entries. */
function merged(mode: string, before: string, acl: string, { isFolder }: Pick<Path, 'isFolder'>): string {
  const keyOf = (entry: string): string => /^(?:default:)?[a-z]+:[^:]*/u.exec(entry)?.[0] ?? entry;
  const entries = acl.split(',').filter((entry) => isFolder || !entry.startsWith('default:'));
  if (mode === 'set') return entries.join(',');
  const named = new Set(entries.map(keyOf));
  const others = before.split(',').filter((entry) => !named.has(keyOf(entry)));
  return [...others, ...(mode === 'remove' ? [] : entries)].join(',');
}

function isAuthorized({ method = '', headers }: IncomingMessage, url: URL): boolean {
  const { authorization = '' } = headers;
  if (authorization.startsWith('Bearer ')) return authorization.length > 20;
  if (url.searchParams.has('sig')) return true;
  const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  const expected = signatureOf(method, url.pathname, url.searchParams, sent);
  return authorization === `SharedKey ${emulatorAccountName}:${expected}`;
}

/** Authorize with Shared Key: of the blob service and of its dfs endpoint. */
function signatureOf(
  method: string,
  path: string,
  query: URLSearchParams,
  headers: Readonly<Record<string, string>>,
): string {
  const of = (name: string): string => headers[name] ?? '';
  const length = of('content-length') === '0' ? '' : of('content-length');
  const names = Object.keys(headers).filter((name) => name.startsWith('x-ms-'));
  const lines = [
    ...[method, of('content-encoding'), of('content-language'), length, of('content-md5'), of('content-type')],
    ...[
      of('date'),
      of('if-modified-since'),
      of('if-match'),
      of('if-none-match'),
      of('if-unmodified-since'),
      of('range'),
    ],
    ...names.sort().map((name) => `${name}:${of(name)}`),
    `/${emulatorAccountName}${path}`,
    ...[...query].map(([name, value]) => `${name.toLowerCase()}:${value}`).sort(),
  ];
  return createHmac('sha256', Buffer.from(emulatorAccountKey, 'base64')).update(lines.join('\n')).digest('base64');
}
