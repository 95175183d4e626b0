// The partition and the number of entities of a table request, as far as the request itself contains them. For the heat
// map of partitions and for the share of a partition's target.

export interface TableRequestText {
  /** Encoded, below the endpoint. */
  readonly path: string;
  /** Encoded, without `?`. */
  readonly query: string;
  readonly body?: unknown;
}

/** A transaction names its partition in its first operation, after a few lines of head. */
const lookedAtBytes = 4_096;

/** The PartitionKey, decoded; empty when the request names none or several. Pure. */
export function partitionOf({ path, query, body }: TableRequestText): string {
  const named = keyIn(decoded(path)) ?? filterKey(new URLSearchParams(query).get('$filter') ?? '');
  if (named !== null) return named;
  return body instanceof Uint8Array ? (bodyKey(body) ?? '') : '';
}

/** Number of entities addressed by key: one per operation of a transaction; 0 for a query, with unknown rows. Pure. */
export function entitiesNamedBy({ path, body }: Omit<TableRequestText, 'query'>): number {
  if (path.endsWith('/$batch')) return body instanceof Uint8Array ? operationsIn(body) : 0;
  if (keyIn(decoded(path)) !== null) return 1;
  return body instanceof Uint8Array && bodyKey(body) !== null ? 1 : 0;
}

/** The line end distinguishes the head of a part from text in an entity, where JSON escapes it. */
const headOfOperation = 'application/http\r\n';

function operationsIn(body: Uint8Array): number {
  const text = Buffer.from(body.buffer, body.byteOffset, body.length);
  let operations = 0;
  for (let at = text.indexOf(headOfOperation); at >= 0; at = text.indexOf(headOfOperation, at + 1)) operations += 1;
  return operations;
}

function keyIn(address: string): string | null {
  const quoted = /\(PartitionKey='((?:[^']|'')*)'/u.exec(address)?.[1];
  return quoted === undefined ? null : quoted.replace(/''/gu, "'");
}

function filterKey(filter: string): string | null {
  const found = [...filter.matchAll(/PartitionKey eq '((?:[^']|'')*)'/gu)];
  const [only] = found;
  const operators = filter.replace(/'(?:[^']|'')*'/gu, '');
  if (only === undefined || found.length > 1 || /\b(?:or|not)\b/u.test(operators)) return null;
  return (only[1] ?? '').replace(/''/gu, "'");
}

function bodyKey(body: Uint8Array): string | null {
  const text = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, lookedAtBytes)).toString('utf8');
  const address = /\(PartitionKey=[^)]*\)/u.exec(text)?.[0];
  if (address !== undefined) return keyIn(decoded(address));
  const property = /"PartitionKey"\s*:\s*("(?:[^"\\]|\\.)*")/u.exec(text)?.[1];
  return property === undefined ? null : (JSON.parse(property) as string);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
