// A company proxy: opens tunnels with CONNECT, forwards plain http, and may require a login. Resolves all host names to
// this machine, so that hosts of the real service can be requested.
import { type IncomingMessage, type RequestListener, createServer, request as httpRequest } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type Socket, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { isLoopback } from '@shared/model/network-way';
import { originOf, portOf } from './local-servers';
import { testCertificate, testCertificateKey } from './tls-certificate';

export interface WebProxy {
  readonly port: number;
  /** The requests in order: `CONNECT host:port` or `GET http://…`. */
  readonly requested: readonly string[];
  close(): Promise<void>;
}

export interface WebProxyOptions {
  /** `user:password`; default: no login. */
  readonly login?: string;
  /** Speaks TLS with the certificate of the tests. */
  readonly tls?: true;
  /** Answers every request with this status. */
  readonly rejectWith?: number;
}

export async function startWebProxy({ login, rejectWith, tls }: WebProxyOptions = {}): Promise<WebProxy> {
  const requested: string[] = [];
  const wanted = login === undefined ? undefined : `Basic ${Buffer.from(login).toString('base64')}`;
  const sockets = new Set<Socket>();
  const rejection = ({ headers }: IncomingMessage): number | null =>
    rejectWith ?? (wanted !== undefined && headers['proxy-authorization'] !== wanted ? 407 : null);

  const answer: RequestListener = (incoming, response) => {
    requested.push(`${incoming.method ?? ''} ${incoming.url ?? ''}`);
    const status = rejection(incoming);
    if (status !== null) {
      response.writeHead(status, { 'proxy-status': 'test', 'proxy-authenticate': 'Basic' }).end();
      return;
    }
    const { hostname, port, pathname, search } = new URL(incoming.url ?? '');
    const { 'proxy-authorization': _login, ...headers } = incoming.headers;
    // The embedded store answers to loopback names only, and the others exist for this proxy alone.
    if (!isLoopback(hostname)) headers.host = `127.0.0.1:${port}`;
    const onward = httpRequest({ host: '127.0.0.1', port, path: pathname + search, method: incoming.method, headers });
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.writeHead(502, { 'proxy-status': 'test' }).end());
    incoming.pipe(onward);
  };
  const server = tls
    ? createTlsServer({ cert: testCertificate, key: testCertificateKey }, answer)
    : createServer(answer);
  server.on('connect', (incoming: IncomingMessage, near: Duplex) => {
    requested.push(`CONNECT ${incoming.url ?? ''}`);
    const status = rejection(incoming);
    if (status !== null) {
      near.end(`HTTP/1.1 ${status} No\r\nProxy-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    const far = connect(Number(incoming.url?.split(':').pop()), '127.0.0.1', () => {
      near.write('HTTP/1.1 200 Connection established\r\n\r\n');
      far.pipe(near).pipe(far);
    });
    far.on('error', () => near.destroy()).on('close', () => near.destroy());
    near.on('error', () => far.destroy()).on('close', () => far.destroy());
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const port = await portOf(server);
  return {
    port,
    requested,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Serves a PAC script. */
export async function startScriptServer(script: string): Promise<{ readonly address: string; close(): Promise<void> }> {
  const server = createServer((_incoming, response) => {
    response.writeHead(200, { 'content-type': 'application/x-ns-proxy-autoconfig', connection: 'close' }).end(script);
  });
  const origin = await originOf(server);
  return {
    address: `${origin}/proxy.pac`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
