// The simulated connection as a program: forwards every connection to the target, delayed and slowed as configured.
// Started by ../shaped-line.ts. A single timer moves all connections, because a timer per piece would be the
// bottleneck.
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { type LineShape, PipeModel, SharedLink } from './pipe-model';

export interface LineSetup {
  readonly targetPort: number;
  readonly shape: LineShape;
}

const tickMs = 1;
const heldBytes = 256 * 1024;

/** One direction between two sockets. */
class Pipe {
  readonly #from: Socket;
  readonly #to: Socket;
  readonly #model: PipeModel;
  readonly #waiting: Buffer[] = [];
  readonly #flying: { readonly piece: Buffer; readonly arriveMs: number }[] = [];
  #waitingBytes = 0;
  #ended = false;

  constructor(from: Socket, to: Socket, model: PipeModel) {
    this.#from = from;
    this.#to = to;
    this.#model = model;
    from.on('data', (piece: Buffer) => {
      this.#waiting.push(piece);
      this.#waitingBytes += piece.length;
      if (this.#waitingBytes > heldBytes) from.pause();
    });
    for (const event of ['end', 'close']) from.on(event, () => (this.#ended = true));
  }

  tick(nowMs: number): void {
    for (let first = this.#flying[0]; first !== undefined && first.arriveMs <= nowMs; first = this.#flying[0]) {
      this.#flying.shift();
      this.#to.write(first.piece);
    }
    for (let sent = this.#next(nowMs); sent !== null; sent = this.#next(nowMs)) {
      this.#flying.push({ piece: this.#take(sent.bytes), arriveMs: sent.arriveMs });
    }
    if (this.#waitingBytes <= heldBytes && this.#from.isPaused()) this.#from.resume();
    if (this.#ended && this.#flying.length === 0 && this.#waitingBytes === 0) this.#to.end();
  }

  #next(nowMs: number): ReturnType<PipeModel['next']> {
    return this.#model.next(this.#waiting[0]?.length ?? 0, nowMs);
  }

  #take(bytes: number): Buffer {
    const first = this.#waiting.shift() ?? Buffer.alloc(0);
    if (first.length > bytes) this.#waiting.unshift(first.subarray(bytes));
    this.#waitingBytes -= bytes;
    return first.subarray(0, bytes);
  }
}

process.once('message', ({ targetPort, shape }: LineSetup) => {
  const up = new SharedLink(shape.totalBytesPerMs);
  const down = new SharedLink(shape.totalBytesPerMs);
  const pipes = new Set<Pipe>();
  const server = createServer((client) => {
    const service = connect({ port: targetPort, host: '127.0.0.1', noDelay: true });
    client.setNoDelay(true);
    const nowMs = performance.now();
    // The client's first bytes arrive after the TCP handshake.
    const both = [
      new Pipe(client, service, new PipeModel(shape, up, nowMs + shape.roundTripMs)),
      new Pipe(service, client, new PipeModel(shape, down, nowMs)),
    ];
    for (const pipe of both) pipes.add(pipe);
    const cut = (): void => {
      client.destroy();
      service.destroy();
    };
    const forget = (): void => {
      if (client.destroyed && service.destroyed) for (const pipe of both) pipes.delete(pipe);
    };
    for (const socket of [client, service]) socket.on('error', cut).on('close', forget);
  });
  setInterval(() => {
    const nowMs = performance.now();
    for (const pipe of pipes) pipe.tick(nowMs);
  }, tickMs);
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
process.on('disconnect', () => process.exit(0));
