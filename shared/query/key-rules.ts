// What the service accepts as a key, a table name or a property name, checked before anything is sent.
// Bounds of prefixes: prefix-range.ts.
import { StowageError } from '../errors';
import { type TableService, tableLimits } from '../model/table-service';
import { counted } from '../strings/counted';
import { inQuotes } from '../strings/in-quotes';
import { t } from '../strings/t';
import { utf8Bytes } from '../utf8-bytes';

/** Keys hold at most 1 KiB of UTF-16 text. */
const maximumKeyUnits = 512;

/** Keys without anything that has to be looked at: most of them. */
const plainKey = /^[^\u0000-\u001f\u007f-\u009f/\\#?\ud800-\udfff]{0,512}$/;

/** True for code points no key can contain: `/ \ # ?` and the two control blocks. */
export function isForbiddenInKeys(codePoint: number): boolean {
  return (
    codePoint <= 0x1f ||
    (codePoint >= 0x7f && codePoint <= 0x9f) ||
    codePoint === 0x2f ||
    codePoint === 0x5c ||
    codePoint === 0x23 ||
    codePoint === 0x3f
  );
}

/** Index of the first unpaired surrogate, or -1. */
export function loneSurrogateAt(text: string): number {
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0xd800 || unit > 0xdfff) continue;
    const next = text.charCodeAt(index + 1);
    if (unit > 0xdbff || !(next >= 0xdc00 && next <= 0xdfff)) return index;
    index += 1;
  }
  return -1;
}

/**
 * Rejects text that cannot be a key: forbidden characters, lone surrogates, too long. The empty key is legal.
 * @param field the name that the user sees for the value, for example `PartitionKey`.
 * @throws StowageError `invalid.key`
 */
export function checkKey(field: string, value: string, service: TableService = 'storage'): void {
  if (service === 'cosmos') checkKeyBytes(field, value);
  else if (plainKey.test(value)) return;
  else checkKeyLength(field, value);
  checkCharacters(field, value);
  for (const character of value) {
    if (isForbiddenInKeys(character.codePointAt(0) ?? 0)) {
      throw invalidKey(
        field,
        t`contains ${describeCharacter(character)}, which is not allowed in keys.`,
        t`Remove it; / \\ # ? and control characters are not allowed in keys.`,
      );
    }
  }
}

/**
 * Rejects text that cannot even be compared with keys. Forbidden characters pass: they are valid as the end of a range.
 * @throws StowageError `invalid.key`
 */
export function checkKeyBound(field: string, value: string): void {
  // First: a text of any length may come from a file.
  checkKeyLength(field, value);
  checkCharacters(field, value);
}

function checkCharacters(field: string, value: string): void {
  const lone = loneSurrogateAt(value);
  if (lone >= 0) {
    throw invalidKey(field, t`contains half a character at position ${lone + 1}.`, t`Enter the character again.`);
  }
}

function checkKeyLength(field: string, value: string): void {
  if (value.length > maximumKeyUnits) {
    throw invalidKey(
      field,
      t`is ${value.length} characters long, which exceeds the limit for keys.`,
      t`Shorten it to ${maximumKeyUnits} or fewer.`,
    );
  }
}

/** Cosmos DB counts the bytes of a key and allows fewer in a RowKey. */
function checkKeyBytes(field: string, value: string): void {
  const { partitionKeyBytes, rowKeyBytes } = tableLimits.cosmos;
  const limit = (field === 'RowKey' ? rowKeyBytes : partitionKeyBytes) ?? Infinity;
  const bytes = utf8Bytes(value);
  if (bytes > limit) {
    throw invalidKey(
      field,
      t`takes ${bytes} bytes, more than Cosmos DB stores.`,
      t`Shorten it to ${limit} bytes of UTF-8 or fewer.`,
    );
  }
}

/**
 * Rejects text that cannot name a table. The service's `$Metrics…` tables pass.
 * @throws StowageError `invalid.name`
 */
export function checkTableName(name: string): void {
  if (/^[A-Za-z][A-Za-z0-9]{2,62}$/.test(name) || /^\$Metrics[A-Za-z0-9]{1,55}$/.test(name)) return;
  const problem =
    name.length < 3 || name.length > 63
      ? t`is ${counted(name.length, 'character')} long.`
      : t`contains something other than letters and digits, or starts with a digit.`;
  const fix = t`Use 3 to 63 letters and digits, starting with a letter.`;
  throw new StowageError('invalid.name', `Table name: ${inQuotes(name)} ${problem} ${fix}`, {
    context: { field: 'Table name', name, problem, fix },
  });
}

/**
 * Rejects names under which no table can be created, including those reserved by the service.
 * @throws StowageError `invalid.name`
 */
export function checkNewTableName(name: string): void {
  checkTableName(name);
  if (!name.startsWith('$') && name.toLowerCase() !== 'tables') return;
  const problem = t`is reserved by the service.`;
  const fix = t`Choose another name.`;
  throw new StowageError('invalid.name', `Table name: ${inQuotes(name)} ${problem} ${fix}`, {
    context: { field: 'Table name', name, problem, fix },
  });
}

const plainIdentifier = /^[A-Za-z_][A-Za-z0-9_]{0,254}$/;
const identifier = /^[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}\p{Pc}\p{Cf}]{0,254}$/u;

/** True for names that can stand in a filter: letters, digits and `_`, no digit first, at most 255 long. */
export function isPropertyName(name: string): boolean {
  return plainIdentifier.test(name) || identifier.test(name);
}

function describeCharacter(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0;
  const printable = codePoint > 0x20 && !(codePoint >= 0x7f && codePoint <= 0x9f);
  return printable ? character : `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}

function invalidKey(field: string, problem: string, fix: string): StowageError {
  return new StowageError('invalid.key', `${field} ${problem} ${fix}`, { context: { field, problem, fix } });
}
