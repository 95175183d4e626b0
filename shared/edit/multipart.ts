// An entity group transaction as text, byte for byte as it is sent. The boundaries are the caller's, so that a preview
// and the real request have the same length.
import type { TableService } from '../model/table-service';

/** One operation of a transaction. `target` is the whole address without query. */
export interface PartRequest {
  readonly method: 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly target: string;
  readonly ifMatch: string | null;
  /** JSON; null for a delete. */
  readonly body: string | null;
  readonly service: TableService;
}

export interface Boundaries {
  readonly batch: string;
  readonly changes: string;
}

/** Boundaries of the length that real ones have, for measuring. */
export const sampleBoundaries: Boundaries = boundariesOf('0'.repeat(36), '0'.repeat(36));

/** Boundaries made of two GUIDs. */
export function boundariesOf(batchId: string, changesId: string): Boundaries {
  return { batch: `batch_${batchId}`, changes: `changeset_${changesId}` };
}

/** The operation without the boundary before it. */
export function renderPart({ method, target, ifMatch, body, service }: PartRequest): string {
  // Cosmos DB takes a merge as a POST that names it.
  const isTunnelled = method === 'PATCH' && service === 'cosmos';
  const headers = [
    ...(isTunnelled ? ['X-HTTP-Method: MERGE'] : []),
    ...(body === null ? [] : ['Content-Type: application/json']),
    'Accept: application/json;odata=minimalmetadata',
    'DataServiceVersion: 3.0',
    ...(ifMatch === null ? [] : [`If-Match: ${ifMatch}`]),
    // Without it the service sends every inserted entity back.
    ...(method === 'POST' ? ['Prefer: return-no-content'] : []),
  ];
  return `${isTunnelled ? 'POST' : method} ${target} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body === null ? '' : onLine(body)}\r\n`;
}

/** The text around the operations of a transaction: at its start, before each of them, at its end. */
export interface TransactionFrame {
  readonly head: string;
  readonly beforePart: string;
  readonly tail: string;
}

export function transactionFrame({ batch, changes }: Boundaries): TransactionFrame {
  return {
    head: `--${batch}\r\nContent-Type: multipart/mixed; boundary=${changes}\r\n\r\n`,
    beforePart: `--${changes}\r\n${partHeaders}\r\n\r\n`,
    tail: `--${changes}--\r\n--${batch}--\r\n`,
  };
}

/** The whole body of the request. */
export function renderTransaction(parts: readonly string[], boundaries: Boundaries): string {
  const { head, beforePart, tail } = transactionFrame(boundaries);
  return [head, ...parts.map((text) => beforePart + text), tail].join('');
}

/** The header of a request whose body is a transaction. */
export function transactionType({ batch }: Boundaries): string {
  return `multipart/mixed; boundary=${batch}`;
}

const partHeaders = 'Content-Type: application/http\r\nContent-Transfer-Encoding: binary';

/** Valid JSON that some parsers of transactions do not accept: line separators, and an empty object. */
function onLine(json: string): string {
  if (json === '{}') return '{ }';
  return json.replace(/[\u2028\u2029]/g, (character) => (character === '\u2028' ? '\\u2028' : '\\u2029'));
}
