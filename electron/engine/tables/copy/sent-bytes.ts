// An upper bound for the size of a row in the body of a transaction, computed without rendering it.
import { utf8Bytes } from '@shared/edit/multipart';
import type { EdmValue, Entity } from '@shared/model/entity';

/** Boundary, headers and address of a part, without the keys. */
const envelopeBytes = 600;
/** Type, quotes and punctuation around a property. */
const propertyBytes = 60;
/** A character of a key in an address, percent-encoded. */
const unitInPath = 9;

export function sentBytes({ partitionKey, rowKey, properties }: Entity): number {
  let bytes = envelopeBytes + keyBytes(partitionKey) + keyBytes(rowKey);
  // The name is written twice where the type has to be told.
  for (const { name, value } of properties) bytes += propertyBytes + 2 * utf8Bytes(name) + valueBytes(value);
  return bytes;
}

function keyBytes(key: string): number {
  return unitInPath * key.length + jsonBytes(key);
}

/** Values other than texts are sent as their wire text, which is ASCII. */
function valueBytes(value: EdmValue): number {
  if (value.type === 'Edm.Boolean') return 5;
  return value.type === 'Edm.String' ? jsonBytes(value.value) : value.value.length;
}

/** Line separators of Unicode are escaped beyond what JSON asks for. */
function jsonBytes(text: string): number {
  const separators = /[\u2028\u2029]/.test(text) ? text.split(/[\u2028\u2029]/).length - 1 : 0;
  return utf8Bytes(JSON.stringify(text)) + 3 * separators;
}
