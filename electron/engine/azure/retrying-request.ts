// All tries of one request: waits for the account's pacer, signs and sends each try, judges the answer, and retries as
// the policy says.
import { StowageError } from '@shared/errors';
import type { AccountDescriptor } from './account';
import { type AccountDeps, noticeMs } from './account-deps';
import type { Signer } from './credentials';
import type { SenderAnswer, SenderRequest } from './sender-request';
import { type FailedAnswer, serviceCodeOf } from './failures/failure-facts';
import { isTimeout, isTimeoutCode } from './failures/network-failure';
import { type BodyFlow, type HttpAnswer, type HttpHead, type Origin, TransportFailure } from './http/http-types';
import { isDoneStatus } from './operation-names';
import type { Pacer } from './pacer';
import { entitiesNamedBy, partitionOf } from './partition-of';
import { type Outcome, type RetryCause, causeOf, decideRetry, maxTries, parseRetryAfter } from './retry-policy';
import { isFromStorageService, refusesVersion } from './service-version';
import { maxAnswerBytes } from './http/answer-limits';
import { networkError } from './http/transport-error';
import { limitsFor } from './http/try-limits';

/** Where requests to one of the account's services go. */
export interface Route {
  readonly endpoint: string;
  readonly origin: Origin;
  /** Path of the endpoint, `/account` for emulators, else empty. */
  readonly basePath: string;
}

export interface RetryingRequestTools {
  readonly descriptor: AccountDescriptor;
  readonly signer: Signer;
  readonly pacer: Pacer;
  readonly deps: AccountDeps;
}

export class RetryingRequest {
  readonly #request: SenderRequest;
  readonly #route: Route;
  readonly #tools: RetryingRequestTools;
  readonly #startedMs: number;
  #attempt = 0;
  readonly #failed = new Map<RetryCause, number>();
  #heldMs = 0;

  constructor(request: SenderRequest, route: Route, tools: RetryingRequestTools) {
    this.#request = request;
    this.#route = route;
    this.#tools = tools;
    this.#startedMs = tools.deps.clock.monotonic();
  }

  /** As `Exchange.run`. Can be called once. */
  async run(): Promise<SenderAnswer> {
    const { patience } = this.#tools.deps;
    if (patience === undefined) return this.#run();
    const { host } = new URL(this.#route.endpoint);
    const notice = setTimeout(() => {
      const because =
        this.#failed.size > 0 || this.#heldMs > 0 || this.#tools.pacer.remainingMs() > 0 ? 'failures' : 'no-answer';
      patience.onWaiting({ host, operation: this.#request.operation, because });
    }, noticeMs);
    try {
      return await this.#run();
    } finally {
      clearTimeout(notice);
    }
  }

  async #run(): Promise<SenderAnswer> {
    const { pacer, deps } = this.#tools;
    const { signal, service, onHeld } = this.#request;
    for (;;) {
      if (pacer.remainingMs() > 0) {
        const sinceMs = deps.clock.monotonic();
        await pacer.ready(signal, (afterMs) => onHeld?.({ attempt: this.#attempt + 1, afterMs }));
        this.#heldMs += deps.clock.monotonic() - sinceMs;
      }
      this.#attempt += 1;
      this.#request.onAttempt?.(this.#attempt);
      const version = deps.versions.current(service, this.#route.endpoint);
      const ended = await this.#tryOnce(version);
      if (ended instanceof TransportFailure) {
        const { error, sent, connection } = ended;
        if (this.#request.timeouts === 'caller' && isTimeout(error)) {
          deps.metrics.retried(error.code);
          throw error;
        }
        await this.#retryOr({ kind: 'failure', code: error.code, sent, connection }, () => {
          throw error;
        });
        continue;
      }
      if (this.#isFinal(ended)) {
        this.#checkDone(ended);
        return this.#answer(ended);
      }
      const answer: FailedAnswer = { ...ended, bodyText: ended.body.toString('utf8') };
      if (!isFromStorageService(ended) || isRedirect(ended)) throw this.#notAzure(ended);
      if (refusesVersion(ended, answer.bodyText) && deps.versions.rejected(service, this.#route.endpoint, version)) {
        // The service only refused the version and did not act, so this does not count as a try.
        this.#attempt -= 1;
        deps.metrics.retried('service-version');
        continue;
      }
      const serviceCode = serviceCodeOf(answer);
      if (this.#request.timeouts === 'caller' && isTimeoutCode(serviceCode)) {
        deps.metrics.retried(serviceCode);
        return this.#answer(ended);
      }
      const outcome: Outcome = {
        kind: 'answer',
        status: ended.status,
        serviceCode,
        retryAfterMs: parseRetryAfter(ended.headers, deps.clock.now()),
      };
      const retrying = await this.#retryOr(outcome, () => 'answer' as const);
      if (retrying === 'answer') return this.#answer(ended);
    }
  }

  #answer(ended: HttpAnswer): SenderAnswer {
    return { attempts: this.#attempt, afterBusy: this.#failed.has('busy'), heldMs: this.#heldMs, ...ended };
  }

  async #tryOnce(version: string): Promise<HttpAnswer | TransportFailure> {
    const request = this.#request;
    const { path, query, headers } = this.#signed(version);
    const { signal, onHead, onBody, target } = request;
    const body = typeof request.body === 'function' ? request.body() : request.body;
    const { deps, descriptor } = this.#tools;
    const isTable = request.service === 'table';
    const isTaken = onHead !== undefined || onBody !== undefined || target !== undefined;
    const limits = limitsFor({
      operation: request.operation,
      bodyBytes: body instanceof Uint8Array ? body.length : Number(headers['content-length'] ?? 0),
      range: request.headers['x-ms-range'] ?? request.headers.range,
    });
    try {
      return await deps.http.send({
        label: {
          connectionId: descriptor.connectionId,
          service: request.service,
          operation: request.operation,
          resource: request.resource,
          partition: isTable ? partitionOf({ path, query, body }) : '',
          entities: isTable ? (request.entities ?? entitiesNamedBy({ path, body })) : 0,
          attempt: this.#attempt,
        },
        origin: this.#route.origin,
        method: request.method,
        path: query === '' ? path : `${path}?${query}`,
        headers: request.spelling === undefined ? headers : spelled(headers, request.spelling),
        body,
        maxBodyBytes: maxAnswerBytes(request.operation, query),
        limits: deps.limits === undefined ? limits : { ...limits, ...deps.limits },
        foreseen: foreseenBy(request),
        onHead: isTaken ? (head, flow) => this.#bodyGoesTo(head, flow, onHead) : undefined,
        onBody,
        target,
        onEnded: request.onEnded,
        signal,
      });
    } catch (thrown) {
      if (thrown instanceof TransportFailure) return thrown;
      throw thrown;
    }
  }

  /** Only a success that comes from the service itself is passed to the caller's consumer. */
  #bodyGoesTo(head: HttpHead, flow: BodyFlow, onHead: SenderRequest['onHead']): 'pieces' | 'collect' {
    if (!isDoneStatus(this.#request.operation, head.status) || !isFromStorageService(head)) return 'collect';
    return onHead?.(head, flow) ?? 'pieces';
  }

  #signed(version: string): { path: string; query: string; headers: Record<string, string> } {
    const { service, method, query, body } = this.#request;
    const path = `${this.#route.basePath}${this.#request.path}` || '/';
    const headers: Record<string, string> = { 'x-ms-version': version, ...this.#request.headers };
    if (body instanceof Uint8Array) headers['content-length'] = String(body.length);
    else if (body === undefined && method !== 'GET' && method !== 'HEAD') headers['content-length'] = '0';
    const date = httpDate(this.#tools.deps.clock.now());
    const signature = this.#tools.signer.sign({ service, method, path, query, headers }, date);
    return { path, query: signature.query, headers: Object.assign(headers, signature.headers) };
  }

  #isFinal(answer: HttpAnswer): boolean {
    if (this.#request.accept?.includes(answer.status) === true || isSuccess(answer.status)) {
      return isFromStorageService(answer);
    }
    return false;
  }

  /**
   * Waits and resolves to `again` when the request should be retried; otherwise returns or throws what `giveUp` does.
   */
  async #retryOr<T>(outcome: Outcome, giveUp: () => T): Promise<T | 'again'> {
    const { pacer, deps } = this.#tools;
    const { replay, signal } = this.#request;
    if (deps.retries === 'none') return giveUp();
    const cause = causeOf(outcome);
    if (cause === null) return giveUp();
    const attempt = (this.#failed.get(cause) ?? 0) + 1;
    this.#failed.set(cause, attempt);
    const leftMs = this.#leftMs(cause);
    if (leftMs !== null && leftMs <= 0) return giveUp();
    const counted = leftMs !== null ? Math.min(attempt, maxTries[cause] - 1) : attempt;
    const decision = decideRetry({ outcome, attempt: counted, replay, random: deps.random() });
    if (decision.kind === 'give-up') return giveUp();
    const requestedMs = outcome.kind === 'answer' ? (outcome.retryAfterMs ?? 0) : 0;
    // The service would refuse every try that there is time for.
    if (leftMs !== null && requestedMs > leftMs) return giveUp();
    const afterMs = Math.min(decision.afterMs, leftMs ?? Infinity);
    deps.metrics.retried(decision.cause);
    this.#request.onRetry?.(decision.cause, { attempt: this.#attempt + 1, afterMs });
    if (decision.slowDownMs > 0) pacer.slowDown(afterMs);
    else if (afterMs > 0) await deps.clock.sleep(afterMs, signal);
    await this.#request.beforeRetry?.();
    return 'again';
  }

  /**
   * For how long it may be retried; null for as many tries as the policy allows. A service that fails or is busy may be
   * well again; a name or an address without anybody behind it is an answer.
   */
  #leftMs(cause: RetryCause): number | null {
    const { patience, clock } = this.#tools.deps;
    if (patience === undefined || (cause !== 'busy' && cause !== 'serverError' && cause !== 'network')) return null;
    return patience.retryForMs - (clock.monotonic() - this.#startedMs);
  }

  /** A success that the operation does not have comes from something else: nothing says that the service has acted. */
  #checkDone({ status }: HttpAnswer): void {
    const { accept, operation } = this.#request;
    if (accept?.includes(status) === true || isDoneStatus(operation, status)) return;
    const { host } = new URL(this.#route.endpoint);
    throw new StowageError('network.malformed', `The operation ${operation} is never answered by status ${status}.`, {
      context: { host, operation, problem: `HTTP ${status}`, status },
    });
  }

  #notAzure(head: HttpHead): StowageError {
    if (head.status === 407) {
      return networkError('network.proxy', this.#route.origin, { reason: 'authentication', status: head.status });
    }
    return networkError('network.not-azure', this.#route.origin, {
      reason: isRedirect(head) ? 'redirect' : 'no-service-headers',
      status: head.status,
      operation: this.#request.operation,
      ...targetOf(head),
    });
  }
}

/** The service never redirects. 304 is the answer to a condition. */
function isRedirect({ status }: Pick<HttpHead, 'status'>): boolean {
  return status >= 300 && status <= 399 && status !== 304;
}

/** The host that a redirect leads to, without path and query, where a signature would be. */
function targetOf({ headers }: HttpHead): { readonly leadsTo?: string } {
  try {
    return { leadsTo: new URL(headers.location ?? '').host };
  } catch {
    return {};
  }
}

/** Statuses that answer a question of the request, such as whether something exists or is unchanged. */
function foreseenBy({ accept, method, headers }: SenderRequest): readonly number[] {
  if (accept === undefined && method !== 'HEAD' && headers['if-none-match'] === undefined) return none;
  return [
    ...(accept ?? []),
    ...(method === 'HEAD' ? [404] : []),
    ...(headers['if-none-match'] === undefined ? [] : [304, 409, 412]),
  ];
}

const none: readonly number[] = [];

function spelled(
  headers: Readonly<Record<string, string>>,
  spelling: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [spelling[name] ?? name, value]));
}

function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}

/** The time of a request in the HTTP date format. Many requests are signed within one second, so the text is cached. */
let last = { second: -1, text: '' };

/** `nowMs`: wall time. */
function httpDate(nowMs: number): string {
  const second = Math.floor(nowMs / 1000);
  if (last.second !== second) last = { second, text: new Date(second * 1000).toUTCString() };
  return last.text;
}
