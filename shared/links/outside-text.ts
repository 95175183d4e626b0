// Rules for text from a link or a file: it may contain nothing invisible, and rejected text is quoted safely.
import { invalidInput } from '../errors';
import { checkedFilter } from '../query/key-filter';
import type { QueryTerms } from '../model/saved-query';
import { t } from '../strings/t';

/**
 * Control characters, line separators, characters without width, and direction marks. The two joiners (U+200C, U+200D)
 * are allowed, because some languages need them.
 */
function isHidden(code: number): boolean {
  return (
    code < 0x20 ||
    (code >= 0x7f && code <= 0x9f) ||
    [0xad, 0x61c, 0x200b, 0x200e, 0x200f, 0xfeff].includes(code) ||
    (code >= 0x2028 && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x206f)
  );
}

/** @throws StowageError `invalid.input` */
export function rejectHidden(field: string, text: string): void {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (!isHidden(code)) continue;
    const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
    throw invalidInput(field, t`it contains the invisible character ${name}.`, t`Remove it.`);
  }
}

const longestQuote = 40;

/** A foreign word inside one of our sentences. */
export function quoted(text: string): string {
  const short = text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text;
  return t`“${[...short].map((each) => (isHidden(each.charCodeAt(0)) ? '\u{fffd}' : each)).join('')}”`;
}

const tableName = /^\$?[A-Za-z][A-Za-z0-9]{2,62}$/;
const containerName = /^(?:\$root|\$web|\$logs|\$blobchangefeed|(?=.{3,63}$)[a-z0-9](?:[-.]?[a-z0-9])+)$/;
const longestBlobName = 1024;

/** Whether a table can have this name, including the service's own tables. */
export function isTableName(text: string): boolean {
  return tableName.test(text);
}

/** Whether a container can have this name, including the service's own containers. */
export function isContainerName(text: string): boolean {
  return containerName.test(text);
}

/** @throws StowageError `invalid.input` */
export function checkTable(table: string): void {
  if (!isTableName(table)) {
    throw invalidInput('Table', t`${quoted(table)} is not a valid table name.`, t`Use 3 to 63 letters and digits.`);
  }
}

/** @throws StowageError `invalid.input` */
export function checkContainer(container: string): void {
  if (!isContainerName(container)) {
    throw invalidInput(
      'Container',
      t`${quoted(container)} is not a valid container name.`,
      t`Use 3 to 63 lowercase letters, digits and single hyphens.`,
    );
  }
}

/** @throws StowageError `invalid.input` */
export function checkBlob(blob: string): void {
  if (blob.length === 0 || blob.length > longestBlobName) {
    throw invalidInput('Blob', t`the blob name is empty or too long.`, 'Give 1 to 1,024 characters.');
  }
}

/** Checks that the query could be sent for any table. @throws StowageError `invalid.*` */
export function checkTerms(terms: QueryTerms): void {
  checkedFilter({ ...terms, table: 'T00', pageSize: 1000 });
}
