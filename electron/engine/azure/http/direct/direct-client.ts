// The http client of transfers: writes requests and reads responses on its own sockets, so that a block goes between
// buffer and socket without copies, streams or events. Retries, time-outs and accounting are the same as everywhere.
import { type StowageError, cancelled } from '@shared/errors';
import { PieceSize, sendBody } from '../bodies';
import { directRoute, wayTo } from '@shared/model/network-way';
import {
  type HttpClientOptions,
  createHttpClient,
  idleHttpMs,
  idleHttpsMs,
  defaultConnectionsPerHost,
} from '../http-client';
import { trustedIn } from '../network/trust';
import type { HttpResponse, HttpClient, HttpHead, HttpRequest, TransportFailure } from '../http-types';
import { type AttemptTools, HttpAttempt } from '../attempt';
import { hostOf } from '../transport-error';
import { Watchdog } from '../timeouts';
import type { Connection, ConnectionUser } from './connection';
import { ConnectionPool } from './connection-pool';
import { type TlsMemory, createTlsMemory } from './tls-memory';

/** Create one per worker thread and dispose it at the end. `tls` may outlive it. */
export function createDirectClient(options: HttpClientOptions, tls: TlsMemory = createTlsMemory()): HttpClient {
  const { metrics, clock } = options;
  const tools: AttemptTools = {
    metrics,
    clock,
    watchdog: new Watchdog(options.watchMs ?? 250, () => clock.monotonic()),
    pieceSize: new PieceSize(),
  };
  const pool = new ConnectionPool({
    maxPerOrigin: options.maxConnectionsPerHost ?? defaultConnectionsPerHost,
    trust: tls.trusting(options.trustedCertificates ?? trustedIn(options.network)),
    onOpen: () => metrics.connectionsOpen(1),
    onClose: () => metrics.connectionsOpen(-1),
    monotonic: () => clock.monotonic(),
    idleMs: ({ protocol }) => (protocol === 'http:' ? idleHttpMs : idleHttpsMs),
  });
  const { network = directRoute } = options;
  // Used for routes that need no direct sockets: through a proxy, or offline. Created when first needed.
  let onOtherWays: HttpClient | null = null;
  return {
    send: (request) => {
      if (wayTo(request.origin, network) !== 'direct') return (onOtherWays ??= createHttpClient(options)).send(request);
      return new Promise((resolve, reject) => {
        if (request.signal?.aborted) reject(cancelled());
        else new DirectAttempt(request, { tools, pool }, resolve, reject).start();
      });
    },
    dispose: () => {
      pool.dispose();
      onOtherWays?.dispose();
    },
  };
}

class DirectAttempt extends HttpAttempt implements ConnectionUser {
  readonly #pool: ConnectionPool;
  #connection: Connection | null = null;
  #leaveLine: () => void = () => undefined;
  #sentWhole = false;

  constructor(
    request: HttpRequest,
    { tools, pool }: { readonly tools: AttemptTools; readonly pool: ConnectionPool },
    resolve: (answer: HttpResponse) => void,
    reject: (failure: TransportFailure | StowageError) => void,
  ) {
    super(request, tools, resolve, reject);
    this.#pool = pool;
  }

  get method(): string {
    return this.request.method;
  }

  ready(): void {
    if (!this.hasEnded) this.guarded(() => this.#send());
  }
  head(head: HttpHead): void {
    const socket = this.#connection?.socket;
    this.gotHead(head, { pause: () => socket?.pause(), resume: () => socket?.resume() });
  }
  body(piece: Buffer): void {
    this.gotBody(piece, 'borrowed');
  }
  readInPlace(bytes: number): void {
    this.counted(bytes);
  }
  end(reuse: 'keep' | 'close'): void {
    const connection = this.#connection;
    // Bytes still queued in the socket would be sent in front of the next request.
    const isReusable = reuse === 'keep' && this.#sentWhole && connection?.socket.writableLength === 0;
    if (isReusable) this.#connection = null;
    this.complete();
    if (connection === null) return;
    if (isReusable) this.#pool.giveBack(this.request.origin, connection);
    else connection.destroy();
  }
  peerEnded(): void {
    this.isPeerEnded = true;
  }

  protected open(): void {
    this.#leaveLine = this.#pool.take(this.request.origin, (connection) => {
      this.#connection = connection;
      this.gotConnection(connection.uses > 0 ? 'reused' : 'new');
      this.connecting();
      connection.use(this);
    });
  }
  protected destroy(): void {
    this.#leaveLine();
    this.#connection?.destroy();
    this.#connection = null;
  }
  protected leaveIdle(): void {
    if (this.#connection !== null) this.#pool.leaveIdle(this.request.origin, this.#connection.freeSinceMs);
  }
  protected get isSentWhole(): boolean {
    return this.#sentWhole;
  }

  #send(): void {
    const socket = this.#connection?.socket;
    if (socket === undefined) return;
    const { body } = this.request;
    const isEmpty = body === undefined || (body instanceof Uint8Array && body.length === 0);
    // Corked, so that head and first piece leave in one write.
    socket.cork();
    socket.write(headOf(this.request), 'latin1');
    if (isEmpty) {
      this.#sentWhole = true;
      this.waiting();
    } else {
      this.sending();
      sendBody(body, {
        request: {
          isDestroyed: () => socket.destroyed,
          write: (piece, taken) => socket.write(piece, taken),
          end: (piece, taken) => {
            this.#sentWhole = true;
            socket.write(piece, taken);
          },
        },
        pieceSize: this.tools.pieceSize,
        monotonic: () => this.tools.clock.monotonic(),
        onSent: (bytes) => this.sent(bytes),
        onDone: () => this.doneSending(),
        onSourceError: (error) => this.giveUp(error),
      });
    }
    socket.uncork();
  }
}

/** Characters that could end a line or the head, and therefore must not occur in it. */
const unsafe = /[^\t\x20-\x7e\x80-\xff]/u;

function headOf({ method, path, headers, origin }: HttpRequest): string {
  const lines = Object.keys(headers).map((name) => `${name}: ${headers[name] ?? ''}`);
  const all = [`${method} ${path} HTTP/1.1`, `host: ${hostOf(origin)}`, 'connection: keep-alive', ...lines];
  if (all.some((line) => unsafe.test(line)) || path.includes(' ')) {
    throw new TypeError('A header or the path of a request holds a character that cannot be sent.');
  }
  return `${all.join('\r\n')}\r\n\r\n`;
}
