// A simulated line in front of a store that speaks plain http: delays, throttles and drops requests as the line model
// says. Path-style addresses do not sign the host, so signatures stay valid behind it.
import {
  Agent,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  createServer,
  request as httpRequest,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type LineModel, createLineModel } from '@shared/lab/line/line-model';
import type { LineSettings } from '@shared/lab/line/line-settings';
import type { Clock } from '../../ports';
import { type LineAnswer, busyAnswer, cutPage, lineAnswer, requestLoad, timedOutAnswer } from './request-load';

export interface LineEndpoints {
  readonly blob?: string;
  readonly table?: string;
}

export interface LineProxy {
  /** To be used in place of the store's own; the same paths below other origins. */
  readonly endpoints: LineEndpoints;
  dispose(): Promise<void>;
}

/** Both services share the line. */
export async function startLineProxy(
  target: LineEndpoints,
  settings: LineSettings,
  ports: { readonly clock: Clock; readonly random: () => number },
): Promise<LineProxy> {
  const model = createLineModel(settings, ports.random);
  const gates: Gate[] = [];
  const open = async (endpoint: string): Promise<string> => {
    const gate = await openGate(new URL(endpoint), { model, clock: ports.clock });
    gates.push(gate);
    return gate.endpoint;
  };
  return {
    endpoints: {
      ...(target.blob === undefined ? {} : { blob: await open(target.blob) }),
      ...(target.table === undefined ? {} : { table: await open(target.table) }),
    },
    dispose: async () => {
      await Promise.all(gates.map((gate) => gate.close()));
    },
  };
}

interface Gate {
  readonly endpoint: string;
  close(): Promise<void>;
}

interface Line {
  readonly model: LineModel;
  readonly clock: Clock;
}

let connectionsSoFar = 0;

async function openGate(target: URL, line: Line): Promise<Gate> {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  const connections = new Map<Socket, { readonly id: number; isKnown: boolean }>();
  const server: Server = createServer((request, response) => {
    const connection = connections.get(request.socket);
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    const passage = new Passage(request, response, connection?.id ?? 0, { ...line, target, agent });
    const isNew = connection?.isKnown === false;
    if (connection) connection.isKnown = true;
    passage.run(isNew ? 'new' : 'kept').catch(() => request.socket.destroy());
  });
  server.keepAliveTimeout = 60_000;
  server.on('connection', (socket) => {
    connectionsSoFar += 1;
    const id = connectionsSoFar;
    connections.set(socket, { id, isKnown: false });
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

interface Way extends Line {
  readonly target: URL;
  readonly agent: Agent;
}

/** Shorter waits are skipped: the imprecision of the timer would exceed them. */
const leastWaitMs = 2;

class Passage {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #connection: number;
  readonly #way: Way;
  readonly #startedMs: number;

  constructor(request: IncomingMessage, response: ServerResponse, connection: number, way: Way) {
    this.#request = request;
    this.#response = response;
    this.#connection = connection;
    this.#way = way;
    this.#startedMs = way.clock.monotonic();
  }

  async run(connection: 'new' | 'kept'): Promise<void> {
    const { model } = this.#way;
    // A new connection costs a round trip of its own.
    const delayMs = model.delay() + (connection === 'new' ? model.delay() : 0);
    const body = await this.#receive();
    if (body === null) {
      this.#answer(timedOutAnswer);
      return;
    }
    const path = this.#request.url ?? '/';
    const load = requestLoad(this.#request.method ?? '', path, body);
    const { entityMs, pageCutMs, requestLimitMs } = model.settings;
    await this.#wait(delayMs + (load.kind === 'write' ? load.entities * entityMs : 0));
    if (this.#request.socket.destroyed) return;
    if (requestLimitMs !== null && this.#elapsedMs() > requestLimitMs) {
      this.#answer(timedOutAnswer);
      return;
    }
    if (load.kind === 'write' && model.admit(load.partition, load.entities, this.#way.clock.monotonic()) === 'busy') {
      this.#answer(busyAnswer);
      return;
    }
    const shortened = load.kind === 'query' ? cutPage(path, load.entities, entityMs, pageCutMs) : path;
    if (load.kind === 'query') {
      await this.#wait(Math.min(load.entities * entityMs, pageCutMs ?? Infinity));
    }
    await this.#relay(await this.#forward(shortened, body));
  }

  #elapsedMs(): number {
    return this.#way.clock.monotonic() - this.#startedMs;
  }

  async #wait(ms: number): Promise<void> {
    if (ms >= leastWaitMs) await this.#way.clock.sleep(ms);
  }

  async #passed(direction: 'up' | 'down', bytes: number): Promise<void> {
    const { model, clock } = this.#way;
    const nowMs = clock.monotonic();
    await this.#wait(model.pass(this.#connection, direction, bytes, nowMs) - nowMs);
  }

  /** The whole body, or null when the service would have timed out before it was complete. */
  async #receive(): Promise<Buffer | null> {
    const { requestLimitMs } = this.#way.model.settings;
    const pieces: Buffer[] = [];
    // The connection must survive leaving the loop early, because a response is still to be sent on it.
    const arriving = this.#request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
    for await (const piece of arriving) {
      pieces.push(piece);
      await this.#passed('up', piece.length);
      if (requestLimitMs !== null && this.#elapsedMs() > requestLimitMs) return null;
    }
    return Buffer.concat(pieces);
  }

  #forward(path: string, body: Buffer): Promise<IncomingMessage> {
    const { target, agent } = this.#way;
    return new Promise((resolve, reject) => {
      const onward = httpRequest({
        host: target.hostname,
        port: target.port,
        agent,
        method: this.#request.method,
        path,
        headers: { ...this.#request.headers, host: target.host },
      });
      onward.on('response', resolve);
      onward.on('error', reject);
      onward.end(body.length > 0 ? body : undefined);
    });
  }

  async #relay(reply: IncomingMessage): Promise<void> {
    const { 'transfer-encoding': _, connection: __, 'keep-alive': ___, ...headers } = reply.headers;
    this.#response.writeHead(reply.statusCode ?? 502, headers);
    for await (const piece of reply as AsyncIterable<Buffer>) {
      await this.#passed('down', piece.length);
      if (this.#response.destroyed) return;
      if (!this.#response.write(piece)) await drained(this.#response);
    }
    this.#response.end();
  }

  #answer(answer: LineAnswer): void {
    const { headers, body } = lineAnswer(answer);
    const { socket } = this.#request;
    // When the body was not read to its end, the connection closes, so that its rest is not taken for the next request.
    this.#response.writeHead(answer.status, this.#request.complete ? headers : { ...headers, connection: 'close' });
    this.#response.end(body, () => {
      if (!this.#request.complete) socket.destroySoon();
    });
  }
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.once('drain', done);
    response.once('close', done);
  });
}
