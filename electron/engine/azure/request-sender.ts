// Sends the requests of one account: knows its endpoints, its credential and its pacer. The tries of a single request
// are conversation.ts. Used by `Account.send` and by the SDKs.
import type { SasScope } from '@shared/model/connection';
import type { AccountDescriptor } from './account';
import type { AccountDeps } from './account-deps';
import { RetryingRequest, type Route } from './retrying-request';
import { createSigner } from './credentials';
import type { SenderAnswer, SenderRequest } from './sender-request';
import type { FailureFacts } from './failures/failure-facts';
import { hostOf } from './http/transport-error';
import { missingService } from './missing-service';

export interface RequestSender {
  /**
   * The final response, success or not, for the caller to judge. Throws StowageError when the service could not be
   * reached or did not answer.
   */
  run(request: SenderRequest): Promise<SenderAnswer>;
  /** The facts from which the error for a failed response is worded. */
  factsOf(request: SenderRequest): FailureFacts;
  slowdownMs(): number;
}

export function createRequestSender(
  descriptor: AccountDescriptor,
  sas: SasScope | undefined,
  deps: AccountDeps,
): RequestSender {
  const signer = createSigner(descriptor.credential);
  const routes = { blob: routeTo(descriptor.endpoints.blob), table: routeTo(descriptor.endpoints.table) };
  const pacer = deps.pacers.of(descriptor.accountName, descriptor.endpoints.blob ?? descriptor.endpoints.table ?? '');

  const routeOf = (service: 'blob' | 'table'): Route => {
    const route = routes[service];
    if (route !== null) return route;
    throw missingService(descriptor, service);
  };
  const factsOf = (request: SenderRequest): FailureFacts => ({
    service: request.service,
    account: descriptor.accountName,
    host: hostOf(routeOf(request.service).origin),
    operation: request.operation,
    resource: request.resource,
    path: request.path,
    credential: descriptor.credential.kind,
    sas,
    nowMs: deps.clock.now(),
  });

  return {
    factsOf,
    slowdownMs: () => pacer.remainingMs(),
    run: async (request) =>
      new RetryingRequest(request, routeOf(request.service), { descriptor, signer, pacer, deps }).run(),
  };
}

function routeTo(endpoint: string | undefined): Route | null {
  if (endpoint === undefined) return null;
  const url = new URL(endpoint);
  const protocol = url.protocol === 'http:' ? 'http:' : 'https:';
  return {
    endpoint,
    origin: { protocol, hostname: url.hostname, port: Number(url.port) || (protocol === 'http:' ? 80 : 443) },
    basePath: url.pathname.replace(/\/$/, ''),
  };
}
