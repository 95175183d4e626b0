// A blob service in memory that only takes block blobs, as fast as requests of a few bytes come, and keeps the service's
// limits on blocks: for files of more blocks than an emulator takes in a test. Authorisation and conditions are ignored.
import { createHash } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AccountDescriptor } from '../engine/azure/account';
import { emulatorAccountKey, emulatorAccountName } from './azurite';
import { serviceHeaders } from './faults';
import { originOf } from './local-servers';

export interface BlockService {
  readonly descriptor: AccountDescriptor;
  /** Content and number of blocks of a blob by its path, `container/name`. */
  blob(path: string): { readonly content: Buffer; readonly blocks: number } | undefined;
  /** Ids of the blocks that were sent, in that order; one that was sent twice is there twice. */
  readonly sent: readonly string[];
  /** As if this block had been sent, too. */
  hold(path: string, id: string, content: Buffer): void;
  stop(): Promise<void>;
}

const maxBlocks = 50_000;

export async function startBlockService(): Promise<BlockService> {
  const uncommitted = new Map<string, Map<string, Buffer>>();
  const blobs = new Map<string, { readonly content: Buffer; readonly blocks: number }>();
  const sent: string[] = [];

  const blocksOf = (path: string): Map<string, Buffer> => {
    const blocks = uncommitted.get(path) ?? new Map<string, Buffer>();
    uncommitted.set(path, blocks);
    return blocks;
  };
  const stage = (path: string, id: string, body: Buffer, md5: unknown): Answer => {
    sent.push(id);
    const blocks = blocksOf(path);
    const [first = id] = blocks.keys();
    if (first.length !== id.length) return { status: 400, code: 'InvalidBlobOrBlock' };
    if (createHash('md5').update(body).digest('base64') !== md5) return { status: 400, code: 'Md5Mismatch' };
    blocks.set(id, body);
    return blocks.size > maxBlocks * 2 ? { status: 409, code: 'BlockCountExceedsLimit' } : { status: 201 };
  };
  const commit = (path: string, list: string): Answer => {
    const ids = [...list.matchAll(/<Latest>([^<]*)<\/Latest>/gu)].map(([, id = '']) => id);
    if (ids.length > maxBlocks) return { status: 400, code: 'BlockListTooLong' };
    const blocks = blocksOf(path);
    const bodies = ids.map((id) => blocks.get(id));
    if (bodies.includes(undefined)) return { status: 400, code: 'InvalidBlockList' };
    blobs.set(path, { content: Buffer.concat(bodies.filter((body) => body !== undefined)), blocks: ids.length });
    uncommitted.delete(path);
    return { status: 201 };
  };
  const listed = (path: string): Answer => {
    const rows = [...blocksOf(path)].map(
      ([id, { length }]) => `<Block><Name>${id}</Name><Size>${length}</Size></Block>`,
    );
    return { status: 200, body: `<BlockList><UncommittedBlocks>${rows.join('')}</UncommittedBlocks></BlockList>` };
  };
  const answer = (request: IncomingMessage, body: Buffer): Answer => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://blocks');
    const path = pathname.split('/').slice(2).map(decodeURIComponent).join('/');
    const what = `${request.method ?? ''} ${query.get('comp') ?? ''}`;
    if (what === 'PUT block') return stage(path, query.get('blockid') ?? '', body, request.headers['content-md5']);
    if (what === 'PUT blocklist') return commit(path, body.toString('utf8'));
    if (what === 'GET blocklist') return listed(path);
    return query.get('restype') === 'container' ? { status: 200 } : { status: 404, code: 'BlobNotFound' };
  };

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const { status, code, body = '' } = answer(request, Buffer.concat(pieces));
      response.writeHead(status, { ...serviceHeaders({ ...(code && { 'x-ms-error-code': code }) }), etag: '"0x1"' });
      response.end(request.method === 'HEAD' ? undefined : body);
    });
  });
  const origin = await originOf(server);
  return {
    descriptor: {
      connectionId: 'blocks',
      accountName: emulatorAccountName,
      endpoints: { blob: `${origin}/${emulatorAccountName}` },
      credential: { kind: 'key', accountName: emulatorAccountName, accountKey: emulatorAccountKey },
    },
    blob: (path) => blobs.get(path),
    sent,
    hold: (path, id, content) => void blocksOf(path).set(id, content),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Answer {
  readonly status: number;
  /** The service's error code. */
  readonly code?: string;
  readonly body?: string;
}
