// Takes a connection string apart: its parts by name, and the endpoints that they state or imply.
import { type Address, type CreateInputError, accountBaseOf, parseAddress } from '../endpoint-address';
import { checkedSuffix, suffixEndpoints } from './account-fields';
import { t } from '../../strings/t';

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
export type Parts = ReadonlyMap<string, string>;

/** Throws what `inputError` makes where the text is no list of known parts, each given once. */
export function partsOf(text: string, inputError: CreateInputError): Parts {
  if (text === '') {
    throw inputError('Connection string', t`is empty.`, t`Copy it from the account’s Access keys page.`);
  }
  if (/^https?:\/\//i.test(text)) {
    throw inputError('Connection string', t`is a URL.`, t`For a SAS URL, choose SAS as the connection method.`);
  }
  const parts = new Map<string, string>();
  for (const [index, raw] of inOneLine(text).split(';').entries()) {
    const part = raw.trim();
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = equals < 0 ? undefined : knownParts.get(part.slice(0, equals).trim().toLowerCase());
    if (equals < 0) {
      throw inputError(
        t`Part ${index + 1}`,
        t`is not in the form Name=Value.`,
        t`Copy the whole connection string again.`,
      );
    }
    if (/^AccountEndpoint$/i.test(part.slice(0, Math.max(0, equals)).trim())) {
      throw inputError(
        'AccountEndpoint',
        t`belongs to the NoSQL interface of Cosmos DB.`,
        t`Of a Cosmos DB account for Table, paste the string that begins with DefaultEndpointsProtocol and names a TableEndpoint, under Connection strings.`,
      );
    }
    if (name === undefined) {
      throw inputError(
        t`Part ${index + 1}`,
        t`is not a valid name in a connection string.`,
        t`Use names such as AccountName, AccountKey and EndpointSuffix.`,
      );
    }
    if (parts.has(name.toLowerCase())) throw inputError(name, t`occurs twice.`, t`Remove one of them.`);
    parts.set(name.toLowerCase(), unquotedValue(part.slice(equals + 1).trim()));
  }
  return parts;
}

/** Programs that build connection strings put values with an equals sign into quotation marks. */
export function unquotedValue(text: string): string {
  return /^"[^"]*"$/u.test(text) || /^'[^']*'$/u.test(text) ? text.slice(1, -1).trim() : text;
}

/** Line breaks of a mail or a terminal: between two parts, or in the middle of one. */
function inOneLine(text: string): string {
  return text
    .split(/\s*[\r\n]\s*/u)
    .reduce((whole, line) => whole + (knownParts.has(line.split('=')[0]?.toLowerCase() ?? '') ? ';' : '') + line);
}

/** The value of a part that must be there. */
export function required(parts: Parts, name: string, inputError: CreateInputError): string {
  const value = parts.get(name.toLowerCase());
  if (value !== undefined) return value;
  throw inputError(name, t`is missing.`, t`Copy the whole connection string again.`);
}

interface ExplicitEndpoint {
  readonly base: string;
  readonly address: Address;
}

/** Where the string states an explicit address. */
export interface ExplicitEndpoints {
  readonly blob?: ExplicitEndpoint;
  readonly table?: ExplicitEndpoint;
  readonly dfs?: ExplicitEndpoint;
}

/** The endpoints that the string states. */
export function explicitEndpoints(parts: Parts, inputError: CreateInputError): ExplicitEndpoints {
  const read = (service: 'Blob' | 'Table' | 'Dfs'): ExplicitEndpoint | undefined => {
    const field = `${service}Endpoint`;
    const text = parts.get(field.toLowerCase());
    if (text === undefined) return undefined;
    const address = parseAddress(text, field, inputError);
    if (address.query !== '') {
      throw inputError(field, t`contains a query string.`, t`Remove the question mark and everything after it.`);
    }
    return { address, base: accountBaseOf(address) };
  };
  const blob = read('Blob');
  const table = read('Table');
  const dfs = read('Dfs');
  return {
    ...(blob === undefined ? {} : { blob }),
    ...(table === undefined ? {} : { table }),
    ...(dfs === undefined ? {} : { dfs }),
  };
}

/** The bases of stated endpoints, without the absent ones. */
export function basesOf(explicit: ExplicitEndpoints): { blob?: string; table?: string; dfs?: string } {
  return {
    ...(explicit.blob === undefined ? {} : { blob: explicit.blob.base }),
    ...(explicit.table === undefined ? {} : { table: explicit.table.base }),
    ...dfsBaseOf(explicit.dfs),
  };
}

/** The base of a stated Data Lake endpoint, as it is stored with the connection. */
export const dfsBaseOf = (dfs: ExplicitEndpoint | undefined): { dfs?: string } =>
  dfs === undefined ? {} : { dfs: dfs.base };

/** The endpoints that follow from the protocol, the name of the account and the cloud. */
export function derivedEndpoints(
  parts: Parts,
  accountName: string,
  inputError: CreateInputError,
): { blob: string; table: string } {
  const protocol = parts.get('defaultendpointsprotocol')?.toLowerCase() ?? 'https';
  if (protocol !== 'http' && protocol !== 'https') {
    throw inputError('DefaultEndpointsProtocol', t`is neither https nor http.`, t`Use DefaultEndpointsProtocol=https.`);
  }
  const suffix = checkedSuffix(parts.get('endpointsuffix') ?? 'core.windows.net', 'EndpointSuffix', inputError);
  return suffixEndpoints(protocol, accountName, suffix);
}
