// Creates an account from its plain description with signed, retried and accounted requests, but without the SDKs,
// which no worker thread needs.
import type { SasScope } from '@shared/model/connection';
import { sasScope } from '@shared/model/connection-string';
import {
  type AccountDescriptor,
  type RestAccount,
  type ServiceRequest,
  type ServiceResponse,
  metadataPrefix,
} from './account';
import type { AccountDeps } from './account-deps';
import { answerError } from './failures/error-mapping';
import { type RequestSender, createRequestSender } from './request-sender';
import type { SenderRequest } from './sender-request';

/** Sends nothing by itself. */
export function createRestAccount(descriptor: AccountDescriptor, deps: AccountDeps): RestAccount {
  const sender = createRequestSender(descriptor, sasScopeOf(descriptor), deps);
  return {
    descriptor,
    send: (request) => sendRest(sender, request),
    slowdownMs: () => sender.slowdownMs(),
    dispose: () => undefined,
  };
}

/** Undefined for a key. The token itself does not name the container or the blob that it is for. */
export function sasScopeOf({ credential, onlyBlob, onlyContainer }: AccountDescriptor): SasScope | undefined {
  if (credential.kind !== 'sas') return undefined;
  return {
    ...sasScope(credential.token),
    ...(onlyContainer === undefined ? {} : { resource: onlyContainer }),
    ...(onlyBlob === undefined ? {} : { resource: onlyBlob.container, blob: onlyBlob.name }),
  };
}

/** Throws StowageError for every answer that is neither a success nor accepted. */
export async function sendRest(sender: RequestSender, request: ServiceRequest): Promise<ServiceResponse> {
  const { headers: sent, spelling } = lowerCase(request.headers);
  const exchanged: EveryPropertyOf<SenderRequest> = {
    service: request.service,
    operation: request.operation,
    method: request.method,
    path: request.path,
    query: encodedQuery(request.query),
    resource: request.resource,
    headers: sent,
    spelling,
    body: request.body,
    entities: request.entities,
    replay: request.replay,
    timeouts: request.timeouts,
    onHead: headListenerOf(request),
    onBody: request.onBody,
    target: request.target,
    onAttempt: request.onAttempt,
    onRetry: request.onRetry,
    beforeRetry: request.beforeRetry,
    onHeld: request.onHeld,
    onEnded: request.onEnded,
    accept: request.accept,
    signal: request.signal,
  };
  const answer = await sender.run(exchanged);
  const accepted = request.accept ?? [];
  if ((answer.status < 200 || answer.status > 299) && !accepted.includes(answer.status)) {
    throw answerError({ ...answer, bodyText: answer.body.toString('utf8') }, sender.factsOf(exchanged));
  }
  const { status, headers, metadataNames, body, attempts, afterBusy, heldMs, firstByteMs, totalMs } = answer;
  return { status, headers, metadataNames, body, attempts, afterBusy, heldMs, firstByteMs, totalMs };
}

/** Makes every property required, so that none can be forgotten; undefined has to be written out. */
type EveryPropertyOf<T> = { readonly [K in keyof Required<T>]: T[K] };

function headListenerOf({ onHead, onBody, target }: ServiceRequest): SenderRequest['onHead'] {
  if (onHead === undefined) return undefined;
  return (head) => {
    onHead(head);
    return onBody === undefined && target === undefined ? 'collect' : 'pieces';
  };
}

/** Signing looks headers up by lower-case names, but callers may write them as the documentation does. */
function lowerCase(headers: Readonly<Record<string, string>> = {}): Pick<SenderRequest, 'headers' | 'spelling'> {
  const names = Object.keys(headers);
  // Nearly all names are lower case already; this check is cheaper than a copy per request.
  if (!names.some((name) => upperCase.test(name))) return { headers };
  const metadata = names.filter((name) => name.toLowerCase().startsWith(metadataPrefix));
  return {
    headers: Object.fromEntries(names.map((name) => [name.toLowerCase(), headers[name] ?? ''])),
    spelling: Object.fromEntries(metadata.map((name) => [name.toLowerCase(), name])),
  };
}

const upperCase = /[A-Z]/u;

function encodedQuery(query: Readonly<Record<string, string>> | undefined): string {
  if (query === undefined) return '';
  return Object.keys(query)
    .map((name) => `${encodeURIComponent(name)}=${encodeURIComponent(query[name] ?? '')}`)
    .join('&');
}
