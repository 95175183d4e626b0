// The blob side of the null server: discards uploads, serves zeros, lists names. Authorisation is ignored. Protocol:
// "Blob service REST API" of the service's documentation.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NullBlob, StoreAnswer, StoreRequest } from './messages';
import { collect, drain, headerOf, sendError, reply, serviceHeaders, stateHeaders } from './replies';

export interface BlobRequestContext {
  readonly request: (request: StoreRequest) => Promise<StoreAnswer>;
  readonly received: (bytes: number) => void;
  readonly sent: (bytes: number) => void;
}

const zeros = Buffer.alloc(4 * 2 ** 20);

/** Answers one request; resolves to the name under which it is counted. */
export async function answerBlobRequest(
  request: IncomingMessage,
  response: ServerResponse,
  context: BlobRequestContext,
): Promise<string> {
  const url = new URL(request.url ?? '/', 'http://null');
  const operation = url.searchParams.get('comp') ?? '';
  const [, , container = '', ...name] = url.pathname.split('/');
  if (name.length === 0) return answerOutsideBlobs(request, response, url, container, context);
  const key = `${container}/${decodeURIComponent(name.join('/'))}`;
  switch (request.method) {
    case 'PUT':
      return write(request, response, key, operation, url.searchParams.get('blockid') ?? '', context);
    case 'GET':
    case 'HEAD':
      if (operation === 'blocklist') return listBlocks(response, key, context);
      return read(request, response, key, context);
    case 'DELETE': {
      const { kind } = await context.request({ request: 'remove', key });
      if (kind === 'missing') sendError(response, 404, 'BlobNotFound');
      else reply(response, 202);
      return 'delete-blob';
    }
    default:
      await drain(request);
      sendError(response, 405, 'UnsupportedHttpVerb');
      return 'other';
  }
}

async function write(
  request: IncomingMessage,
  response: ServerResponse,
  key: string,
  operation: string,
  blockId: string,
  context: BlobRequestContext,
): Promise<string> {
  const md5 = headerOf(request, 'x-ms-blob-content-md5');
  if (operation === 'blocklist') {
    const text = (await collect(request)).toString('utf8');
    const blockIds = [...text.matchAll(/<(?:Latest|Uncommitted|Committed)>([^<]*)</g)].map((match) => match[1] ?? '');
    const { kind } = await context.request({ request: 'commit', key, blockIds, md5 });
    if (kind === 'missing') sendError(response, 400, 'InvalidBlockList');
    else reply(response, 201, { ...stateHeaders, 'x-ms-request-server-encrypted': 'true' });
    return 'put-block-list';
  }
  const bytes = await drain(request);
  context.received(bytes);
  if (operation === 'block') {
    await context.request({ request: 'stage', key, blockId, bytes });
    const checksum = headerOf(request, 'content-md5');
    reply(response, 201, checksum === '' ? {} : { 'content-md5': checksum });
    return 'put-block';
  }
  if (operation !== '') {
    reply(response, 200, stateHeaders);
    return 'set-blob';
  }
  const whole = md5 === '' ? headerOf(request, 'content-md5') : md5;
  await context.request({ request: 'put', key, blob: { bytes, md5: whole } });
  reply(response, 201, { ...stateHeaders, 'x-ms-request-server-encrypted': 'true' });
  return 'put-blob';
}

async function read(
  request: IncomingMessage,
  response: ServerResponse,
  key: string,
  context: BlobRequestContext,
): Promise<string> {
  const head = request.method === 'HEAD';
  const counted = head ? 'get-properties' : 'get-blob';
  const found = await context.request({ request: 'find', key });
  if (found.kind !== 'blob') {
    sendError(response, 404, 'BlobNotFound');
    return counted;
  }
  const rangeHeader = headerOf(request, 'x-ms-range') || headerOf(request, 'range');
  const range = head ? null : /^bytes=(\d+)-(\d*)$/.exec(rangeHeader);
  const start = range === null ? 0 : Number(range[1]);
  const last = found.blob.bytes - 1;
  const end = range?.[2] ? Math.min(Number(range[2]), last) : last;
  if (range !== null && start > last) {
    sendError(response, 416, 'InvalidRange');
    return counted;
  }
  const bytes = end - start + 1;
  response.writeHead(range === null ? 200 : 206, {
    ...serviceHeaders,
    ...blobHeaders(found.blob, range === null ? 'content-md5' : 'x-ms-blob-content-md5'),
    'content-length': bytes,
    ...(range === null ? {} : { 'content-range': `bytes ${start}-${end}/${found.blob.bytes}` }),
  });
  if (head) {
    response.end();
    return counted;
  }
  await sendZeros(response, bytes);
  context.sent(bytes);
  return counted;
}

function sendZeros(response: ServerResponse, bytes: number): Promise<void> {
  return new Promise((resolve) => {
    let left = bytes;
    const more = (): void => {
      while (left > 0) {
        const piece = zeros.subarray(0, Math.min(left, zeros.length));
        left -= piece.length;
        if (!response.write(piece) && left > 0) {
          response.once('drain', more);
          return;
        }
      }
      response.end();
      resolve();
    };
    // A client that disconnects never drains.
    response.once('close', resolve);
    more();
  });
}

async function listBlocks(response: ServerResponse, key: string, context: BlobRequestContext): Promise<string> {
  const answer = await context.request({ request: 'uncommitted', key });
  const blocks = answer.kind === 'blocks' ? answer.blocks : [];
  const rows = blocks.map(({ id, bytes }) => `<Block><Name>${id}</Name><Size>${bytes}</Size></Block>`).join('');
  replyXml(response, `<BlockList><CommittedBlocks/><UncommittedBlocks>${rows}</UncommittedBlocks></BlockList>`);
  return 'get-block-list';
}

async function answerOutsideBlobs(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  container: string,
  context: BlobRequestContext,
): Promise<string> {
  await drain(request);
  const listing = url.searchParams.get('comp') === 'list';
  if (listing && url.searchParams.get('restype') === 'container') return list(response, url, container, context);
  if (listing) {
    return listContainers(response, context);
  }
  const status = request.method === 'PUT' ? 201 : request.method === 'DELETE' ? 202 : 200;
  reply(response, status, { ...stateHeaders, 'x-ms-sku-name': 'Standard_LRS', 'x-ms-account-kind': 'StorageV2' });
  return 'container';
}

async function listContainers(response: ServerResponse, context: BlobRequestContext): Promise<string> {
  const answer = await context.request({ request: 'list', prefix: '', from: '', max: Number.MAX_SAFE_INTEGER });
  const keys = answer.kind === 'blobs' ? answer.blobs.map(({ key }) => key) : [];
  const properties = `<Last-Modified>${stateHeaders['last-modified']}</Last-Modified><Etag>${stateHeaders.etag}</Etag>`;
  const rows = [...new Set(keys.map((key) => key.slice(0, key.indexOf('/'))))].map(
    (name) => `<Container><Name>${escaped(name)}</Name><Properties>${properties}</Properties></Container>`,
  );
  replyXml(response, `<EnumerationResults><Containers>${rows.join('')}</Containers><NextMarker/></EnumerationResults>`);
  return 'list-containers';
}

/** A page of names in order; with a delimiter, folders replace the names below them. */
async function list(
  response: ServerResponse,
  url: URL,
  container: string,
  context: BlobRequestContext,
): Promise<string> {
  const prefix = url.searchParams.get('prefix') ?? '';
  const delimiter = url.searchParams.get('delimiter') ?? '';
  const marker = url.searchParams.get('marker') ?? '';
  const pageSize = Math.min(Number(url.searchParams.get('maxresults') ?? 5000) || 5000, 5000);
  const answer = await context.request({
    request: 'list',
    prefix: `${container}/${prefix}`,
    from: `${container}/${marker}`,
    // Without a delimiter each is an entry; one more entry determines where the next page begins.
    max: delimiter === '' ? pageSize + 1 : Number.MAX_SAFE_INTEGER,
  });
  const rows: string[] = [];
  let lastFolder = '';
  let next = '';
  for (const blob of answer.kind === 'blobs' ? answer.blobs : []) {
    const name = blob.key.slice(container.length + 1);
    const cut = delimiter === '' ? -1 : name.indexOf(delimiter, prefix.length);
    const folder = cut < 0 ? '' : name.slice(0, cut + delimiter.length);
    if (folder !== '' && folder === lastFolder) continue;
    if (rows.length === pageSize) {
      next = name;
      break;
    }
    lastFolder = folder;
    rows.push(folder === '' ? blobRow(name, blob) : `<BlobPrefix><Name>${escaped(folder)}</Name></BlobPrefix>`);
  }
  replyXml(
    response,
    `<EnumerationResults><Blobs>${rows.join('')}</Blobs><NextMarker>${escaped(next)}</NextMarker></EnumerationResults>`,
  );
  return 'list-blobs';
}

function blobRow(name: string, blob: NullBlob): string {
  const properties = [
    `<Last-Modified>${stateHeaders['last-modified']}</Last-Modified><Etag>${stateHeaders.etag}</Etag>`,
    `<Content-Length>${blob.bytes}</Content-Length><Content-Type>application/octet-stream</Content-Type>`,
    `<Content-MD5>${blob.md5}</Content-MD5><BlobType>BlockBlob</BlobType><AccessTier>Hot</AccessTier>`,
    '<LeaseStatus>unlocked</LeaseStatus><LeaseState>available</LeaseState>',
  ];
  return `<Blob><Name>${escaped(name)}</Name><Properties>${properties.join('')}</Properties></Blob>`;
}

function blobHeaders(blob: NullBlob, md5Header: string): Record<string, string> {
  return {
    ...stateHeaders,
    'content-type': 'application/octet-stream',
    'accept-ranges': 'bytes',
    'x-ms-blob-type': 'BlockBlob',
    'x-ms-lease-status': 'unlocked',
    'x-ms-lease-state': 'available',
    'x-ms-access-tier': 'Hot',
    ...(blob.md5 === '' ? {} : { [md5Header]: blob.md5 }),
  };
}

function replyXml(response: ServerResponse, body: string): void {
  reply(response, 200, { 'content-type': 'application/xml' }, `<?xml version="1.0" encoding="utf-8"?>${body}`);
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escaped = (text: string): string => text.replace(/[&<>]/g, (mark) => entities[mark] ?? mark);
