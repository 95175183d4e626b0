// One request through the fault proxy, with its log entry: reading its body, and answers by the proxy itself.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Fault, ProxiedRequest } from './faults';

export type LogEntry = { -readonly [K in keyof ProxiedRequest]: ProxiedRequest[K] };

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly entry: LogEntry;
  readonly fault: Fault | null;
}
/** Reads the request body, completely or until `limitBytes` have arrived. */
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
