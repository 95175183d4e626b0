// The one http client: kept-alive connections, time-outs, truncation checks and the accounting of every try.
// Knows nothing of signing, retrying or what the service means by an answer.
import { setMaxListeners } from 'node:events';
import { Agent as HttpAgent, type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { StowageError, cancelled } from '@shared/errors';
import type { MetricsSink } from '../metrics/request-record';
import type { Clock } from '../ports';
import { PieceSize, sendBody } from './body-sender';
import {
  type HttpAnswer,
  type HttpClient,
  type HttpHead,
  type HttpTry,
  TransportFailure,
  metadataNames,
  plainHeaders,
} from './http-types';
import { networkError, neverConnected, transportError } from './transport-error';
import { StallWindow, Watchdog } from './watchdog';

export interface HttpClientOptions {
  readonly metrics: MetricsSink;
  readonly clock: Clock;
  /** Connections at once to one host; further requests wait. Default 128. */
  readonly maxConnectionsPerHost?: number;
  /** How often time-outs are looked at; default 250 ms. */
  readonly watchMs?: number;
  /** Certificates to trust instead of the system's, PEM. For tests against a local TLS server. */
  readonly trustedCertificates?: string;
}

// Emulators close idle connections after 5 s, the service after minutes: let go of them first.
const idleHttpMs = 4_000;
const idleHttpsMs = 30_000;

/** One for the process (or worker thread); dispose it at the end. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const maxSockets = options.maxConnectionsPerHost ?? 128;
  const pool = { keepAlive: true, maxSockets, maxFreeSockets: maxSockets, noDelay: true };
  const shared: Shared = {
    metrics: options.metrics,
    clock: options.clock,
    watchdog: new Watchdog(options.watchMs ?? 250, () => options.clock.monotonic()),
    pieceSize: new PieceSize(),
    knownSockets: new WeakSet(),
    http: new HttpAgent({ ...pool, timeout: idleHttpMs }),
    https: new HttpsAgent({
      ...pool,
      timeout: idleHttpsMs,
      ...(options.trustedCertificates === undefined ? {} : { ca: options.trustedCertificates }),
    }),
  };
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        if (request.signal?.aborted) reject(cancelled());
        else new RunningTry(request, shared, resolve, reject).start();
      }),
    dispose: () => {
      shared.http.destroy();
      shared.https.destroy();
    },
  };
}

interface Shared {
  readonly metrics: MetricsSink;
  readonly clock: Clock;
  readonly watchdog: Watchdog;
  readonly pieceSize: PieceSize;
  readonly knownSockets: WeakSet<Socket>;
  readonly http: HttpAgent;
  readonly https: HttpsAgent;
}

type Phase = 'queued' | 'connecting' | 'sending' | 'waiting' | 'receiving' | 'ended';

class RunningTry {
  readonly #try: HttpTry;
  readonly #shared: Shared;
  readonly #resolve: (answer: HttpAnswer) => void;
  readonly #reject: (failure: TransportFailure | StowageError) => void;
  readonly #queuedAtMs: number;
  readonly #stall: StallWindow;
  readonly #pieces: Buffer[] = [];
  #request: ClientRequest | undefined;
  #phase: Phase = 'queued';
  #phaseSinceMs: number;
  #socketAtMs = 0;
  #firstByteAtMs = 0;
  #bytesUp = 0;
  #bytesDown = 0;
  #reused = false;
  #response: IncomingMessage | undefined;
  #head: HttpHead | undefined;
  #paused = false;
  /** The peer closed its side in an orderly way. */
  #peerEnded = false;

  constructor(
    request: HttpTry,
    shared: Shared,
    resolve: (answer: HttpAnswer) => void,
    reject: (failure: TransportFailure | StowageError) => void,
  ) {
    this.#try = request;
    this.#shared = shared;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#queuedAtMs = shared.clock.monotonic();
    this.#phaseSinceMs = this.#queuedAtMs;
    this.#stall = new StallWindow(this.#queuedAtMs);
  }

  start(): void {
    const { origin, method, path, headers, signal } = this.#try;
    this.#shared.metrics.requestStarted();
    this.#shared.watchdog.add(this);
    if (signal !== undefined) {
      // One signal may stop hundreds of requests; the older Electron would warn of a leak.
      setMaxListeners(0, signal);
      signal.addEventListener('abort', this.#abort, { once: true });
    }
    const secure = origin.protocol === 'https:';
    try {
      const request = (secure ? httpsRequest : httpRequest)({
        agent: secure ? this.#shared.https : this.#shared.http,
        // Brackets belong to URLs only.
        host: origin.hostname.replace(/^\[|\]$/g, ''),
        port: origin.port,
        method,
        path,
        headers,
      });
      this.#request = request;
      request.on('socket', (socket) => this.#onSocket(socket));
      request.on('response', (response) => this.#onResponse(response));
      request.on('error', (error) => this.#onError(error));
      // With a response, its own events tell the end: this one may come before its last bytes were taken.
      request.on('close', () => {
        if (this.#response === undefined) this.#onError(undefined);
      });
    } catch (error) {
      this.#onError(error);
    }
  }

  check(nowMs: number): void {
    if (this.#phase === 'queued' || this.#phase === 'ended') return;
    const { limits } = this.#try;
    const inPhaseMs = nowMs - this.#phaseSinceMs;
    if (nowMs - this.#socketAtMs >= limits.totalMs) this.#timeOut('total', limits.totalMs);
    else if (this.#phase === 'connecting' && inPhaseMs >= limits.connectMs) this.#timeOut('connect', limits.connectMs);
    else if (this.#phase === 'waiting' && inPhaseMs >= limits.headerMs) this.#timeOut('header', limits.headerMs);
    else if (this.#phase === 'sending' || this.#phase === 'receiving') {
      // A taker that holds the sender back is not a dead line.
      if (this.#paused) this.#stall.restart(nowMs);
      else if (this.#stall.isStalled(nowMs, limits.stallMs)) this.#stalled();
    }
  }

  #onSocket(socket: Socket): void {
    if (!this.#shared.knownSockets.has(socket)) this.#adopt(socket);
    this.#reused = this.#request?.reusedSocket ?? false;
    this.#socketAtMs = this.#shared.clock.monotonic();
    socket.once('end', this.#onPeerEnd);
    const ready = (): void => this.#send();
    if (!socket.connecting && this.#reused) {
      ready();
      return;
    }
    this.#enter('connecting');
    const readyEvent = this.#try.origin.protocol === 'https:' ? 'secureConnect' : 'connect';
    if (socket.connecting || readyEvent === 'secureConnect') {
      socket.once(readyEvent, ready);
      this.#request?.once('close', () => socket.off(readyEvent, ready));
    } else ready();
  }

  #adopt(socket: Socket): void {
    const { metrics, knownSockets } = this.#shared;
    knownSockets.add(socket);
    socket.setNoDelay(true);
    socket.setMaxListeners(0);
    metrics.connectionsOpen(1);
    socket.once('close', () => metrics.connectionsOpen(-1));
  }

  #send(): void {
    const request = this.#request;
    if (request === undefined || this.#phase === 'ended') return;
    const { body } = this.#try;
    if (body === undefined || (body instanceof Uint8Array && body.length === 0)) {
      request.end();
      this.#enter('waiting');
      return;
    }
    this.#enter('sending');
    sendBody(body, {
      request,
      pieceSize: this.#shared.pieceSize,
      monotonic: () => this.#shared.clock.monotonic(),
      onSent: (bytes) => {
        if (this.#phase === 'ended') return;
        this.#bytesUp += bytes;
        this.#stall.moved(bytes);
        this.#shared.metrics.bytesMoved('up', bytes);
      },
      onDone: () => {
        if (this.#phase === 'sending') this.#enter('waiting');
      },
      onSourceError: (error) => this.#giveUp(error),
    });
  }

  #onResponse(response: IncomingMessage): void {
    if (this.#phase === 'ended') return;
    this.#response = response;
    this.#firstByteAtMs = this.#shared.clock.monotonic();
    this.#enter('receiving');
    this.#head = {
      status: response.statusCode ?? 0,
      headers: plainHeaders(response),
      metadataNames: metadataNames(response),
    };
    let take: (piece: Buffer) => void;
    try {
      take = this.#takerOf(this.#head, response);
    } catch (error) {
      this.#giveUp(error);
      return;
    }
    response.on('data', (piece: Buffer) => {
      if (this.#phase === 'ended') return;
      this.#bytesDown += piece.length;
      this.#stall.moved(piece.length);
      this.#shared.metrics.bytesMoved('down', piece.length);
      try {
        take(piece);
      } catch (error) {
        this.#giveUp(error);
      }
    });
    response.on('error', (error) => this.#onError(error));
    response.on('close', () => this.#onError(undefined));
    response.on('end', () => {
      if (this.#isShort()) this.#fail(this.#truncated());
      else if (response.complete) this.#succeed();
      else this.#onError(undefined);
    });
  }

  #takerOf(head: HttpHead, response: IncomingMessage): (piece: Buffer) => void {
    const { onHead, onBody } = this.#try;
    const flow = {
      pause: (): void => {
        this.#paused = true;
        response.pause();
      },
      resume: (): void => {
        this.#paused = false;
        response.resume();
      },
    };
    const takes = onHead?.(head, flow) ?? 'collect';
    return takes === 'pieces' && onBody !== undefined ? onBody : (piece) => void this.#pieces.push(piece);
  }

  #isShort(): boolean {
    const announced = this.#head?.headers['content-length'];
    return announced !== undefined && this.#try.method !== 'HEAD' && this.#bytesDown < Number(announced);
  }

  #succeed(): void {
    const head = this.#head;
    if (head === undefined || this.#phase === 'ended') return;
    const sentWhole = this.#request?.writableEnded ?? true;
    const foreseen = this.#try.foreseen?.includes(head.status) === true;
    this.#end(foreseen ? '' : (head.headers['x-ms-error-code'] ?? (head.status >= 400 ? String(head.status) : '')));
    // An answer before the end of the body leaves the connection in the middle of a request.
    if (!sentWhole) this.#request?.destroy();
    const endedAtMs = this.#shared.clock.monotonic();
    this.#resolve({
      ...head,
      body: this.#pieces.length === 1 ? (this.#pieces[0] ?? Buffer.alloc(0)) : Buffer.concat(this.#pieces),
      queueMs: this.#socketAtMs - this.#queuedAtMs,
      firstByteMs: this.#firstByteAtMs - this.#socketAtMs,
      totalMs: endedAtMs - this.#socketAtMs,
    });
  }

  /** `undefined`: the connection closed without saying why. */
  #onError(thrown: unknown): void {
    if (this.#phase === 'ended' || this.#response?.complete === true) return;
    const { origin } = this.#try;
    const phase = this.#phase === 'queued' ? 'connecting' : this.#phase;
    const cutShort = this.#head !== undefined && this.#peerEnded;
    this.#fail(cutShort ? this.#truncated() : transportError(thrown ?? { code: 'ECONNRESET' }, { origin, phase }));
  }

  #truncated(): StowageError {
    return networkError('network.truncated', this.#try.origin, {
      phase: 'receiving',
      receivedBytes: this.#bytesDown,
      announcedBytes: Number(this.#head?.headers['content-length'] ?? -1),
    });
  }

  #timeOut(which: 'connect' | 'header' | 'total', limitMs: number): void {
    this.#fail(networkError('network.timeout', this.#try.origin, { phase: this.#phase, reason: which, limitMs }));
  }

  #stalled(): void {
    const { stallMs } = this.#try.limits;
    this.#fail(networkError('network.stalled', this.#try.origin, { phase: this.#phase, limitMs: stallMs }));
  }

  #fail(error: StowageError): void {
    const phase = this.#phase;
    this.#end(error.code);
    this.#request?.destroy();
    const nothingSent = phase === 'queued' || phase === 'connecting' || neverConnected(error);
    const stale = this.#reused && this.#head === undefined && error.code === 'network.reset';
    this.#reject(new TransportFailure(error, nothingSent ? 'nothing' : 'perhaps', stale ? 'stale' : 'live'));
  }

  /** Whoever gives or takes a body failed; sending again would not help. */
  #giveUp(thrown: unknown): void {
    if (this.#phase === 'ended') return;
    const error = StowageError.from(thrown);
    this.#end(error.code);
    this.#request?.destroy();
    this.#reject(error);
  }

  readonly #abort = (): void => {
    if (this.#phase === 'ended') return;
    this.#end('cancelled.by-user');
    this.#request?.destroy();
    this.#reject(cancelled());
  };

  readonly #onPeerEnd = (): void => {
    this.#peerEnded = true;
  };

  #enter(phase: Phase): void {
    const nowMs = this.#shared.clock.monotonic();
    this.#phase = phase;
    this.#phaseSinceMs = nowMs;
    this.#stall.restart(nowMs);
  }

  #end(errorCode: string): void {
    const { metrics, clock, watchdog } = this.#shared;
    const nowMs = clock.monotonic();
    this.#phase = 'ended';
    watchdog.remove(this);
    this.#try.signal?.removeEventListener('abort', this.#abort);
    this.#request?.socket?.off('end', this.#onPeerEnd);
    const gotSocket = this.#socketAtMs > 0;
    metrics.requestEnded({
      ...this.#try.label,
      atMs: clock.now(),
      status: this.#head?.status ?? 0,
      errorCode,
      bytesUp: this.#bytesUp,
      bytesDown: this.#bytesDown,
      queueMs: (gotSocket ? this.#socketAtMs : nowMs) - this.#queuedAtMs,
      firstByteMs: this.#firstByteAtMs > 0 ? this.#firstByteAtMs - this.#socketAtMs : 0,
      totalMs: gotSocket ? nowMs - this.#socketAtMs : 0,
      reusedConnection: this.#reused,
    });
  }
}
