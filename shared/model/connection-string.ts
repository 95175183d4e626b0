// Reads connection strings, SAS URLs, account keys and emulator addresses into one form, and refuses what is
// malformed by a sentence that names the part, the problem and the fix. Never repeats a value: it may be a secret.
import type { ConnectionInput, SasScope } from './connection';
import {
  type Address,
  type Refuse,
  accountOf,
  isHost,
  isPort,
  isPathStyle,
  originOf,
  parseAddress,
  refuseAs,
  splitAccountPath,
} from './endpoint-address';
import { parseSasToken } from './sas-token';

/** The emulator's published account; no secret. */
export const emulatorAccount = {
  name: 'devstoreaccount1',
  key: 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==',
} as const;

/** The one form of every way to reach an account. */
export interface ParsedConnection {
  readonly accountName: string;
  /** Base addresses without trailing slash or query; absent where the connection cannot reach the service. */
  readonly endpoints: { readonly blob?: string; readonly table?: string };
  readonly credential:
    | { readonly kind: 'key'; readonly accountKey: string }
    /** Query string without `?`. */
    | { readonly kind: 'sas'; readonly token: string };
  readonly sas?: SasScope;
}

/** Any way of entering a connection. Throws `invalid.connection-string`, `invalid.sas` or `invalid.input`. */
export function parseConnectionInput(input: ConnectionInput): ParsedConnection {
  switch (input.kind) {
    case 'emulator':
      return parseEmulator(input);
    case 'connection-string':
      return parseConnectionString(input.connectionString);
    case 'account-key':
      return parseAccountKey(input);
    case 'sas':
      return parseSas(input.sas);
  }
}

/** A SAS URL, or a connection string that carries a SAS. */
export function parseSas(text: string): ParsedConnection {
  const trimmed = unquoted(text);
  const refuse = refuseAs('invalid.sas');
  if (trimmed === '') {
    throw refuse('SAS', 'is empty.', 'Paste a SAS URL or a connection string with SharedAccessSignature.');
  }
  if (/^https?:\/\//i.test(trimmed)) return parseSasUrl(trimmed);
  if (/(^|;)\s*SharedAccessSignature\s*=/i.test(trimmed)) return parseConnectionString(trimmed);
  if (/(^|[?&])sig=/.test(trimmed)) {
    throw refuse('SAS', 'has no address.', 'Copy the SAS URL, which starts with https:// and the account.');
  }
  throw refuse('SAS', 'is neither a SAS URL nor a SAS connection string.', 'Copy it again from where it was created.');
}

/** Level, rights and validity of a SAS, from its query string. */
export function sasScope(token: string): SasScope {
  return parseSasToken(token).scope;
}

/** Account and key as separate fields, on a service cloud named by its suffix. */
export function parseAccountKey(input: {
  readonly accountName: string;
  readonly accountKey: string;
  readonly endpointSuffix: string;
}): ParsedConnection {
  const refuse = refuseAs('invalid.input');
  const accountName = checkedAccountName(input.accountName, 'Account name', refuse);
  const accountKey = checkedKey(input.accountKey, 'Account key', refuse);
  const suffix = checkedSuffix(input.endpointSuffix, 'Endpoint suffix', refuse);
  return {
    accountName,
    endpoints: suffixEndpoints('https', accountName, suffix),
    credential: { kind: 'key', accountKey },
  };
}

/** An emulator with the published account, by host and ports. */
export function parseEmulator(input: {
  readonly host: string;
  readonly blobPort: number;
  readonly tablePort: number;
}): ParsedConnection {
  const refuse = refuseAs('invalid.input');
  const host = input.host.trim();
  if (host === '') throw refuse('Host', 'is empty.', 'Enter 127.0.0.1 for an emulator on this machine.');
  if (/^https?:/i.test(host)) throw refuse('Host', 'is a whole address.', 'Enter only the name or IP address.');
  if (!isHost(host)) throw refuse('Host', 'is not a host name.', 'Enter a name or an IP address, such as 127.0.0.1.');
  for (const [field, port] of [
    ['Blob port', input.blobPort],
    ['Table port', input.tablePort],
  ] as const) {
    if (!isPort(port)) throw refuse(field, 'is outside 1 to 65535.', 'Enter the port that the emulator printed.');
  }
  if (input.blobPort === input.tablePort) {
    throw refuse(
      'Table port',
      'is the same as the blob port.',
      'Enter the port of the Table service, 10002 by default.',
    );
  }
  const named = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  return emulatorConnection(`http://${named}`, input.blobPort, input.tablePort);
}

/** A connection string: with a key, with a SAS, or of the emulator. */
export function parseConnectionString(text: string): ParsedConnection {
  const refuse = refuseAs('invalid.connection-string');
  const parts = partsOf(unquoted(text), refuse);
  if (parts.has('usedevelopmentstorage')) return developmentStorage(parts, refuse);
  const sas = parts.get('sharedaccesssignature');
  if (sas !== undefined) return sasString(parts, sas, refuse);

  const explicit = explicitEndpoints(parts, refuse);
  const hasExplicit = explicit.blob !== undefined || explicit.table !== undefined;
  const rule = hasExplicit ? 'any' : 'cloud';
  const accountName = checkedAccountName(required(parts, 'AccountName', refuse), 'AccountName', refuse, rule);
  const accountKey = checkedKey(required(parts, 'AccountKey', refuse), 'AccountKey', refuse, rule);
  const credential = { kind: 'key', accountKey } as const;
  if (!hasExplicit) return { accountName, endpoints: derivedEndpoints(parts, accountName, refuse), credential };
  const endpoints = {
    ...(parts.has('endpointsuffix') ? derivedEndpoints(parts, accountName, refuse) : {}),
    ...(explicit.blob === undefined ? {} : { blob: explicit.blob.base }),
    ...(explicit.table === undefined ? {} : { table: explicit.table.base }),
  };
  return { accountName, endpoints, credential };
}

const partNames = [
  'DefaultEndpointsProtocol',
  'AccountName',
  'AccountKey',
  'EndpointSuffix',
  'SharedAccessSignature',
  'UseDevelopmentStorage',
  'DevelopmentStorageProxyUri',
  ...['Blob', 'Table', 'Queue', 'File', 'Dfs', 'Web'].flatMap((service) => [
    `${service}Endpoint`,
    `${service}SecondaryEndpoint`,
  ]),
] as const;
const knownParts: ReadonlyMap<string, string> = new Map(partNames.map((name) => [name.toLowerCase(), name]));

/** By lower-case name. */
type Parts = ReadonlyMap<string, string>;

function partsOf(text: string, refuse: Refuse): Parts {
  if (text === '') {
    throw refuse('Connection string', 'is empty.', 'Copy it from the account, under Access keys.');
  }
  if (/^https?:\/\//i.test(text)) {
    throw refuse('Connection string', 'is a web address.', 'For a SAS URL choose SAS as the kind of connection.');
  }
  if (/[\r\n]/.test(text)) {
    throw refuse('Connection string', 'has several lines.', 'Remove the line breaks.');
  }
  const parts = new Map<string, string>();
  for (const [index, raw] of text.split(';').entries()) {
    const part = raw.trim();
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = equals < 0 ? undefined : knownParts.get(part.slice(0, equals).trim().toLowerCase());
    if (equals < 0) {
      throw refuse(`Part ${index + 1}`, 'is not of the form Name=Value.', 'Copy the whole connection string again.');
    }
    if (name === undefined) {
      throw refuse(
        `Part ${index + 1}`,
        'has a name that connection strings do not have.',
        'Use names such as AccountName, AccountKey and EndpointSuffix.',
      );
    }
    if (parts.has(name.toLowerCase())) throw refuse(name, 'is given twice.', 'Remove one of the two.');
    parts.set(name.toLowerCase(), part.slice(equals + 1).trim());
  }
  return parts;
}

function required(parts: Parts, name: string, refuse: Refuse): string {
  const value = parts.get(name.toLowerCase());
  if (value !== undefined) return value;
  throw refuse(name, 'is missing.', 'Copy the whole connection string again.');
}

function developmentStorage(parts: Parts, refuse: Refuse): ParsedConnection {
  if (parts.get('usedevelopmentstorage')?.toLowerCase() !== 'true') {
    throw refuse('UseDevelopmentStorage', 'is not true.', 'Write UseDevelopmentStorage=true, or leave it out.');
  }
  const proxy = parts.get('developmentstorageproxyuri');
  if (proxy === undefined) return emulatorConnection('http://127.0.0.1', 10_000, 10_002);
  const address = parseAddress(proxy, 'DevelopmentStorageProxyUri', refuse);
  return emulatorConnection(originOf({ ...address, port: '' }), 10_000, 10_002);
}

function emulatorConnection(origin: string, blobPort: number, tablePort: number): ParsedConnection {
  return {
    accountName: emulatorAccount.name,
    endpoints: {
      blob: `${origin}:${blobPort}/${emulatorAccount.name}`,
      table: `${origin}:${tablePort}/${emulatorAccount.name}`,
    },
    credential: { kind: 'key', accountKey: emulatorAccount.key },
  };
}

interface ExplicitEndpoint {
  readonly base: string;
  readonly address: Address;
  readonly below: readonly string[];
}

function explicitEndpoints(parts: Parts, refuse: Refuse): { blob?: ExplicitEndpoint; table?: ExplicitEndpoint } {
  const read = (service: 'Blob' | 'Table'): ExplicitEndpoint | undefined => {
    const field = `${service}Endpoint`;
    const text = parts.get(field.toLowerCase());
    if (text === undefined) return undefined;
    const address = parseAddress(text, field, refuse);
    if (address.query !== '') {
      throw refuse(field, 'carries a query.', 'Remove everything from the question mark on.');
    }
    return { address, ...splitAccountPath(address) };
  };
  const blob = read('Blob');
  const table = read('Table');
  return { ...(blob === undefined ? {} : { blob }), ...(table === undefined ? {} : { table }) };
}

function derivedEndpoints(parts: Parts, accountName: string, refuse: Refuse): { blob: string; table: string } {
  const protocol = parts.get('defaultendpointsprotocol')?.toLowerCase() ?? 'https';
  if (protocol !== 'http' && protocol !== 'https') {
    throw refuse('DefaultEndpointsProtocol', 'is neither https nor http.', 'Write DefaultEndpointsProtocol=https.');
  }
  const suffix = checkedSuffix(parts.get('endpointsuffix') ?? 'core.windows.net', 'EndpointSuffix', refuse);
  return suffixEndpoints(protocol, accountName, suffix);
}

function suffixEndpoints(protocol: string, accountName: string, suffix: string): { blob: string; table: string } {
  return {
    blob: `${protocol}://${accountName}.blob.${suffix}`,
    table: `${protocol}://${accountName}.table.${suffix}`,
  };
}

function sasString(parts: Parts, text: string, refuse: Refuse): ParsedConnection {
  const explicit = explicitEndpoints(parts, refuse);
  const container = explicit.blob?.below[0];
  const parsed = parseSasToken(text, container === undefined ? undefined : decodeSegment(container));
  const address = explicit.blob?.address ?? explicit.table?.address;
  const given = parts.get('accountname') ?? (address === undefined ? undefined : accountOf(address));
  if (given === undefined) {
    throw refuse('BlobEndpoint', 'is missing.', 'Copy the whole connection string, with its endpoints.');
  }
  const accountName = checkedAccountName(given, 'AccountName', refuse, address === undefined ? 'cloud' : 'any');
  const endpoints: { blob?: string; table?: string } =
    address === undefined
      ? derivedEndpoints(parts, accountName, refuse)
      : {
          ...(explicit.blob === undefined ? {} : { blob: explicit.blob.base }),
          ...(explicit.table === undefined ? {} : { table: explicit.table.base }),
        };
  return covered({ accountName, endpoints, ...parsed }, refuse);
}

function parseSasUrl(text: string): ParsedConnection {
  const refuse = refuseAs('invalid.sas');
  const address = parseAddress(text, 'SAS URL', refuse);
  if (address.query === '') {
    throw refuse(
      'SAS URL',
      'has no SAS: nothing follows the address.',
      'Copy the whole URL, including what follows the ?.',
    );
  }
  const { base, below } = splitAccountPath(address);
  const container = below[0] === undefined ? undefined : decodeSegment(below[0]);
  const parsed = parseSasToken(address.query, container);
  const accountName = checkedAccountName(accountOf(address) ?? '', 'SAS URL', refuse, 'any');
  return covered({ accountName, endpoints: endpointsBeside(address, base, parsed.services), ...parsed }, refuse);
}

/** The address belongs to one service; on the service's own domains the other one is its neighbour. */
function endpointsBeside(
  address: Address,
  base: string,
  services: readonly ('blob' | 'table')[],
): { blob?: string; table?: string } {
  const label = /^[^.]+\.(blob|table)\./.exec(address.host)?.[1];
  if (label !== undefined) {
    return { blob: base.replace(`.${label}.`, '.blob.'), table: base.replace(`.${label}.`, '.table.') };
  }
  const only =
    services.length === 1 ? services[0] : isPathStyle(address) && address.port === '10002' ? 'table' : 'blob';
  return only === 'table' ? { table: base } : { blob: base };
}

interface SasCandidate {
  readonly accountName: string;
  readonly endpoints: { readonly blob?: string; readonly table?: string };
  readonly token: string;
  readonly scope: SasScope;
  readonly services: readonly ('blob' | 'table')[];
}

/** Drops services that the SAS does not cover; refuses where nothing is left to reach. */
function covered(candidate: SasCandidate, refuse: Refuse): ParsedConnection {
  const { accountName, endpoints, token, scope, services } = candidate;
  const reachable = {
    ...(services.includes('blob') && endpoints.blob !== undefined ? { blob: endpoints.blob } : {}),
    ...(services.includes('table') && endpoints.table !== undefined ? { table: endpoints.table } : {}),
  };
  if (reachable.blob === undefined && reachable.table === undefined) {
    const field = services[0] === 'table' ? 'TableEndpoint' : 'BlobEndpoint';
    throw refuse(field, 'is missing, and the SAS is for that service.', 'Add the endpoint of the service.');
  }
  if ((scope.level === 'container' || scope.level === 'blob') && scope.resource === undefined) {
    throw refuse('BlobEndpoint', 'names no container, and the SAS is for one.', 'Add the container to the address.');
  }
  return { accountName, endpoints: reachable, credential: { kind: 'sas', token }, sas: scope };
}

function checkedAccountName(text: string, field: string, refuse: Refuse, rule: 'cloud' | 'any' = 'cloud'): string {
  const name = text.trim();
  if (name === '') throw refuse(field, 'names no account.', 'Enter the name of the storage account.');
  // Emulators may be started with accounts of any name.
  const fits = rule === 'any' ? /^[A-Za-z0-9][A-Za-z0-9-]{0,62}$/ : /^[a-z0-9]{3,24}$/;
  if (fits.test(name)) return name;
  throw refuse(
    field,
    'is not the name of a storage account.',
    'Account names have 3 to 24 lower-case letters and digits.',
  );
}

function checkedKey(text: string, field: string, refuse: Refuse, rule: 'cloud' | 'any' = 'cloud'): string {
  const key = text.trim();
  if (key === '') throw refuse(field, 'is empty.', 'Copy the key from the account, under Access keys.');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(key) || key.length % 4 !== 0) {
    throw refuse(field, 'is not valid base64.', 'Copy the whole key, including the trailing =.');
  }
  const bytes = (key.length / 4) * 3 - (/=*$/.exec(key)?.[0].length ?? 0);
  if (rule === 'cloud' && bytes !== 64) {
    throw refuse(field, `has ${bytes} bytes; account keys have 64.`, 'Copy the whole key, 88 characters.');
  }
  return key;
}

function checkedSuffix(text: string, field: string, refuse: Refuse): string {
  const suffix = text.trim().toLowerCase();
  if (suffix === '') throw refuse(field, 'is empty.', 'Enter core.windows.net for the public cloud.');
  if (!/^[a-z0-9][a-z0-9-]*(\.[a-z0-9-]+)+(:\d{1,5})?$/.test(suffix)) {
    throw refuse(field, 'is not a domain.', 'Enter core.windows.net for the public cloud.');
  }
  return suffix;
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Without blanks around it and without quotation marks that came along. */
function unquoted(text: string): string {
  const trimmed = text.trim();
  return /^"[^"]*"$/.test(trimmed) || /^'[^']*'$/.test(trimmed) ? trimmed.slice(1, -1).trim() : trimmed;
}
