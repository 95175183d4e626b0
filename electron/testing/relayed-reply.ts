// What the fault proxy does with the target's reply: relays, drops, replaces or breaks it.
import type { IncomingMessage } from 'node:http';
import { collected, drained, flipped } from './bodies';
import { type Fault, serviceHeaders } from './faults';
import { relayedHeaders } from './metadata-case';
import { type Exchange, answer } from './proxied-exchange';

/** Faults that were applied before the target answered: the reply is relayed unchanged. */
const doneBefore: ReadonlySet<Fault['kind']> = new Set([
  'delay',
  'meanwhile',
  'duplicate',
  'flip-bit-up',
  'no-etag',
  'other-etag',
] as const);

export async function relay(exchange: Exchange, reply: IncomingMessage): Promise<void> {
  const { request, response, entry, fault } = exchange;
  if (fault?.kind === 'drop-reply' || fault?.kind === 'hang-after') {
    await drained(reply);
    if (fault.kind === 'drop-reply') request.socket.resetAndDestroy();
    return;
  }
  if (fault?.kind === 'answer-after') {
    await drained(reply);
    answer(exchange, fault.status, fault.headers ?? serviceHeaders(), Buffer.alloc(0));
    return;
  }
  entry.status = reply.statusCode ?? 0;
  const headers = relayedHeaders(reply);
  delete headers['transfer-encoding'];
  delete headers.connection;
  delete headers['keep-alive'];
  if (fault?.kind === 'no-etag') delete headers.etag;
  if (fault?.kind === 'other-etag' && headers.etag !== undefined) headers.etag = fault.change(headers.etag);
  if (fault === null || doneBefore.has(fault.kind)) {
    response.writeHead(entry.status, headers);
    reply.on('data', (piece: Buffer) => {
      entry.bytesDown += piece.length;
      if (!response.write(piece)) reply.pause();
    });
    response.on('drain', () => reply.resume());
    await new Promise((resolve) => reply.on('close', resolve));
    response.end();
    return;
  }
  await relayBroken(exchange, headers, await collected(reply));
}

async function relayBroken(exchange: Exchange, headers: IncomingMessage['headers'], body: Buffer): Promise<void> {
  const { request, response, entry, fault } = exchange;
  const head = (length: number): void => {
    response.writeHead(entry.status, { ...headers, 'content-length': String(length) });
    response.flushHeaders();
  };
  const send = (piece: Buffer): Promise<void> => {
    entry.bytesDown += piece.length;
    return new Promise((resolve) => {
      const settle = (): void => {
        response.off('close', settle);
        resolve();
      };
      response.once('close', settle);
      response.write(piece, settle);
    });
  };
  switch (fault?.kind) {
    case 'reset-download':
      head(body.length);
      await send(body.subarray(0, fault.afterBytes));
      // A reset can overtake bytes that the client has not read yet; this gives them time to arrive.
      setTimeout(() => request.socket.resetAndDestroy(), 50);
      return;
    case 'stall-download':
      head(body.length);
      await send(body.subarray(0, fault.afterBytes));
      return;
    case 'short-body':
      head(body.length);
      await send(body.subarray(0, fault.bytes));
      request.socket.end();
      return;
    case 'cut-body':
      head(Math.min(fault.bytes, body.length));
      await send(body.subarray(0, fault.bytes));
      response.end();
      return;
    case 'flip-bit-down':
      head(body.length);
      await send(flipped(body, fault.atByte));
      response.end();
      return;
    case 'rewritten': {
      const rewritten = Buffer.from(fault.body?.(body.toString('utf8')) ?? body);
      head(rewritten.length);
      await send(rewritten);
      response.end();
      return;
    }
    case 'drip-download':
      head(body.length);
      for (let offset = 0; offset < body.length && !request.socket.destroyed; offset += fault.pieceBytes) {
        await send(body.subarray(offset, offset + fault.pieceBytes));
        await new Promise((resolve) => setTimeout(resolve, fault.everyMs));
      }
      response.end();
      return;
    default:
      throw new Error(`The fault ${fault?.kind ?? 'none'} does not concern a response.`);
  }
}
