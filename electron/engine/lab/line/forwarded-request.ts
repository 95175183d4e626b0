// One request on its way over a simulated network: delayed, counted against the limits of the line model, then
// forwarded or answered in place of the service.
import { type Agent, type IncomingMessage, type ServerResponse, request as httpRequest } from 'node:http';
import type { LineModel } from './line-model';
import type { Clock } from '../../ports';
import {
  type LineAnswer,
  busyAnswer,
  cutPage,
  isOfPartition,
  lineAnswer,
  requestLoad,
  timedOutAnswer,
} from './request-load';

export interface Line {
  readonly model: LineModel;
  readonly clock: Clock;
}

export interface Route extends Line {
  readonly target: URL;
  readonly agent: Agent;
}

/** Shorter waits are skipped: the imprecision of the timer would exceed them. */
const minWaitMs = 2;

export class ForwardedRequest {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #connection: number;
  readonly #route: Route;
  readonly #startedMs: number;

  constructor(request: IncomingMessage, response: ServerResponse, connection: number, route: Route) {
    this.#request = request;
    this.#response = response;
    this.#connection = connection;
    this.#route = route;
    this.#startedMs = route.clock.monotonic();
  }

  async run(connection: 'new' | 'kept'): Promise<void> {
    const { model } = this.#route;
    // A new connection costs another round trip.
    const delayMs = model.delay() + (connection === 'new' ? model.delay() : 0);
    const body = await this.#receive();
    if (body === null) {
      this.#answer(timedOutAnswer);
      return;
    }
    const path = this.#request.url ?? '/';
    const load = requestLoad(this.#request.method ?? '', path, body);
    const { entityMs, pageCutMs, requestLimitMs } = model.settings;
    await this.#wait(delayMs + (isOfPartition(load) ? load.entities * entityMs : 0));
    if (this.#request.socket.destroyed) return;
    const isLate = (): boolean => requestLimitMs !== null && this.#elapsedMs() > requestLimitMs;
    if (isLate()) {
      this.#answer(timedOutAnswer);
      return;
    }
    if (isOfPartition(load)) {
      const turn = model.turn(load.partition, load.entities, this.#route.clock.monotonic());
      if (turn === 'busy') {
        this.#answer(busyAnswer);
        return;
      }
      await this.#wait(turn.waitMs);
      if (this.#request.socket.destroyed) return;
      if (isLate()) {
        this.#answer(timedOutAnswer);
        return;
      }
    }
    const shortened = load.kind === 'query' ? cutPage(path, load.entities, entityMs, pageCutMs) : path;
    if (load.kind === 'query') {
      await this.#wait(Math.min(load.entities * entityMs, pageCutMs ?? Infinity));
    }
    await this.#relay(await this.#forward(shortened, body));
  }

  #elapsedMs(): number {
    return this.#route.clock.monotonic() - this.#startedMs;
  }

  async #wait(ms: number): Promise<void> {
    if (ms >= minWaitMs) await this.#route.clock.sleep(ms);
  }

  async #carried(direction: 'up' | 'down', bytes: number): Promise<void> {
    const { model, clock } = this.#route;
    const nowMs = clock.monotonic();
    await this.#wait(model.pass(this.#connection, direction, bytes, nowMs) - nowMs);
  }

  /** The whole body, or null when the service would have timed out before it was complete. */
  async #receive(): Promise<Buffer | null> {
    const { requestLimitMs } = this.#route.model.settings;
    const pieces: Buffer[] = [];
    // The connection must survive leaving the loop early, because a response is still to be sent on it.
    const arriving = this.#request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
    for await (const piece of arriving) {
      pieces.push(piece);
      await this.#carried('up', piece.length);
      if (requestLimitMs !== null && this.#elapsedMs() > requestLimitMs) return null;
    }
    return Buffer.concat(pieces);
  }

  #forward(path: string, body: Buffer): Promise<IncomingMessage> {
    const { target, agent } = this.#route;
    return new Promise((resolve, reject) => {
      const forwarded = httpRequest({
        host: target.hostname,
        port: target.port,
        agent,
        method: this.#request.method,
        path,
        headers: { ...this.#request.headers, host: target.host },
      });
      forwarded.on('response', resolve);
      forwarded.on('error', reject);
      forwarded.end(body.length > 0 ? body : undefined);
    });
  }

  async #relay(reply: IncomingMessage): Promise<void> {
    const { 'transfer-encoding': _, connection: __, 'keep-alive': ___, ...headers } = reply.headers;
    this.#response.writeHead(reply.statusCode ?? 502, headers);
    for await (const piece of reply as AsyncIterable<Buffer>) {
      await this.#carried('down', piece.length);
      if (this.#response.destroyed) return;
      if (!this.#response.write(piece)) await drained(this.#response);
    }
    this.#response.end();
  }

  #answer(answer: LineAnswer): void {
    const { headers, body } = lineAnswer(answer);
    const { socket } = this.#request;
    // When the body was not read to its end, the connection closes, so that the remaining bytes are not parsed as the
    // next request.
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
