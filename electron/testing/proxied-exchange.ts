// One request that passes the fault proxy, with what is noted of it: its body read, and an answer of the proxy's own.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Fault, ProxiedRequest } from './faults';

export type LogEntry = { -readonly [K in keyof ProxiedRequest]: ProxiedRequest[K] };

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly entry: LogEntry;
  readonly fault: Fault | null;
}
/** Reads the request body, all of it or until `limitBytes` have come. */
export function receive(request: IncomingMessage, entry: LogEntry, limitBytes = Infinity): Promise<Buffer> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    const finish = (): void => resolve(Buffer.concat(pieces));
    request.on('data', (piece: Buffer) => {
      entry.bytesUp += piece.length;
      if (limitBytes === Infinity) pieces.push(piece);
      if (entry.bytesUp >= limitBytes) {
        request.pause();
        finish();
      }
    });
    request.on('end', finish);
    request.on('close', finish);
  });
}

export function answer(
  exchange: Exchange,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
): void {
  const { entry, response } = exchange;
  entry.status = status;
  entry.bytesDown = body.length;
  response.writeHead(status, { ...headers, 'content-length': String(body.length) });
  response.end(entry.method === 'HEAD' ? undefined : body);
}
