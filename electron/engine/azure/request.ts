// Sends the requests of one account: authorizes each attempt, waits while the account is throttled, evaluates the
// response and retries according to the policy. Over 300 lines, because everything that can happen to a request is read
// here in one place.
import { StowageError, invalidInput } from '@shared/errors';
import type { SasScope } from '@shared/model/connection';
import { sasScope } from '@shared/model/connection-string';
import { rightOf, scopeOf } from '@shared/model/rights';
import type { TableService } from '@shared/model/table-service';
import { t } from '@shared/strings/t';
import {
  type AccountDescriptor,
  type RestAccount,
  type ServiceRequest,
  type ServiceResponse,
  metadataPrefix,
  partTargetOf,
} from './account';
import { type AccountDeps, type SeenRight, noticeMs } from './account-deps';
import { type Authorization, type Authorizer, type DeniedAnswer, createAuthorizer } from './credentials';
import { dfsEndpointOf } from './dfs-endpoint';
import { answerError } from './failures/error-mapping';
import { objectOf, type FailedAnswer, type FailureFacts, serviceCodeOf } from './failures/failure-facts';
import { isTimeout, isTimeoutCode } from './failures/network-failure';
import { maxAnswerBytes } from './http/bodies';
import {
  type AttemptLimits,
  type BodyFlow,
  type HttpClient,
  type HttpResponse,
  type HttpHead,
  type Origin,
  TransportFailure,
} from './http/http-types';
import { hostOf, networkError } from './http/transport-error';
import { limitsFor, limitsWithin } from './http/timeouts';
import { missingService } from './missing-service';
import { isDoneStatus } from './operation-names';
import type { Pacer } from './pacer';
import { entitiesNamedBy, partitionOf } from './partition-of';
import {
  type Outcome,
  type RetryCause,
  causeOf,
  decideRetry,
  markOutOfTime,
  maxTries,
  parseRetryAfter,
} from './retry-policy';
import { isFromStorageService, isFromTableApi, refusesVersion, revealsCosmos } from './service-version';

/**
 * An account with signed, paced, retried and accounted requests, but without the SDKs, which no worker thread needs.
 * Sends nothing until it is requested to.
 * @param authorizer default: by the key or SAS of the description
 */
export function createRestAccount(
  descriptor: AccountDescriptor,
  deps: AccountDeps,
  authorizer = createAuthorizer(descriptor, deps),
): RestAccount {
  const sender = new RequestSender(descriptor, depsFor(descriptor, deps), authorizer);
  return {
    descriptor,
    send: (request) => sender.send(request),
    slowdownMs: () => sender.pacer.remainingMs(),
    ...emptyPageNotices(descriptor, deps),
    ...sourceAuthorization(descriptor, deps),
    dispose: () => undefined,
  };
}

/** What speaks S3 is loaded with the first request to such a service. */
function depsFor({ credential, endpoints }: AccountDescriptor, deps: AccountDeps): AccountDeps {
  if (credential.kind !== 's3') return deps;
  let client: Promise<HttpClient> | null = null;
  const opened = async (): Promise<HttpClient> => {
    const { S3Client } = await import('../s3/s3-client');
    return new S3Client(deps.http, endpoints.blob ?? '', credential, () => deps.clock.now());
  };
  const send: HttpClient['send'] = async (request) => (await (client ??= opened())).send(request);
  return { ...deps, http: { send, dispose: () => deps.http.dispose() } };
}

function emptyPageNotices(
  { endpoints }: AccountDescriptor,
  { patience }: AccountDeps,
): Pick<RestAccount, 'onEmptyPages'> {
  const onWaiting = patience?.onWaiting;
  if (onWaiting === undefined) return {};
  return {
    onEmptyPages: (operation) => (emptyPages) => {
      const endpoint = operation.startsWith('Query') ? endpoints.table : endpoints.blob;
      onWaiting({ host: new URL(endpoint ?? '').host, operation, because: 'empty-pages', emptyPages });
    },
  };
}

function sourceAuthorization(
  { credential }: AccountDescriptor,
  { tokens }: AccountDeps,
): Pick<RestAccount, 'sourceAuthorization'> {
  if (credential.kind !== 'token' || tokens === undefined) return {};
  return { sourceAuthorization: async () => `Bearer ${(await tokens.valid(credential)).token}` };
}

/** The URL that requests to one of the account's services use. */
interface Route {
  readonly endpoint: string;
  readonly origin: Origin;
  /** Path of the endpoint, `/account` for emulators, else empty. */
  readonly basePath: string;
  readonly isCosmos: boolean;
}

/** The state that the requests of one account share. */
class RequestSender {
  readonly descriptor: AccountDescriptor;
  readonly deps: AccountDeps;
  readonly authorizer: Authorizer;
  readonly pacer: Pacer;
  readonly #routes: Readonly<Record<'blob' | 'table' | 'dfs', Route | null>>;
  readonly #sas: SasScope | undefined;

  constructor(descriptor: AccountDescriptor, deps: AccountDeps, authorizer: Authorizer) {
    const { accountName, endpoints } = descriptor;
    this.descriptor = descriptor;
    this.deps = deps;
    this.authorizer = authorizer;
    this.pacer = deps.pacers.of(accountName, endpoints.blob ?? endpoints.table ?? '');
    const dfs = endpoints.dfs ?? dfsEndpointOf(endpoints.blob ?? '') ?? undefined;
    this.#routes = {
      blob: routeTo(endpoints.blob, 'storage'),
      table: routeTo(endpoints.table, partTargetOf(descriptor).service),
      dfs: routeTo(dfs, 'storage'),
    };
    this.#sas = sasScopeOf(descriptor);
  }

  /** Throws StowageError for every answer that is neither a success nor accepted. */
  async send(request: ServiceRequest): Promise<ServiceResponse> {
    const endpoint = request.endpoint ?? request.service;
    const route = this.#routes[endpoint];
    if (route === null) throw missingService(this.descriptor, endpoint);
    const attempts = new RetryingRequest(request, route, this);
    const answer = await attempts.run();
    if (isSuccess(answer.status)) this.#noteRight(request, 'allowed');
    if (isSuccess(answer.status) || request.accept?.includes(answer.status) === true) return answer;
    const error = answerError({ ...answer, bodyText: answer.body.toString('utf8') }, this.#factsOf(request, route));
    const denial = denialOf(error);
    if (denial !== null) this.#noteRight(request, denial);
    throw attempts.isOutOfTime ? markOutOfTime(error) : error;
  }

  #noteRight({ service, operation, resource }: ServiceRequest, seen: SeenRight['seen']): void {
    const { onRight } = this.deps;
    if (onRight === undefined || this.descriptor.credential.kind === 'key') return;
    const right = rightOf(service, operation);
    // A transaction is accepted even if what it contains is not.
    if (right === null || (operation === 'EntityGroupTransaction' && seen === 'allowed')) return;
    onRight({
      connectionId: this.descriptor.connectionId,
      service,
      resource: scopeOf(operation, resource),
      right,
      seen,
    });
  }

  #factsOf({ service, operation, resource, path }: ServiceRequest, { origin }: Route): FailureFacts {
    const { accountName: account, credential } = this.descriptor;
    return {
      service,
      account,
      host: hostOf(origin),
      operation,
      resource,
      path,
      credential: credential.kind,
      sas: this.#sas,
      nowMs: this.deps.clock.now(),
    };
  }
}

/** All attempts of one request. */
class RetryingRequest {
  readonly #request: ServiceRequest;
  readonly #route: Route;
  readonly #sender: RequestSender;
  readonly #startedMs: number;
  /** Lower-case names, by which signing looks up headers. */
  readonly #headers: Readonly<Record<string, string>>;
  /** The names that are sent in another case, by their lower-case names. */
  readonly #spelling: Readonly<Record<string, string>> | null;
  /** The service was busy or failed for as long as the request continues. */
  isOutOfTime = false;
  #attempt = 0;
  readonly #failed = new Map<RetryCause, number>();
  #heldMs = 0;
  #hasRenewed = false;
  /** Of the last attempt. */
  #sent: Authorization | null = null;

  constructor(request: ServiceRequest, route: Route, sender: RequestSender) {
    const { headers = noHeaders } = request;
    this.#request = request;
    this.#route = route;
    this.#sender = sender;
    this.#startedMs = sender.deps.clock.monotonic();
    // Nearly all names are lower case already; this check is cheaper than a copy per request.
    const isLowerCase = !Object.keys(headers).some((name) => upperCase.test(name));
    this.#headers = isLowerCase ? headers : lowerCase(headers);
    this.#spelling = isLowerCase ? null : spellingOf(headers);
  }

  /**
   * The final response, success or not. Throws StowageError when the service could not be reached or did not answer. Can
   * be called once.
   */
  async run(): Promise<ServiceResponse> {
    const { pacer, deps } = this.#sender;
    const { patience } = deps;
    if (patience?.onWaiting === undefined) return this.#run();
    const { onWaiting } = patience;
    const { host } = new URL(this.#route.endpoint);
    const notice = setTimeout(() => {
      const because = this.#failed.size > 0 || this.#heldMs > 0 || pacer.remainingMs() > 0 ? 'failures' : 'no-answer';
      onWaiting({ host, operation: this.#request.operation, because });
    }, noticeMs);
    try {
      return await this.#run();
    } finally {
      clearTimeout(notice);
    }
  }

  async #run(): Promise<ServiceResponse> {
    const { pacer, deps } = this.#sender;
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
      if (service === 'table' && !this.#route.isCosmos && revealsCosmos(ended, this.#route.origin.protocol)) {
        deps.onCosmos?.(this.#sender.descriptor.connectionId);
      }
      if (this.#hasRenewed) this.#confirmRenewed(ended);
      if (this.#isFinal(ended)) {
        this.#checkDone(ended);
        const busy = this.#request.busyInside?.(ended.body) ?? null;
        if (busy === null) return this.#answer(ended);
        const retrying = await this.#retryOr({ kind: 'answer', serviceCode: '', ...busy }, () => 'answer' as const);
        if (retrying === 'answer') return this.#answer(ended);
        continue;
      }
      const answer: FailedAnswer = { ...ended, bodyText: ended.body.toString('utf8') };
      if (!this.#isFromService(ended) || isRedirect(ended)) throw this.#notAzure(ended);
      // Tokens need a newer version than the oldest ones of the ladder.
      if (
        refusesVersion(ended, answer.bodyText) &&
        this.#mayStepDown(version) &&
        deps.versions.rejected(service, this.#route.endpoint, version)
      ) {
        // The service only rejected the version and did not act, so this does not count as an attempt.
        this.#attempt -= 1;
        deps.metrics.retried('service-version');
        continue;
      }
      const serviceCode = serviceCodeOf(answer);
      if (!this.#hasRenewed && (await this.#renewed({ ...answer, serviceCode }))) {
        // The service has not acted, so this does not count as an attempt.
        this.#hasRenewed = true;
        this.#attempt -= 1;
        deps.metrics.retried('credential');
        continue;
      }
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

  #answer(ended: HttpResponse): ServiceResponse {
    return { attempts: this.#attempt, afterBusy: this.#failed.has('busy'), heldMs: this.#heldMs, ...ended };
  }

  async #tryOnce(version: string): Promise<HttpResponse | TransportFailure> {
    const { service, operation, resource, entities, signal, onHead, onBody, target, onEnded } = this.#request;
    const method = this.#isTunnelled ? 'POST' : this.#request.method;
    const { deps, descriptor, authorizer } = this.#sender;
    const path = `${this.#route.basePath}${this.#request.path}` || '/';
    const unsigned = { service, method, path, query: this.#query(), headers: this.#sentHeaders(version) };
    const authorization = authorizer.authorize(unsigned, deps.clock.now());
    const sent = authorization instanceof Promise ? await authorization : authorization;
    const { query, headers: added } = sent;
    this.#sent = sent;
    const headers = Object.assign(unsigned.headers, added);
    const body = this.#request.bodyStream?.() ?? this.#request.body;
    const isTable = service === 'table';
    const isTaken = onHead !== undefined || onBody !== undefined || target !== undefined;
    const limits = limitsFor({
      operation,
      bodyBytes: body instanceof Uint8Array ? body.length : Number(headers['content-length'] ?? 0),
      range: this.#headers['x-ms-range'] ?? this.#headers.range,
    });
    try {
      return await deps.http.send({
        label: {
          connectionId: descriptor.connectionId,
          service,
          operation,
          resource,
          partition: isTable ? partitionOf({ path, query, body }) : '',
          entities: isTable ? (entities ?? entitiesNamedBy({ path, body })) : 0,
          attempt: this.#attempt,
        },
        origin: this.#route.origin,
        method,
        path: query === '' ? path : `${path}?${query}`,
        headers: this.#spelling === null ? headers : spelled(headers, this.#spelling),
        body,
        maxBodyBytes: maxAnswerBytes(operation, query),
        limits: this.#limitsOf(limits),
        foreseen: this.#foreseen(),
        onHead: isTaken ? (head, flow) => this.#bodyGoesTo(head, flow) : undefined,
        onBody,
        target,
        onEnded,
        signal,
      });
    } catch (thrown) {
      if (thrown instanceof TransportFailure) return thrown;
      throw thrown;
    }
  }

  /** A job itself decides how long it waits for an unreachable service. */
  #limitsOf(limits: AttemptLimits): AttemptLimits {
    const { deps } = this.#sender;
    const leftMs = this.#leftMs('network');
    const bounded = leftMs === null ? limits : limitsWithin(limits, leftMs, this.#request.operation);
    return deps.limits === undefined ? bounded : { ...bounded, ...deps.limits };
  }

  /** Cosmos DB takes a merge only as a POST that names it. */
  get #isTunnelled(): boolean {
    const { method } = this.#request;
    return this.#route.isCosmos && (method === 'PATCH' || method === 'MERGE');
  }

  /** Source: Authorize with Microsoft Entra ID: the first version that takes tokens. */
  #mayStepDown(version: string): boolean {
    return this.#sender.descriptor.credential.kind !== 'token' || version > '2017-11-09';
  }

  async #renewed(denied: Omit<DeniedAnswer, 'sent'>): Promise<boolean> {
    const { authorizer } = this.#sender;
    if (authorizer.renew === undefined || this.#sent === null) return false;
    return authorizer.renew({ ...denied, sent: this.#sent });
  }

  /** Whatever the service has against the request itself: it knows who sent it. */
  #confirmRenewed(ended: HttpResponse): void {
    const { accepted } = this.#sender.authorizer;
    if (accepted === undefined || this.#sent === null || ended.status === 401 || ended.status === 403) return;
    if (this.#isFromService(ended)) accepted(this.#sent);
  }

  #query(): string {
    const { query, encodedQuery } = this.#request;
    if (query === undefined) return encodedQuery ?? '';
    return Object.keys(query)
      .map((name) => `${encodeURIComponent(name)}=${encoded(name, query[name] ?? '')}`)
      .join('&');
  }

  #sentHeaders(version: string): Record<string, string> {
    const { method, body, bodyStream } = this.#request;
    const headers: Record<string, string> = { 'x-ms-version': version, ...this.#headers };
    if (this.#isTunnelled) headers['x-http-method'] = 'MERGE';
    if (body instanceof Uint8Array) headers['content-length'] = String(body.length);
    else if (bodyStream === undefined && method !== 'GET' && method !== 'HEAD') headers['content-length'] = '0';
    return headers;
  }

  /** Only a success that comes from the service itself is passed to the caller's consumer. */
  #bodyGoesTo(head: HttpHead, flow: BodyFlow): 'pieces' | 'collect' {
    const { operation, onHead, takesBody, onBody, target } = this.#request;
    if (!isDoneStatus(operation, head.status) || !this.#isFromService(head)) return 'collect';
    onHead?.(head);
    if (onBody === undefined && target === undefined) return 'collect';
    return takesBody === undefined || takesBody(head, flow) ? 'pieces' : 'collect';
  }

  /** Azurite omits the service's headers from the response with a user delegation key. */
  #isFromService(answer: HttpHead): boolean {
    const isKey = this.#request.operation === 'GetUserDelegationKey' && answer.status === 200;
    const { protocol } = this.#route.origin;
    // An address does not always reveal the service, but its first answer does.
    const isRevealed = this.#request.service === 'table' && revealsCosmos(answer, protocol);
    if (isRevealed || (this.#route.isCosmos && isFromTableApi(answer, protocol))) return true;
    return isFromStorageService(answer) || (isKey && answer.headers.server?.startsWith('Azurite-') === true);
  }

  #isFinal(answer: HttpResponse): boolean {
    if (this.#request.accept?.includes(answer.status) === true || isSuccess(answer.status)) {
      return this.#isFromService(answer);
    }
    return false;
  }

  /**
   * Waits and resolves to `again` when the request should be retried; otherwise returns or throws what `giveUp` does.
   */
  async #retryOr<T>(outcome: Outcome, giveUp: () => T): Promise<T | 'again'> {
    const { pacer, deps } = this.#sender;
    const { replay, signal } = this.#request;
    if (deps.retries === 'none') return giveUp();
    const cause = causeOf(outcome);
    if (cause === null) return giveUp();
    const attempt = (this.#failed.get(cause) ?? 0) + 1;
    this.#failed.set(cause, attempt);
    const leftMs = this.#leftMs(cause);
    this.isOutOfTime = leftMs !== null && leftMs <= 0;
    if (this.isOutOfTime) return giveUp();
    const counted = leftMs !== null ? Math.min(attempt, maxTries[cause] - 1) : attempt;
    const decision = decideRetry({ outcome, attempt: counted, replay, random: deps.random() });
    if (decision.kind === 'give-up') return giveUp();
    const requestedMs = outcome.kind === 'answer' ? (outcome.retryAfterMs ?? 0) : 0;
    // The service would deny every attempt that there is time for.
    this.isOutOfTime = leftMs !== null && requestedMs > leftMs;
    if (this.isOutOfTime) return giveUp();
    const afterMs = Math.min(decision.afterMs, leftMs ?? Infinity);
    deps.metrics.retried(decision.cause);
    this.#request.onRetry?.(decision.cause, { attempt: this.#attempt + 1, afterMs });
    if (decision.slowDownMs > 0) pacer.slowDown(afterMs);
    else if (afterMs > 0) await deps.clock.sleep(afterMs, signal);
    await this.#request.beforeRetry?.();
    return 'again';
  }

  /**
   * For how long it may be retried; null for as many attempts as the policy allows. A service that fails or is busy may
   * recover; a name or an address without a server is final.
   */
  #leftMs(cause: RetryCause): number | null {
    const { patience, clock } = this.#sender.deps;
    if (patience === undefined || (cause !== 'busy' && cause !== 'serverError' && cause !== 'network')) return null;
    if (cause === 'network' && patience.unreachable === 'caller') return null;
    return patience.retryForMs - (clock.monotonic() - this.#startedMs);
  }

  /** Statuses that are regular results of the request, such as whether something exists or is unchanged. */
  #foreseen(): readonly number[] {
    const { accept, method } = this.#request;
    const isConditional = this.#headers['if-none-match'] !== undefined;
    if (accept === undefined && method !== 'HEAD' && !isConditional) return noStatuses;
    return [...(accept ?? []), ...(method === 'HEAD' ? [404] : []), ...(isConditional ? [304, 409, 412] : [])];
  }

  /**
   * A success status that the operation does not have comes from something else: there is no evidence that the service
   * has acted.
   */
  #checkDone({ status }: HttpResponse): void {
    const { accept, operation } = this.#request;
    if (accept?.includes(status) === true || isDoneStatus(operation, status)) return;
    const { host } = new URL(this.#route.endpoint);
    const { accountName: account } = this.#sender.descriptor;
    throw new StowageError('network.malformed', `The operation ${operation} is never answered by status ${status}.`, {
      context: { ...objectOf(this.#request), account, host, operation, problem: `HTTP ${status}`, status },
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

function routeTo(endpoint: string | undefined, service: TableService): Route | null {
  if (endpoint === undefined) return null;
  const url = new URL(endpoint);
  const protocol = url.protocol === 'http:' ? 'http:' : 'https:';
  return {
    endpoint,
    origin: { protocol, hostname: url.hostname, port: Number(url.port) || (protocol === 'http:' ? 80 : 443) },
    basePath: url.pathname.replace(/\/$/, ''),
    isCosmos: service === 'cosmos',
  };
}

/** Why a right is missing; null for failures that say nothing about rights. */
function denialOf({ code, context }: StowageError): Exclude<SeenRight['seen'], 'allowed'> | null {
  if (code === 'auth.sas-lacks-right') return 'sas';
  if (code !== 'auth.denied' || context.status !== 403) return null;
  if (context.lacks === 'role') return 'role';
  return context.serviceCode === 'AuthorizationFailure' || context.serviceCode === 'Forbidden' ? 'unclear' : null;
}

/** Undefined for a key. The token itself does not name the container or the blob that it is for. */
function sasScopeOf({ credential, onlyBlob, onlyContainer }: AccountDescriptor): SasScope | undefined {
  if (credential.kind !== 'sas') return undefined;
  return {
    ...sasScope(credential.token),
    ...(onlyContainer === undefined ? {} : { resource: onlyContainer }),
    ...(onlyBlob === undefined ? {} : { resource: onlyBlob.container, blob: onlyBlob.name }),
  };
}

const noHeaders: Readonly<Record<string, string>> = {};
const noStatuses: readonly number[] = [];
const upperCase = /[A-Z]/u;

/** @throws StowageError `invalid.input` */
function encoded(name: string, value: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    throw invalidInput(name, t`it contains half a character.`, t`Enter the character again.`);
  }
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** The service stores the names of metadata as they are written. */
function spellingOf(headers: Readonly<Record<string, string>>): Record<string, string> {
  const names = Object.keys(headers).map((name) => [name.toLowerCase(), name] as const);
  return Object.fromEntries(names.filter(([lower]) => lower.startsWith(metadataPrefix)));
}

function spelled(
  headers: Readonly<Record<string, string>>,
  spelling: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [spelling[name] ?? name, value]));
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

function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}
