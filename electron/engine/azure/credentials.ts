// Signs requests with the account key, or appends a SAS. What is signed is spelled out here and tested to be the same on
// the wire as what the SDKs send; the SDKs themselves would be loaded into every worker thread.
import { createHmac, createSecretKey } from 'node:crypto';
import type { Credential } from './account';

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

/** What a signer adds to a request. */
export interface Signature {
  readonly headers: Readonly<Record<string, string>>;
  /** The query to send, SAS included. */
  readonly query: string;
}

export interface Signer {
  /** `date` is an HTTP date; it becomes `x-ms-date`. */
  sign(request: SignableRequest, date: string): Signature;
}

export function createSigner(credential: Credential): Signer {
  return credential.kind === 'key' ? keySigner(credential) : sasSigner(credential.token);
}

function keySigner(credential: Credential & { kind: 'key' }): Signer {
  const key = createSecretKey(Buffer.from(credential.accountKey, 'base64'));
  return {
    sign: (request, date) => {
      const { service, method, path, query } = request;
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
      };
    },
  };
}

function sasSigner(token: string): Signer {
  return {
    sign: ({ query }, date) => ({
      headers: { 'x-ms-date': date },
      query: query === '' ? token : hasSignature(query) ? query : `${query}&${token}`,
    }),
  };
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
