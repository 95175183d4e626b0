// A storage service that stores nothing, for measuring a client without the cost of the service: uploads are discarded,
// downloads are zeros, table pages are rendered in advance. Runs in separate processes, on loopback only.
import { fork } from 'node:child_process';
import { emulatorAccountKey, emulatorAccountName } from './azurite';
import type { BlobProtocol, FromServer, NullServerSetup, RequestCounts, ToServer } from './null-server/messages';

export interface NullServerOptions {
  /** The built program (`null-server/program.ts` as one CommonJS file). */
  readonly programPath: string;
  /** Number of processes that answer requests; default 2. */
  readonly processes?: number;
  /** Initial blobs, by `container/name`; `md5` (base64) is stored with them. */
  readonly blobs?: readonly { readonly path: string; readonly bytes: number; readonly md5?: string }[];
  /** Entities of the tables `few` and `typed`; default 10,000. */
  readonly entities?: number;
  /** Protocol of the blob endpoint; default http. With https it uses the certificate of tls-certificate.ts. */
  readonly protocol?: BlobProtocol;
}

export interface NullServer {
  readonly blobEndpoint: string;
  readonly tableEndpoint: string;
  readonly connectionString: string;
  /** Since the start or the last reset. `lastMs - firstMs`: how long the client was active, as seen by the server. */
  counts(): Promise<RequestCounts>;
  reset(): void;
  stop(): Promise<void>;
}

/** Resolves once all processes listen. */
export async function startNullServer(options: NullServerOptions): Promise<NullServer> {
  const setup: NullServerSetup = {
    processes: options.processes ?? 2,
    blobs: (options.blobs ?? []).map((blob) => ({ md5: '', ...blob })),
    entities: options.entities ?? 10_000,
    protocol: options.protocol ?? 'http',
  };
  const child = fork(options.programPath, [], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const send = (message: ToServer): void => void child.send(message);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const waiting = new Map<number, (counts: RequestCounts) => void>();
  send({ kind: 'start', setup });
  const ports = await new Promise<{ blobPort: number; tablePort: number }>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the null server ended with code ${String(code)} at its start`)));
    child.on('message', (message: FromServer) => {
      if (message.kind === 'listening') resolve(message);
      else {
        waiting.get(message.id)?.(message.counts);
        waiting.delete(message.id);
      }
    });
  });
  let nextId = 0;
  const blobEndpoint = `${setup.protocol}://127.0.0.1:${ports.blobPort}/${emulatorAccountName}`;
  const tableEndpoint = `http://127.0.0.1:${ports.tablePort}/${emulatorAccountName}`;
  return {
    blobEndpoint,
    tableEndpoint,
    connectionString: [
      `DefaultEndpointsProtocol=${setup.protocol}`,
      `AccountName=${emulatorAccountName}`,
      `AccountKey=${emulatorAccountKey}`,
      `BlobEndpoint=${blobEndpoint}`,
      `TableEndpoint=${tableEndpoint}`,
    ].join(';'),
    counts: () =>
      new Promise((resolve) => {
        const id = (nextId += 1);
        waiting.set(id, resolve);
        send({ kind: 'counts?', id });
      }),
    reset: () => send({ kind: 'reset' }),
    stop: async () => {
      // The program ends with its parent, and its own child processes end with it.
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
