// An upper bound for the size of a row in the body of a transaction, computed without rendering it.
import { utf8Bytes } from '@shared/edit/multipart';
import type { EdmValue, Entity } from '@shared/model/entity';

/** Size of the boundary, headers and address of a part, without the keys. */
const envelopeBytes = 600;
/** Size of the type, quotes and punctuation of a property. */
const propertyBytes = 60;
/** Size of one character of a key in a URL, percent-encoded. */
const unitInPath = 9;

export function sentBytes({ partitionKey, rowKey, properties }: Entity): number {
  let bytes = envelopeBytes + keyBytes(partitionKey) + keyBytes(rowKey);
  // The name is written twice if the type has to be annotated.
  for (const { name, value } of properties) bytes += propertyBytes + 2 * utf8Bytes(name) + valueBytes(value);
  return bytes;
}

function keyBytes(key: string): number {
  return unitInPath * key.length + jsonBytes(key);
}

/** Values other than strings are sent as their wire text, which is ASCII. */
function valueBytes(value: EdmValue): number {
  if (value.type === 'Edm.Boolean') return 5;
  return value.type === 'Edm.String' ? jsonBytes(value.value) : value.value.length;
}

/** Unicode line separators are escaped although JSON does not require it. */
function jsonBytes(text: string): number {
  const separators = /[\u2028\u2029]/.test(text) ? text.split(/[\u2028\u2029]/).length - 1 : 0;
  return utf8Bytes(JSON.stringify(text)) + 3 * separators;
}
