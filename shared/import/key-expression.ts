// Keys made of columns: `{Date:yyyyMMdd};{Id:000000}`. Parsed once, applied to every row.
import { invalidInput } from '../errors';
import { inQuotes } from '../strings/in-quotes';
import { t } from '../strings/t';
import { calendarPartsOf, maximumTicks, parseMomentLoose } from './moment-parts';

export type KeyPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'column'; readonly column: string; readonly format: string };

/** Half a sentence about what the row lacks. */
export type KeyResult =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'problem'; readonly column: string; readonly problem: string };

const datePattern = /^(?:yyyy|yy|MM|dd|HH|mm|ss|fffffff|fff|[-_.:;,T ]|Z)+$/;
const dateField = /yyyy|yy|MM|dd|HH|mm|ss|fffffff|fff/g;
const zeros = /^0{1,19}$/;
const words = ['lower', 'upper', 'ticks', 'reverse-ticks'];

/**
 * Text with columns in braces; `{{` and `}}` stand for the braces themselves. Formats of a column, behind a colon: a date
 * pattern of yyyy yy MM dd HH mm ss fff fffffff, `ticks`, `reverse-ticks`, zeros that a number is filled up to, `lower`,
 * `upper`. A column whose own name holds the colon is found first.
 * @param columns names of the input's columns
 * @throws StowageError `invalid.input`
 */
export function parseKeyExpression(field: string, expression: string, columns: readonly string[]): readonly KeyPart[] {
  const parts: KeyPart[] = [];
  const pieces = /\{\{|\}\}|\{([^{}]*)\}|[{}]|[^{}]+/g;
  for (const [piece, inside] of expression.matchAll(pieces)) {
    if (inside !== undefined) parts.push(columnPart(field, inside, columns));
    else if (piece === '{' || piece === '}') {
      throw invalidInput(
        field,
        t`a ${piece} stands alone.`,
        t`Write {Column}, or {{ and }} for the braces themselves.`,
      );
    } else parts.push({ kind: 'text', text: piece === '{{' ? '{' : piece === '}}' ? '}' : piece });
  }
  if (!parts.some((part) => part.kind === 'column')) {
    throw invalidInput(
      field,
      t`it names no column, so all keys would be the same.`,
      t`Write a column in braces, as in {Id}.`,
    );
  }
  return parts;
}

/** @param cell text of a column in this row; null when the row lacks it */
export function evaluateKey(parts: readonly KeyPart[], cell: (column: string) => string | null): KeyResult {
  let key = '';
  for (const part of parts) {
    if (part.kind === 'text') {
      key += part.text;
      continue;
    }
    const text = cell(part.column);
    if (text === null || text === '') return { kind: 'problem', column: part.column, problem: t`is empty` };
    const formatted = part.format === '' ? text : format(text, part.format);
    if (formatted === null) {
      return {
        kind: 'problem',
        column: part.column,
        problem: t`holds ${inQuotes(text)}, which ${misfit(part.format)}`,
      };
    }
    key += formatted;
  }
  return { kind: 'key', key };
}

function columnPart(field: string, inside: string, columns: readonly string[]): KeyPart {
  if (columns.includes(inside)) return { kind: 'column', column: inside, format: '' };
  const at = inside.indexOf(':');
  const column = at < 0 ? inside : inside.slice(0, at);
  const wanted = at < 0 ? '' : inside.slice(at + 1);
  if (!columns.includes(column)) {
    throw invalidInput(
      field,
      t`the input has no column ${inQuotes(column)}.`,
      t`Use one of ${columns.slice(0, 12).join(', ')}.`,
    );
  }
  if (wanted !== '' && !words.includes(wanted) && !zeros.test(wanted) && !datePattern.test(wanted)) {
    throw invalidInput(
      field,
      t`${inQuotes(wanted)} is not a format.`,
      t`Use a date pattern such as yyyyMMdd, ticks, reverse-ticks, zeros such as 000000, lower or upper.`,
    );
  }
  return { kind: 'column', column, format: wanted };
}

function format(text: string, wanted: string): string | null {
  if (wanted === 'lower') return text.toLowerCase();
  if (wanted === 'upper') return text.toUpperCase();
  if (zeros.test(wanted)) return /^\d+$/.test(text) && text.length <= 40 ? text.padStart(wanted.length, '0') : null;
  const ticks = parseMomentLoose(text);
  if (ticks === null) return null;
  if (wanted === 'ticks') return ticks.toString().padStart(19, '0');
  if (wanted === 'reverse-ticks') return (maximumTicks - ticks).toString().padStart(19, '0');
  const parts = calendarPartsOf(ticks);
  return wanted.replace(dateField, (name) => parts[name] ?? name);
}

function misfit(wanted: string): string {
  return zeros.test(wanted) ? t`is not a whole number` : t`is not a time`;
}
