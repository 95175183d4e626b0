// The null server as a program: one process stores which blobs exist, several answer requests on shared loopback ports.
// Started by ../null-server.ts, whose first message is the configuration.
import cluster, { type Worker } from 'node:cluster';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { answerBlobRequest } from './blob-requests';
import { BlobStore } from './blob-store';
import {
  type FromAnswering,
  type FromServer,
  joined,
  noRequests,
  type NullServerSetup,
  type Ports,
  type RequestCounts,
  type StoreAnswer,
  type StoreRequest,
  type ToAnswering,
  type ToServer,
} from './messages';
import { testCertificate, testCertificateKey } from '../tls-certificate';
import { sendError } from './replies';
import { answerTableRequest, renderPages } from './table-requests';

/** Notifies the worker processes how many entities a table has. */
const entitiesVariable = 'STOWAGE_NULL_ENTITIES';
const protocolVariable = 'STOWAGE_NULL_PROTOCOL';

runOrExit(cluster.isPrimary ? keepBooks() : answerRequests());

function runOrExit(work: Promise<void>): void {
  work.catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exit(1);
  });
}

async function keepBooks(): Promise<void> {
  const setup = await new Promise<NullServerSetup>((resolve) =>
    process.once('message', (message: ToServer) => {
      if (message.kind === 'start') resolve(message.setup);
    }),
  );
  const store = new BlobStore(setup.blobs.map(({ path, bytes, md5 }) => [path, { bytes, md5 }]));
  const pending = new Map<number, (counts: RequestCounts) => void>();
  let nextId = 0;
  const workers = Array.from({ length: setup.processes }, () =>
    cluster.fork({ [entitiesVariable]: String(setup.entities), [protocolVariable]: setup.protocol }),
  );
  const sendToServer = (message: FromServer): void => void process.send?.(message);
  const post = (worker: Worker, message: ToAnswering): void => void worker.send(message);

  const [ports] = await Promise.all(
    workers.map(
      (worker) =>
        new Promise<Ports>((ready) => {
          worker.on('message', (message: FromAnswering) => {
            if (message.kind === 'ready') ready(message);
            else if (message.kind === 'counts') pending.get(message.id)?.(message.counts);
            else post(worker, { kind: 'answer', id: message.id, answer: store.answer(message.query) });
          });
        }),
    ),
  );
  const countsOf = (worker: Worker): Promise<RequestCounts> =>
    new Promise((resolve) => {
      const id = (nextId += 1);
      pending.set(id, (counts) => {
        pending.delete(id);
        resolve(counts);
      });
      post(worker, { kind: 'counts?', id });
    });
  process.on('message', (message: ToServer) => {
    if (message.kind === 'start') return;
    if (message.kind === 'reset') for (const worker of workers) post(worker, { kind: 'reset' });
    else
      void Promise.all(workers.map(countsOf)).then((all) =>
        sendToServer({ ...message, kind: 'counts', counts: joined(all) }),
      );
  });
  process.on('disconnect', () => process.exit(0));
  if (ports === undefined) throw new Error('no process was asked for');
  sendToServer({ ...ports, kind: 'listening' });
}

async function answerRequests(): Promise<void> {
  const pages = renderPages(Number(process.env[entitiesVariable]));
  const pending = new Map<number, (answer: StoreAnswer) => void>();
  let nextId = 0;
  let counts = noRequests;
  const send = (message: FromAnswering): void => void process.send?.(message);
  const query = (request: StoreRequest): Promise<StoreAnswer> =>
    new Promise((resolve) => {
      const id = (nextId += 1);
      pending.set(id, resolve);
      send({ kind: 'question', id, query: request });
    });
  process.on('message', (message: ToAnswering) => {
    if (message.kind === 'reset') counts = noRequests;
    else if (message.kind === 'counts?') send({ kind: 'counts', id: message.id, counts });
    else {
      pending.get(message.id)?.(message.answer);
      pending.delete(message.id);
    }
  });
  const received = (bytes: number): void => void (counts = { ...counts, receivedBytes: counts.receivedBytes + bytes });
  const sent = (bytes: number): void => void (counts = { ...counts, sentBytes: counts.sentBytes + bytes });
  const counted =
    (answer: (request: IncomingMessage, response: ServerResponse) => Promise<string>) =>
    (request: IncomingMessage, response: ServerResponse): void => {
      // Counted when a request begins, because others may start before it ends.
      if (counts.firstMs === 0) counts = { ...counts, firstMs: Date.now() };
      answer(request, response).then(
        (operation) => {
          const byOperation = { ...counts.byOperation, [operation]: (counts.byOperation[operation] ?? 0) + 1 };
          counts = { ...counts, byOperation, requests: counts.requests + 1, lastMs: Date.now() };
        },
        () => (response.headersSent ? response.destroy() : sendError(response, 500, 'InternalError')),
      );
    };
  const answerBlob = counted((request, response) =>
    answerBlobRequest(request, response, { request: query, received, sent }),
  );
  const identity = { cert: testCertificate, key: testCertificateKey };
  const blobServer =
    process.env[protocolVariable] === 'https' ? createTlsServer(identity, answerBlob) : createServer(answerBlob);
  const tableServer = createServer(
    counted((request, response) => answerTableRequest(request, response, pages, { received, sent })),
  );
  for (const server of [blobServer, tableServer]) server.keepAliveTimeout = 60_000;
  // One after another: processes that request any free port in the same order share the same ports.
  const blobPort = await listen(blobServer);
  const tablePort = await listen(tableServer);
  send({ kind: 'ready', blobPort, tablePort });
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}
