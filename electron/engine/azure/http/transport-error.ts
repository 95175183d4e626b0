// Maps errors of node:http, DNS and TLS to the product's network errors. Of the request only the host's name is
// included.
import { type ErrorCode, type ErrorContext, StowageError } from '@shared/errors';
import type { Origin } from './http-types';

export interface TransportCircumstances {
  readonly origin: Origin;
  /** How much of the attempt was complete. */
  readonly phase: 'connecting' | 'sending' | 'waiting' | 'receiving';
}

const connectionCodes: Readonly<Record<string, { readonly code: ErrorCode; readonly reason: string }>> = {
  ECONNREFUSED: { code: 'network.refused', reason: 'refused' },
  ENOTFOUND: { code: 'network.name-unknown', reason: 'unknown-name' },
  EAI_AGAIN: { code: 'network.name-unknown', reason: 'no-resolver' },
  EAI_NODATA: { code: 'network.name-unknown', reason: 'unknown-name' },
  ENETUNREACH: { code: 'network.name-unknown', reason: 'unreachable' },
  EHOSTUNREACH: { code: 'network.name-unknown', reason: 'unreachable' },
  ENETDOWN: { code: 'network.name-unknown', reason: 'unreachable' },
  EHOSTDOWN: { code: 'network.name-unknown', reason: 'unreachable' },
  EADDRNOTAVAIL: { code: 'network.name-unknown', reason: 'unreachable' },
  ECONNRESET: { code: 'network.reset', reason: 'reset' },
  ECONNABORTED: { code: 'network.reset', reason: 'reset' },
  EPIPE: { code: 'network.reset', reason: 'reset' },
  ERR_STREAM_PREMATURE_CLOSE: { code: 'network.reset', reason: 'reset' },
  ETIMEDOUT: { code: 'network.timeout', reason: 'connect' },
  EPROTO: { code: 'network.not-azure', reason: 'protocol' },
};

/** Certificate problems as OpenSSL and Node name them. */
const certificateCode =
  /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_|ERROR_IN_CERT_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED)/;

/** `network.*` for an error event of a request, a response or a socket. */
export function transportError(thrown: unknown, circumstances: TransportCircumstances): StowageError {
  if (thrown instanceof StowageError) return thrown;
  const systemCode = systemCodeOf(thrown);
  const known = connectionCodes[systemCode] ?? protocolProblem(systemCode);
  return networkError(known.code, circumstances.origin, {
    reason: known.reason,
    phase: circumstances.phase,
    systemCode,
  });
}

/** A network error about one origin; `facts` are added to its context. */
export function networkError(code: ErrorCode, origin: Origin, facts: ErrorContext): StowageError {
  const host = hostOf(origin);
  const phase = typeof facts.phase === 'string' ? ` while ${facts.phase}` : '';
  return new StowageError(code, `${host}: ${code.slice('network.'.length)}${phase}.`, {
    context: { host, ...facts },
    retry: inVain.has(code) ? 'no' : { afterMs: retryAdviceMs(code) },
  });
}

/** The same request would fail again in the same way. */
const inVain: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'network.certificate',
  'network.not-azure',
  'network.oversized',
  'network.proxy',
  'network.offline',
]);
const beforeAnyByte: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'network.refused',
  'network.name-unknown',
  'network.certificate',
  'network.proxy',
  'network.offline',
]);

/** `name:port`, as users recognise it. */
export function hostOf(origin: Origin): string {
  const defaultPort = origin.protocol === 'https:' ? 443 : 80;
  return origin.port === defaultPort ? origin.hostname : `${origin.hostname}:${origin.port}`;
}

/** Without the query, where a SAS has its signature. */
export function addressOf(origin: Origin, path: string): string {
  const query = path.indexOf('?');
  return `${origin.protocol}//${hostOf(origin)}${query < 0 ? path : path.slice(0, query)}`;
}

/** True if no connection was established, so that the service cannot have acted. */
export function neverConnected(error: StowageError): boolean {
  return beforeAnyByte.has(error.code);
}

function retryAdviceMs(code: ErrorCode): number {
  return code === 'network.refused' || code === 'network.name-unknown' ? 5_000 : 1_000;
}

function protocolProblem(systemCode: string): { readonly code: ErrorCode; readonly reason: string } {
  if (certificateCode.test(systemCode)) return { code: 'network.certificate', reason: systemCode };
  if (systemCode.startsWith('HPE_') || systemCode.startsWith('ERR_SSL_')) {
    return { code: 'network.not-azure', reason: 'protocol' };
  }
  return { code: 'network.reset', reason: 'unknown' };
}

/** The `code` of a system error, also inside the bundle that trying several addresses throws. */
function systemCodeOf(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return 'UNKNOWN';
  if ('code' in thrown && typeof thrown.code === 'string') return thrown.code;
  if ('errors' in thrown && Array.isArray(thrown.errors)) return systemCodeOf(thrown.errors[0]);
  return 'UNKNOWN';
}
