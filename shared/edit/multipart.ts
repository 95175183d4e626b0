// An entity group transaction as text, byte for byte as it is sent. The boundaries are the caller's, so that a preview
// and the real request have the same length.

/** One operation of a transaction. `target` is the whole address without query. */
export interface PartRequest {
  readonly method: 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly target: string;
  readonly ifMatch: string | null;
  /** JSON; null for a delete. */
  readonly body: string | null;
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
export function renderPart({ method, target, ifMatch, body }: PartRequest): string {
  const headers = [
    ...(body === null ? [] : ['Content-Type: application/json']),
    'Accept: application/json;odata=minimalmetadata',
    'DataServiceVersion: 3.0',
    ...(ifMatch === null ? [] : [`If-Match: ${ifMatch}`]),
    // Without it the service sends every inserted entity back.
    ...(method === 'POST' ? ['Prefer: return-no-content'] : []),
  ];
  return `${method} ${target} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body === null ? '' : onLine(body)}\r\n`;
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

/** Bytes of the text in UTF-8, where a lone surrogate counts as the three of its replacement. */
export function utf8Bytes(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (unit >= 0xd800 && unit <= 0xdbff && isLowSurrogate(text.charCodeAt(index + 1))) {
      bytes += 4;
      index += 1;
    } else bytes += 3;
  }
  return bytes;
}

const partHeaders = 'Content-Type: application/http\r\nContent-Transfer-Encoding: binary';

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

/** Valid JSON that some parsers of transactions do not accept: line separators, and an empty object. */
function onLine(json: string): string {
  if (json === '{}') return '{ }';
  return json.replace(/[\u2028\u2029]/g, (character) => (character === '\u2028' ? '\\u2028' : '\\u2029'));
}
