// The credential of a request: signed with the account key, with a SAS appended, or with an access token. The signed
// text is written out here and tested to be the same on the wire as that of the SDKs, which would otherwise be loaded
// into every worker thread.
import { createHmac, createSecretKey } from 'node:crypto';
import { StowageError } from '@shared/errors';
import type { AccountDescriptor, Credential, KeySource, TokenSource, TokenTarget } from './account';
import { parseChallenge } from './challenge';
import { isSignatureRejected, isTooOld } from './failures/failure-facts';

/** The parts of a request that a signature covers. */
export interface SignableRequest {
  readonly service: 'blob' | 'table';
  readonly method: string;
  /** Path of the whole URL, encoded: for emulators it starts with the account name. */
  readonly path: string;
  /** Encoded query without `?`; may be empty. */
  readonly query: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The additions to the request itself. */
export interface Authorization {
  readonly headers: Readonly<Record<string, string>>;
  /** The query to send, SAS included. */
  readonly query: string;
  /** The account key that signed it. */
  readonly key?: string;
}

/** One per account; called before each attempt, so that what it adds may change or expire meanwhile. */
export interface Authorizer {
  /**
   * A promise only when something has to be fetched first, such as a new token: nearly all requests continue at once.
   * @param nowMs wall time
   */
  authorize(request: SignableRequest, nowMs: number): Authorization | Promise<Authorization>;
  /**
   * Present when another credential can be obtained: does so when the response denies the one that was sent. Resolves
   * to whether it is worth sending the request again.
   */
  readonly renew?: (denied: DeniedAnswer) => Promise<boolean>;
  /** Called when the service accepted what a request sent after `renew`. */
  readonly accepted?: (sent: Authorization) => void;
}

/** A response that may deny the credential; header names in lower case. */
export interface DeniedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceCode: string;
  readonly bodyText: string;
  /** What the request that it answers was sent with. */
  readonly sent: Authorization;
}

/** `tokens`: required for credentials of the kind `token`. `keys`: absent where there is only the key given. */
export function createAuthorizer(
  { connectionId, credential }: Pick<AccountDescriptor, 'connectionId' | 'credential'>,
  { tokens, keys }: { readonly tokens?: TokenSource; readonly keys?: KeySource } = {},
): Authorizer {
  switch (credential.kind) {
    case 'key':
      return sharedKey(connectionId, credential, keys);
    case 'sas':
      return sharedAccessSignature(credential.token);
    case 'token':
      return accessToken(credential, tokens);
    case 's3':
      return signedLater;
  }
}

/** The client of S3 signs what it makes of the request. */
const signedLater: Authorizer = { authorize: ({ query }) => ({ headers: {}, query }) };

function accessToken(target: TokenTarget, tokens: TokenSource | undefined): Authorizer {
  const source = (): TokenSource => {
    if (tokens !== undefined) return tokens;
    throw new StowageError('auth.sign-in-needed', 'Nobody is signed in here.', { context: { tenant: target.tenant } });
  };
  const withToken = (query: string, token: string, nowMs: number): Authorization => ({
    headers: { 'x-ms-date': httpDate(nowMs), authorization: `Bearer ${token}` },
    query,
  });
  return {
    authorize: ({ query }, nowMs) => {
      const held = source().current(target);
      if (held !== null) return withToken(query, held, nowMs);
      return source()
        .valid(target)
        .then(({ token }) => withToken(query, token, nowMs));
    },
    renew: async ({ status, headers, serviceCode, sent }) => {
      // The service answers 401 to an expired token, some of its endpoints 403.
      const isDenied = status === 401 || (status === 403 && serviceCode === 'AuthenticationFailed');
      if (!isDenied) return false;
      const claims = parseChallenge(headers['www-authenticate'])?.claims ?? undefined;
      await source().replace(target, (sent.headers.authorization ?? '').replace(/^Bearer /u, ''), claims);
      return true;
    },
  };
}

function sharedKey(
  connectionId: string,
  credential: Credential & { kind: 'key' },
  keys: KeySource | undefined,
): Authorizer {
  let accountKey = credential.accountKey;
  let key = createSecretKey(Buffer.from(accountKey, 'base64'));
  /** The search for another key than this one, which all requests that were denied with it wait for. */
  let search: { readonly rejected: string; readonly found: Promise<string | null> } | null = null;
  let unconfirmed: string | null = null;
  const renewing: Pick<Authorizer, 'renew' | 'accepted'> = {
    renew: async ({ status, serviceCode, bodyText, sent }) => {
      const rejected = sent.key ?? '';
      // A wrong clock is denied with any key.
      // Cosmos DB answers 401, with any code.
      const isRejected = status === 401 || (status === 403 && isSignatureRejected(serviceCode, bodyText));
      if (!isRejected || isTooOld(bodyText)) return false;
      if (rejected !== accountKey) return true;
      if (search?.rejected !== rejected) {
        search = { rejected, found: keys?.other(connectionId, rejected) ?? Promise.resolve(null) };
      }
      const found = await search.found;
      search = null;
      if (found === null) return rejected !== accountKey;
      accountKey = found;
      unconfirmed = found;
      key = createSecretKey(Buffer.from(found, 'base64'));
      return true;
    },
    accepted: (sent) => {
      if (sent.key === undefined || sent.key !== unconfirmed) return;
      unconfirmed = null;
      keys?.accepted(connectionId, sent.key);
    },
  };
  return {
    ...(keys === undefined ? {} : renewing),
    authorize: (request, nowMs) => {
      const { service, method, path, query } = request;
      const date = httpDate(nowMs);
      const dated = { service, method, path, query, headers: { 'x-ms-date': date, ...request.headers } };
      const text =
        service === 'blob'
          ? blobStringToSign(dated, credential.accountName)
          : tableStringToSign(dated, credential.accountName);
      const signature = createHmac('sha256', key).update(text, 'utf8').digest('base64');
      const scheme = service === 'blob' ? 'SharedKey' : 'SharedKeyLite';
      return {
        headers: { 'x-ms-date': date, authorization: `${scheme} ${credential.accountName}:${signature}` },
        query,
        key: accountKey,
      };
    },
  };
}

function sharedAccessSignature(token: string): Authorizer {
  return {
    authorize: ({ query }, nowMs) => ({
      headers: { 'x-ms-date': httpDate(nowMs) },
      query: query === '' ? token : hasSignature(query) ? query : `${query}&${token}`,
    }),
  };
}

let lastDate = { second: -1, text: '' };

/** Many requests are sent within one second, so the text is cached. */
function httpDate(nowMs: number): string {
  const second = Math.floor(nowMs / 1000);
  if (lastDate.second !== second) lastDate = { second, text: new Date(second * 1000).toUTCString() };
  return lastDate.text;
}

function hasSignature(query: string): boolean {
  return /(^|&)sig=/.test(query);
}

const blobStandardHeaders = [
  'content-language',
  'content-encoding',
  'content-length',
  'content-md5',
  'content-type',
  'date',
  'if-modified-since',
  'if-match',
  'if-none-match',
  'if-unmodified-since',
  'range',
] as const;

/** Authorize with Shared Key, Blob service: string to sign. */
function blobStringToSign(request: SignableRequest, accountName: string): string {
  const { method, path, query, headers } = request;
  let text = `${method}\n`;
  for (const name of blobStandardHeaders) {
    const value = headers[name] ?? '';
    text += name === 'content-length' && value === '0' ? '\n' : `${value}\n`;
  }
  for (const name of ownNames(headers)) text += `${name}:${(headers[name] ?? '').trimStart()}\n`;
  return `${text}/${accountName}${path}${canonicalQuery(query)}`;
}

/** In the order in which they are signed, by the names of all headers. Requests of one kind have the same ones. */
const knownOrders = new Map<string, readonly string[]>();
const maxKnownOrders = 200;

/** Names of the service's own headers, in the order in which they are signed. */
function ownNames(headers: SignableRequest['headers']): readonly string[] {
  const names = Object.keys(headers);
  const key = names.join(' ');
  let order = knownOrders.get(key);
  if (order === undefined) {
    order = names.filter((name) => name.startsWith('x-ms-')).sort(compareHeaderNames);
    // Metadata makes any number of them.
    if (knownOrders.size === maxKnownOrders) knownOrders.clear();
    knownOrders.set(key, order);
  }
  return order;
}

/** Authorize with Shared Key Lite, Table service: string to sign. */
function tableStringToSign(request: SignableRequest, accountName: string): string {
  const comp = new URLSearchParams(request.query).get('comp');
  const resource = `/${accountName}${request.path}${comp === null ? '' : `?comp=${comp}`}`;
  return `${request.headers['x-ms-date'] ?? ''}\n${resource}`;
}

function canonicalQuery(query: string): string {
  if (query === '') return '';
  const values = new Map<string, string>();
  for (const part of query.split('&')) {
    const equals = part.indexOf('=');
    // Valueless parameters are not signed.
    if (equals <= 0 || equals === part.length - 1) continue;
    values.set(part.slice(0, equals).toLowerCase(), decodeURIComponent(part.slice(equals + 1)));
  }
  return [...values.keys()]
    .sort()
    .map((name) => `\n${name}:${values.get(name) ?? ''}`)
    .join('');
}

/** The service's order ignores hyphens and puts the underscore before digits; hyphens decide only between equals. */
function compareHeaderNames(left: string, right: string): number {
  const [a, b] = [sortKey(left), sortKey(right)];
  if (a !== b) return a < b ? -1 : 1;
  return left < right ? -1 : 1;
}

function sortKey(name: string): string {
  return name.replace(/-/g, '').replace(/_/g, '!');
}
