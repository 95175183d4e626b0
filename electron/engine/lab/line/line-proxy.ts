// A simulated network in front of a store that accepts plain http: delays, throttles and drops requests according to
// the line model. Path-style addresses do not sign the host, so signatures stay valid behind it.
import { Agent, type Server, createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createLineModel } from './line-model';
import type { LineSettings } from '@shared/lab/line-settings';
import type { Clock } from '../../ports';
import { ForwardedRequest, type Line } from './forwarded-request';

export interface LineEndpoints {
  readonly blob?: string;
  readonly table?: string;
}

export interface LineProxy {
  /** To be used in place of the store's own; the same paths below other origins. */
  readonly endpoints: LineEndpoints;
  dispose(): Promise<void>;
}

/** Both services share the simulated network. */
export async function startLineProxy(
  target: LineEndpoints,
  settings: LineSettings,
  ports: { readonly clock: Clock; readonly random: () => number },
): Promise<LineProxy> {
  const model = createLineModel(settings, ports.random);
  const servers: ProxyServer[] = [];
  const open = async (endpoint: string): Promise<string> => {
    const server = await startServer(new URL(endpoint), { model, clock: ports.clock });
    servers.push(server);
    return server.endpoint;
  };
  return {
    endpoints: {
      ...(target.blob === undefined ? {} : { blob: await open(target.blob) }),
      ...(target.table === undefined ? {} : { table: await open(target.table) }),
    },
    dispose: async () => {
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}

interface ProxyServer {
  readonly endpoint: string;
  close(): Promise<void>;
}

let connectionsSoFar = 0;

async function startServer(target: URL, line: Line): Promise<ProxyServer> {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  const connections = new Map<Socket, { readonly id: number; isUsed: boolean }>();
  const server: Server = createServer((request, response) => {
    const connection = connections.get(request.socket);
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    const forwarded = new ForwardedRequest(request, response, connection?.id ?? 0, { ...line, target, agent });
    const isFirst = connection?.isUsed === false;
    if (connection) connection.isUsed = true;
    forwarded.run(isFirst ? 'new' : 'kept').catch(() => request.socket.destroy());
  });
  server.keepAliveTimeout = 60_000;
  server.on('connection', (socket) => {
    connectionsSoFar += 1;
    const id = connectionsSoFar;
    connections.set(socket, { id, isUsed: false });
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      connections.delete(socket);
      line.model.closed(id);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}${target.pathname.replace(/\/$/, '')}`,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of connections.keys()) socket.destroy();
      agent.destroy();
      await closed;
    },
  };
}
