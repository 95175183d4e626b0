// One attempt of one HTTP request, whatever transports its bytes: phases, time-outs, accounting and a single end.
// Subclasses provide the connection. Over 300 lines: every way in which an attempt can end is decided here.
import { type MetricsSink, type RequestRecord, requestHeadOf } from '../../metrics/request-record';
import type { Clock } from '../../ports';
import { type PieceMemory, type PieceSize, AnswerBody, maxFailureBytes } from './bodies';
import { type Watchdog, AttemptPhases } from './timeouts';
import { setMaxListeners } from 'node:events';
import { cancelled, StowageError } from '@shared/errors';
import type { OverLimit } from '@shared/model/monitor';
import { overLimitOf, serviceCodeOf } from '../failures/failure-facts';
import {
  type BodyFlow,
  type BodyTarget,
  type HttpResponse,
  type HttpHead,
  type HttpRequest,
  TransportFailure,
} from './http-types';
import { addressOf, networkError, neverConnected, transportError } from './transport-error';

/** What all attempts of one HTTP client share. */
export interface AttemptTools {
  readonly metrics: MetricsSink;
  readonly clock: Clock;
  readonly watchdog: Watchdog;
  readonly pieceSize: PieceSize;
}

export abstract class HttpAttempt {
  protected readonly request: HttpRequest;
  protected readonly tools: AttemptTools;
  /** Set when the head of the response has arrived. */
  protected answer: HttpHead | undefined;
  protected isReused = false;
  /** The peer closed its side in an orderly way. */
  protected isPeerEnded = false;
  watchedAt = -1;
  readonly #resolve: (answer: HttpResponse) => void;
  readonly #reject: (failure: TransportFailure | StowageError) => void;
  readonly #queuedAtMs: number;
  readonly #phases: AttemptPhases;
  readonly #body: AnswerBody;
  #firstByteAtMs = 0;
  #bytesUp = 0;
  #bytesDown = 0;

  constructor(
    request: HttpRequest,
    tools: AttemptTools,
    resolve: (answer: HttpResponse) => void,
    reject: (failure: TransportFailure | StowageError) => void,
  ) {
    this.request = request;
    this.tools = tools;
    this.#body = new AnswerBody(request);
    this.#resolve = resolve;
    this.#reject = reject;
    this.#queuedAtMs = tools.clock.monotonic();
    this.#phases = new AttemptPhases(this.#queuedAtMs, () => tools.watchdog.movedBytes);
  }

  start(): void {
    const { signal } = this.request;
    this.tools.metrics.requestStarted();
    this.tools.watchdog.add(this);
    if (signal !== undefined) {
      // One signal may stop hundreds of requests, and Node would warn of a leak.
      setMaxListeners(0, signal);
      signal.addEventListener('abort', this.#abort, { once: true });
    }
    try {
      this.open();
    } catch (error) {
      this.lost(error);
    }
  }

  check(nowMs: number): void {
    const overdue = this.#phases.overdue(nowMs, this.request.limits);
    if (overdue === null) return;
    const { code, ...facts } = overdue;
    this.#fail(networkError(code, this.request.origin, { phase: this.#phases.now, ...facts }));
  }

  /** Starts to obtain a connection. */
  protected abstract open(): void;
  /** Aborts the current request and closes the connection. */
  protected abstract destroy(): void;
  /** The connection had died while it was idle: closes those that were idle as long, which most likely died with it. */
  protected abstract leaveIdle(): void;
  /** Whether the whole request was handed to the connection. */
  protected abstract get isSentWhole(): boolean;

  protected get hasEnded(): boolean {
    return this.#phases.now === 'ended';
  }

  /** A connection was assigned, which may still have to open. */
  protected gotConnection(connection: 'new' | 'reused'): void {
    this.isReused = connection === 'reused';
    this.#phases.gotConnection(this.tools.clock.monotonic());
  }
  protected connecting(): void {
    this.#phases.enter('connecting', this.tools.clock.monotonic());
  }
  protected sending(): void {
    this.#phases.enter('sending', this.tools.clock.monotonic());
  }
  protected sent(bytes: number): void {
    if (this.hasEnded) return;
    this.#bytesUp += bytes;
    this.#phases.moved(bytes);
    this.tools.watchdog.moved(bytes);
    this.tools.metrics.bytesMoved('up', bytes);
  }
  protected waiting(): void {
    this.#phases.enter('waiting', this.tools.clock.monotonic());
  }
  protected doneSending(): void {
    if (this.#phases.now === 'sending') this.waiting();
  }

  /** The head has arrived; requests the destination of the body from the caller. */
  protected gotHead(head: HttpHead, flow: BodyFlow): void {
    this.#firstByteAtMs = this.tools.clock.monotonic();
    this.#phases.enter('receiving', this.#firstByteAtMs);
    this.answer = head;
    const announcedBytes = this.request.method === 'HEAD' ? 0 : Number(head.headers['content-length'] ?? 0);
    if (isSuccess(head) && announcedBytes > this.#maxBytes) {
      this.#tooLarge();
      return;
    }
    const held: BodyFlow = {
      pause: () => {
        this.#phases.holdBack();
        flow.pause();
      },
      resume: () => {
        this.#phases.letGo();
        flow.resume();
      },
    };
    this.guarded(() => {
      const wanted = this.request.onHead?.(head, held) ?? 'collect';
      if (wanted === 'pieces') this.#body.handOut();
    });
  }

  /** The target that receives the body; null when it goes elsewhere. */
  get target(): BodyTarget | null {
    return this.#body.target;
  }

  /** Part of the body has arrived. */
  protected gotBody(piece: Buffer, memory: PieceMemory): void {
    if (this.hasEnded) return;
    this.counted(piece.length);
    if (this.hasEnded) return;
    this.guarded(() => this.#body.take(piece, memory));
    const isFailure = this.answer !== undefined && !isSuccess(this.answer);
    if (isFailure && this.#bytesDown > maxFailureBytes && this.#body.cutTo(maxFailureBytes)) {
      this.#succeed();
      this.destroy();
    }
  }
  protected counted(bytes: number): void {
    this.#bytesDown += bytes;
    this.#phases.moved(bytes);
    this.tools.watchdog.moved(bytes);
    this.tools.metrics.bytesMoved('down', bytes);
    if (this.#bytesDown > this.#maxBytes && this.answer !== undefined && isSuccess(this.answer)) this.#tooLarge();
  }
  get #maxBytes(): number {
    return this.request.maxBodyBytes ?? Infinity;
  }
  #tooLarge(): void {
    const { origin, label } = this.request;
    const limitBytes = this.#maxBytes;
    this.giveUp(networkError('network.oversized', origin, { operation: label.operation, limitBytes }));
  }

  /** Everything that was announced has arrived. */
  protected complete(): void {
    if (this.hasLessThanAnnounced) this.#fail(this.#truncated());
    else this.#succeed();
  }

  /** The connection was lost; `undefined` when it closed without an error. */
  lost(thrown: unknown): void {
    const { now } = this.#phases;
    if (now === 'ended') return;
    const { origin } = this.request;
    const phase = now === 'queued' ? 'connecting' : now;
    const cutShort = this.answer !== undefined && this.isPeerEnded;
    this.#fail(cutShort ? this.#truncated() : transportError(thrown ?? { code: 'ECONNRESET' }, { origin, phase }));
  }

  /** The producer or consumer of a body failed; retrying would not help. */
  protected giveUp(thrown: unknown): void {
    if (this.hasEnded) return;
    const error = StowageError.from(thrown);
    this.#end(error.code);
    this.destroy();
    this.#reject(error);
  }
  protected guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.giveUp(error);
    }
  }

  /** Whether less of the body arrived than the head announced. */
  protected get hasLessThanAnnounced(): boolean {
    const announced = this.answer?.headers['content-length'];
    return announced !== undefined && this.request.method !== 'HEAD' && this.#bytesDown < Number(announced);
  }

  #succeed(): void {
    const head = this.answer;
    if (head === undefined || this.hasEnded) return;
    const sentWhole = this.isSentWhole;
    const foreseen = this.request.foreseen?.includes(head.status) === true;
    if (foreseen || head.status < 400) this.#end('');
    else this.#rejected(head);
    // When the response came before the request was sent completely, the connection cannot be reused.
    if (!sentWhole) this.destroy();
    const endedAtMs = this.tools.clock.monotonic();
    const { connectedAtMs } = this.#phases;
    this.#resolve({
      status: head.status,
      headers: head.headers,
      metadataNames: head.metadataNames,
      body: this.#body.whole(),
      queueMs: connectedAtMs - this.#queuedAtMs,
      firstByteMs: this.#firstByteAtMs - connectedAtMs,
      totalMs: endedAtMs - connectedAtMs,
    });
  }

  #rejected(head: HttpHead): void {
    const bodyText = this.#body.beginning();
    const code = serviceCodeOf({ ...head, bodyText });
    this.#end(code === '' ? String(head.status) : code, overLimitOf(bodyText));
  }

  #truncated(): StowageError {
    return networkError('network.truncated', this.request.origin, {
      phase: 'receiving',
      receivedBytes: this.#bytesDown,
      announcedBytes: Number(this.answer?.headers['content-length'] ?? -1),
    });
  }

  #fail(error: StowageError): void {
    if (this.hasEnded) return;
    const phase = this.#phases.now;
    this.#end(error.code);
    const nothingSent = phase === 'queued' || phase === 'connecting' || neverConnected(error);
    const stale = this.isReused && this.answer === undefined && error.code === 'network.reset';
    if (stale) this.leaveIdle();
    this.destroy();
    this.#reject(new TransportFailure(error, nothingSent ? 'nothing' : 'perhaps', stale ? 'stale' : 'live'));
  }

  readonly #abort = (): void => {
    if (this.hasEnded) return;
    this.#end('cancelled.by-user');
    this.destroy();
    this.#reject(cancelled());
  };

  #end(errorCode: string, overLimit: OverLimit = ''): void {
    const { metrics, clock, watchdog } = this.tools;
    const nowMs = clock.monotonic();
    this.#phases.end();
    watchdog.remove(this);
    this.request.signal?.removeEventListener('abort', this.#abort);
    const { connectedAtMs } = this.#phases;
    const gotSocket = connectedAtMs > 0;
    // Written out, because spreading the label into the record measurably costs each request.
    const { connectionId, service, operation, resource, partition, entities, attempt } = this.request.label;
    const record: RequestRecord = {
      connectionId,
      service,
      operation,
      resource,
      partition,
      entities,
      attempt,
      method: this.request.method,
      address: addressOf(this.request.origin, this.request.path),
      head: requestHeadOf(this.request.path, this.request.headers),
      atMs: clock.now(),
      status: this.answer?.status ?? 0,
      errorCode,
      overLimit,
      bytesUp: this.#bytesUp,
      bytesDown: this.#bytesDown,
      queueMs: (gotSocket ? connectedAtMs : nowMs) - this.#queuedAtMs,
      firstByteMs: this.#firstByteAtMs > 0 ? this.#firstByteAtMs - connectedAtMs : 0,
      totalMs: gotSocket ? nowMs - connectedAtMs : 0,
      reusedConnection: this.isReused,
    };
    metrics.requestEnded(record);
    this.request.onEnded?.(record);
  }
}

function isSuccess({ status }: HttpHead): boolean {
  return status >= 200 && status <= 299;
}
