// A slow shared network in front of a store, with a service that limits the time of a request: all bodies of one
// direction share a rate, and a request that takes longer than the limit is answered 500 OperationTimedOut, or never.
// Loopback only.
import { type IncomingMessage, type ServerResponse, createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SlowLineOptions {
  /** `http://127.0.0.1:port` of the store. */
  readonly target: string;
  readonly bytesPerSecond: number;
  /** How long the service allows for a request that moves data. */
  readonly limitMs: number;
  /** How a request that takes longer is handled; default an answer. */
  readonly afterLimit?: 'answer' | 'silence';
}

export interface SlowLine {
  readonly origin: string;
  /** Requests that took longer than the limit. */
  readonly timedOut: number;
  /** Sizes of the bodies that were stored, in order. */
  readonly stored: readonly number[];
  close(): Promise<void>;
}

/** Smaller bodies are no data: they pass at once, as on a network that shares fairly. */
const dataBytes = 16 * 1024;
const timedOutBody =
  '<?xml version="1.0" encoding="utf-8"?><Error><Code>OperationTimedOut</Code>' +
  '<Message>Operation could not be completed within the permitted time.</Message></Error>';

/** One direction of the network: new bytes wait until the network has carried everything before them. */
class Direction {
  readonly #bytesPerMs: number;
  #freeAtMs = 0;

  constructor(bytesPerSecond: number) {
    this.#bytesPerMs = bytesPerSecond / 1000;
  }

  /** Milliseconds until that many more bytes have passed. */
  take(bytes: number): number {
    const nowMs = performance.now();
    this.#freeAtMs = Math.max(this.#freeAtMs, nowMs) + bytes / this.#bytesPerMs;
    return this.#freeAtMs - nowMs;
  }
}

export async function startSlowLine(options: SlowLineOptions): Promise<SlowLine> {
  const [up, down] = [new Direction(options.bytesPerSecond), new Direction(options.bytesPerSecond)];
  const target = new URL(options.target);
  const stored: number[] = [];
  let timedOut = 0;

  const slowed = (stream: IncomingMessage, direction: Direction, onPiece: (piece: Buffer) => void): void => {
    stream.on('data', (piece: Buffer) => {
      onPiece(piece);
      const waitMs = direction.take(piece.length);
      if (waitMs < 5) return;
      stream.pause();
      setTimeout(() => stream.resume(), waitMs);
    });
  };
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const bytes = Number(request.headers['content-length'] ?? 0);
    const isData = request.method === 'PUT' && bytes > dataBytes;
    let isOver = false;
    const timer = setTimeout(() => {
      timedOut += 1;
      isOver = true;
      if (options.afterLimit === 'silence') return;
      // A response that has begun can only end with the connection.
      if (response.headersSent) response.destroy();
      else {
        const headers = { 'x-ms-error-code': 'OperationTimedOut', 'content-type': 'application/xml' };
        response.writeHead(500, { ...headers, 'x-ms-request-id': 'slow-line', connection: 'close' });
        response.end(timedOutBody);
      }
    }, options.limitMs);
    const pieces: Buffer[] = [];
    response.on('close', () => {
      clearTimeout(timer);
      isOver = true;
    });
    const forward = (): void => {
      if (isOver) return;
      const { method, url, headers } = request;
      const upstream = httpRequest(
        { host: target.hostname, port: target.port, method, path: url, headers },
        (answer) => {
          if (isOver) return void answer.resume();
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          const passOn = (piece: Buffer): void => void (isOver || response.write(piece));
          if (method === 'GET') slowed(answer, down, passOn);
          else answer.on('data', passOn);
          answer.on('end', () => {
            if (isOver) return;
            if (isData && answer.statusCode === 201) stored.push(bytes);
            response.end();
          });
        },
      );
      upstream.on('error', () => response.destroy());
      upstream.end(Buffer.concat(pieces));
    };
    if (isData) slowed(request, up, (piece) => void (isOver || pieces.push(piece)));
    else request.on('data', (piece: Buffer) => void pieces.push(piece));
    request.on('end', forward);
    request.on('error', () => undefined);
  };

  const server = createServer(serve);
  server.requestTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get timedOut() {
      return timedOut;
    },
    stored,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
