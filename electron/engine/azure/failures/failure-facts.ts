// The facts about a failed request and its response, and how to read the little that may be reported from it.
import type { ErrorContext } from '@shared/errors';
import type { SasScope } from '@shared/model/connection';
import type { OverLimit } from '@shared/model/monitor';

/** The facts about the failed request, apart from its response. */
export interface FailureFacts {
  readonly service: 'blob' | 'table';
  readonly account: string;
  readonly host: string;
  readonly operation: string;
  /** Container or table; empty for requests on the account. */
  readonly resource: string;
  /** Below the endpoint, encoded. */
  readonly path: string;
  readonly credential: 'key' | 'sas' | 'token' | 's3';
  readonly sas?: SasScope | undefined;
  /** Wall time here, to compare with the service's clock. */
  readonly nowMs: number;
}

export interface FailedAnswer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bodyText: string;
  /** See ServiceResponse. */
  readonly afterBusy?: boolean;
  /** How often the request was sent. */
  readonly attempts?: number;
}

/** The service's error code, from header or body; empty if there is no plausible one. */
export function serviceCodeOf(answer: FailedAnswer): string {
  // Tables answer in JSON, in front of them the same service answers in the XML of Atom: <code> or <m:code>.
  const fromBody = (): string | undefined =>
    /<(?:\w+:)?code>([^<]+)<\/(?:\w+:)?code>/i.exec(answer.bodyText)?.[1] ??
    /"(?:odata\.)?error"\s*:\s*\{\s*"code"\s*:\s*"([^"]+)"/.exec(answer.bodyText)?.[1];
  const code = answer.headers['x-ms-error-code'] ?? fromBody() ?? '';
  // Emulators have no code of their own for a checksum mismatch.
  if (code === 'InvalidOperation' && /contentMD5 doesn't match/i.test(answer.bodyText)) return 'Md5Mismatch';
  return isCode(code) ? code : '';
}

/** The first line of the service's message, in XML or JSON. */
export function messageOf(bodyText: string): string {
  const text =
    /<(?:\w+:)?message(?:\s[^>]*)?>([^<]*)/i.exec(bodyText)?.[1] ??
    /"(?:value|message)"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(bodyText)?.[1] ??
    '';
  return (text.split(/\r?\n|\\n/, 1)[0] ?? '').slice(0, 300);
}

/** The account limit that was exceeded, which the service names in its message; one of three. */
export function overLimitOf(bodyText: string): OverLimit {
  const [, named = ''] = /\b(ingress|egress|operations per second) is over the account limit/i.exec(bodyText) ?? [];
  const limit = named.toLowerCase();
  return limit === 'ingress' || limit === 'egress' ? limit : limit === '' ? '' : 'operations';
}

/** The kind and name of the object that the request was about, in the product's terms. */
export function objectOf({
  service,
  resource,
  path,
}: Pick<FailureFacts, 'service' | 'resource' | 'path'>): ErrorContext {
  if (resource === '') return {};
  if (service === 'table') return { table: resource };
  const blob = path.split('/').slice(2).join('/');
  if (blob === '') return { container: resource };
  try {
    return { container: resource, blob: decodeURIComponent(blob) };
  } catch {
    return { container: resource };
  }
}

/** Codes are concatenated words (`AuthorizationSourceIPMismatch`), never a run of base64. */
function isCode(text: string): boolean {
  return text.length <= 60 && /^(?:[A-Z]{0,3}[A-Z][a-z]+\d{0,2})+$/.test(text);
}

/** Emulators send AuthorizationFailure for a signature that does not match; the service sends it for a missing right. */
export function isSignatureRejected(serviceCode: string, bodyText: string): boolean {
  return serviceCode === 'AuthenticationFailed' || /authenticate/i.test(messageOf(bodyText));
}

/** The service refuses requests whose date is a quarter of an hour off, whatever signed them. */
export function isTooOld(bodyText: string): boolean {
  return /date header too old/i.test(bodyText);
}
