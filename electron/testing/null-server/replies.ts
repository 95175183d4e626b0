// The parts that every reply of the null server has in common, and a way to throw request bodies away.
import type { IncomingMessage, ServerResponse } from 'node:http';

const etag = '"0x8D0000000000000"';
const lastModified = new Date(0).toUTCString();

/** Headers by which a client recognises the storage service. */
export const serviceHeaders = {
  'x-ms-request-id': '00000000-0000-0000-0000-000000000000',
  'x-ms-version': '2025-01-05',
  server: 'null',
} as const;

export const stateHeaders = { etag, 'last-modified': lastModified } as const;

/** Sends a reply whose body is complete. */
export function reply(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string | number>> = {},
  body: Buffer | string = '',
): void {
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  response.writeHead(status, { ...serviceHeaders, 'content-length': length, ...headers });
  response.end(body);
}

export function sendError(response: ServerResponse, status: number, code: string): void {
  const body = `<?xml version="1.0" encoding="utf-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;
  reply(response, status, { 'content-type': 'application/xml', 'x-ms-error-code': code }, body);
}

/** Resolves to the length of the body, which is not stored. */
export function drain(request: IncomingMessage): Promise<number> {
  return new Promise((resolve, reject) => {
    let bytes = 0;
    request.on('data', (chunk: Buffer) => (bytes += chunk.length));
    request.on('end', () => resolve(bytes));
    request.on('error', reject);
  });
}

export function collect(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', reject);
  });
}

/** A header that came once. */
export function headerOf(request: IncomingMessage, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
}
