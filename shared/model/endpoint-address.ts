// Reads service addresses as users paste them. Pure text work: shared code has no URL object. Error sentences name the
// part and never repeat the typed text.
import { StowageError } from '../errors';
import { t } from '../strings/t';

/** An address taken apart, without its query. */
export interface Address {
  readonly protocol: 'http' | 'https';
  /** Lower case; IPv6 in brackets. */
  readonly host: string;
  /** Empty when the protocol's own. */
  readonly port: string;
  /** Encoded, as it was written; empty when there is none. */
  readonly path: string;
  /** Encoded segments, without empty ones. */
  readonly segments: readonly string[];
  /** Without `?`; empty when there is none. */
  readonly query: string;
}

/** Builds the error for one part of the input. */
export type CreateInputError = (field: string, problem: string, fix: string) => StowageError;

/** `invalid.connection-string` and `invalid.sas` share one form: field, problem, fix. */
export function invalidInputAs(code: 'invalid.connection-string' | 'invalid.sas' | 'invalid.input'): CreateInputError {
  return (field, problem, fix) =>
    new StowageError(code, `${field}: ${problem} ${fix}`, { context: { field, problem, fix } });
}

const addressPattern =
  /^(https?):\/\/(\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)(?::(\d{1,5}))?(\/[^?#\s]*)?(?:\?([^#\r\n]*))?$/i;

/** Throws what `inputError` makes, naming `field`. */
export function parseAddress(text: string, field: string, inputError: CreateInputError): Address {
  const trimmed = text.trim();
  if (trimmed === '') throw inputError(field, t`is empty.`, t`Enter the whole URL, starting with https://.`);
  if (!/^https?:\/\//i.test(trimmed)) {
    throw inputError(field, t`does not start with https:// or http://.`, t`Copy the whole URL.`);
  }
  const address = readAddress(trimmed);
  if (address === null) {
    throw inputError(
      field,
      t`is not a valid URL.`,
      t`Copy it again, for example https://account.blob.core.windows.net.`,
    );
  }
  if (address.port !== '' && !isPort(Number(address.port))) {
    throw inputError(field, t`has a port outside 1 to 65535.`, t`Correct the number after the colon.`);
  }
  return address;
}

/** Null for text that is not a web address; the port may be out of range. */
export function readAddress(text: string): Address | null {
  const match = addressPattern.exec(text);
  if (match === null || !isWholeHost(match[2] ?? '')) return null;
  return {
    protocol: (match[1] ?? '').toLowerCase() === 'http' ? 'http' : 'https',
    host: (match[2] ?? '').toLowerCase(),
    port: match[3] ?? '',
    path: match[4] ?? '',
    segments: (match[4] ?? '').split('/').filter((segment) => segment !== ''),
    query: match[5] ?? '',
  };
}

/**
 * A host whose last label is a number is an IPv4 address to every parser of URLs, which rejects one that is not.
 * Source: URL Standard, "ends in a number".
 */
function isWholeHost(host: string): boolean {
  const labels = host.split('.');
  if (!/^(?:\d+|0x[0-9a-f]*)$/iu.test(labels.at(-1) ?? '')) return true;
  return labels.length <= 4 && labels.every((label) => /^\d{1,3}$/u.test(label) && Number(label) <= 255);
}

/** Whether the host is the local machine. */
export function isThisMachine(host: string): boolean {
  return /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}

export function isPort(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= 65_535;
}

/** A name or address that can stand as a host: DNS name, IPv4, IPv6 with or without brackets. */
export function isHost(text: string): boolean {
  const isName = /^[a-z0-9]([a-z0-9._-]{0,251}[a-z0-9])?$/i.test(text) && isWholeHost(text);
  return isName || /^\[?[0-9a-f:.]*:[0-9a-f:.]*\]?$/i.test(text);
}

/** Emulators and IP addresses carry the account in the path: `http://127.0.0.1:10000/account`. */
export function isPathStyle({ host }: Address): boolean {
  return host.startsWith('[') || /^[0-9.]+$/.test(host) || !host.includes('.');
}

/** `https://host:port`, without path. */
export function originOf({ protocol, host, port }: Address): string {
  const defaultPort = protocol === 'https' ? '443' : '80';
  return `${protocol}://${host}${port === '' || port === defaultPort ? '' : `:${port}`}`;
}

/** The account an address belongs to: the first path segment or the first label of the host. */
export function accountOf(address: Address): string | undefined {
  return isPathStyle(address) ? address.segments[0] : address.host.split('.')[0]?.replace(/-secondary$/, '');
}

/** The base address of the account. */
export function accountBaseOf(address: Address): string {
  const origin = originOf(address);
  const [account] = isPathStyle(address) ? address.segments : [];
  return account === undefined ? origin : `${origin}/${account}`;
}

/** The hosts of endpoints as a user recognises them: without https, with http. Each once. */
export function shownHosts(endpoints: {
  readonly blob?: string | undefined;
  readonly table?: string | undefined;
  readonly dfs?: string | undefined;
}): string[] {
  const origins = [endpoints.blob, endpoints.table, endpoints.dfs].flatMap((endpoint) => {
    const address = endpoint === undefined ? null : readAddress(endpoint);
    return address === null ? [] : [originOf(address)];
  });
  return [...new Set(origins)].map((origin) => origin.replace(/^https:\/\//, ''));
}
