// Splits the text of an OData filter into words, literals and parentheses with their positions. Meaning is the parser's
// business; the text of a literal is judged in odata-literal.ts.
import { inQuotes } from '../strings/in-quotes';
import { t } from '../strings/t';
import { invalidFilter } from './filter-error';
import { isReservedWord } from './odata-terms';

export type Token =
  | { readonly kind: 'open' | 'close' | 'end'; readonly position: number }
  /** A name or a keyword, as written. */
  | { readonly kind: 'word'; readonly position: number; readonly text: string }
  | { readonly kind: 'number'; readonly position: number; readonly text: string }
  /** `tag` is the prefix of the quotes: empty, `datetime`, `guid`, `X` or `binary`; `text` is unescaped. */
  | { readonly kind: 'quoted'; readonly position: number; readonly tag: string; readonly text: string };

/** @throws StowageError `invalid.filter` */
export function tokenize(source: string): readonly Token[] {
  const tokens: Token[] = [];
  let position = skipBlank(source, 0);
  while (position < source.length) {
    const [token, next] = readToken(source, position);
    tokens.push(token);
    position = skipBlank(source, next);
  }
  tokens.push({ kind: 'end', position: source.length });
  return tokens;
}

/**
 * The text as the service reads it, which accepts only ordinary blanks: others between tokens become a space, those
 * around the text are removed.
 * @throws StowageError `invalid.filter`
 */
export function withPlainBlanks(source: string): string {
  let plain = '';
  let end = skipBlank(source, 0);
  for (let position = end; position < source.length;) {
    const between = source.slice(end, position);
    plain += /^[ \t\r\n]*$/.test(between) ? between : ' ';
    [, end] = readToken(source, position);
    plain += source.slice(position, end);
    position = skipBlank(source, end);
  }
  return plain;
}

/** Including blanks of texts that were copied from a page or a chat, and zero-width characters. */
const blank = /[ \t\r\n\u00a0\u2000-\u200b\u202f\u205f\u2060\u3000\ufeff]*/y;
const typographicQuote = /[\u2018-\u201f\u2039\u203a\u00ab\u00bb\u00b4`]/;
/** Zero-width characters may be part of a name, but at its end they came with the text: see `endsUnseen`. */
const word =
  /[\p{L}\p{Nl}_](?:[\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}\p{Pc}\p{Cf}]*(?![\u200b\u2060\ufeff])[\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}\p{Pc}\p{Cf}])?/uy;
const unseenEnd = /[\u200b\u2060\ufeff]$/;
const number = /-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?[A-Za-z]?/y;
const negativeInfinity = /-INF\b/y;
/** A date as users write it, which begins like a number. */
const bareDate = /\d{4}-\d{2}-\d{2}(?!\d)/y;

/**
 * The token at `position`, which is no blank, and where the next may start.
 * @throws StowageError `invalid.filter`
 */
export function readToken(source: string, position: number): readonly [Token, number] {
  const character = source.charAt(position);
  if (character === '(') return [{ kind: 'open', position }, position + 1];
  if (character === ')') return [{ kind: 'close', position }, position + 1];
  if (character === "'") return readQuoted(source, position, position, '');
  if (character === '"') {
    throw invalidFilter(position, t`a double quote stands here`, t`text in single quotes, such as 'abc'`);
  }
  if (typographicQuote.test(character)) {
    throw invalidFilter(
      position,
      t`a typographic quote (${character}) stands here`,
      t`text in straight quotes, such as 'abc'`,
    );
  }
  if (match(bareDate, source, position) !== null) {
    throw invalidFilter(
      position,
      t`a date without quotes stands here`,
      t`a UTC time such as datetime'2024-05-01T08:30:00.1234567Z'`,
    );
  }
  const numberText = match(number, source, position) ?? match(negativeInfinity, source, position);
  if (numberText !== null) return [{ kind: 'number', position, text: numberText }, position + numberText.length];
  const wordText = match(word, source, position);
  if (wordText === null) throw unexpectedCharacter(source, position);
  const end = position + wordText.length;
  if (source.charAt(end) === "'") return readQuoted(source, position, end, wordText);
  if (source.charAt(skipBlank(source, end)) === '(' && !isReservedWord(wordText)) throw noFunction(position, wordText);
  return [{ kind: 'word', position, text: wordText }, end];
}

function noFunction(position: number, text: string): Error {
  const lower = text.toLowerCase();
  if (isReservedWord(lower)) return invalidFilter(position, t`“${text}” is not valid here`, t`${lower} in lowercase`);
  return invalidFilter(
    position,
    t`the service has no function ${text}()`,
    t`a comparison; for text that starts with Sh: Name ge 'Sh' and Name lt 'Si'`,
  );
}

function readQuoted(source: string, position: number, quote: number, tag: string): readonly [Token, number] {
  let text = '';
  let from = quote + 1;
  for (;;) {
    const end = source.indexOf("'", from);
    if (end < 0) {
      throw invalidFilter(
        quote,
        t`the text that starts here is not closed`,
        t`a closing ' (a ' inside text is written twice)`,
      );
    }
    text += source.slice(from, end);
    if (source.charAt(end + 1) !== "'") return [{ kind: 'quoted', position, tag, text }, end + 1];
    text += "'";
    from = end + 2;
  }
}

function unexpectedCharacter(source: string, position: number): Error {
  const character = String.fromCodePoint(source.codePointAt(position) ?? 0);
  const hints: Readonly<Record<string, string>> = {
    '=': 'eq',
    '!': t`ne or not`,
    '<': t`lt or le`,
    '>': t`gt or ge`,
    '&': 'and',
    '|': 'or',
    $: t`only the conditions, without $filter=`,
  };
  const hint = hints[character] ?? t`a property, a value, a parenthesis or an operator`;
  return invalidFilter(position, t`${inQuotes(character)} is not valid in a filter`, hint);
}

/** Whether a name would be different without the invisible characters at its end. */
export function endsUnseen(name: string): boolean {
  return unseenEnd.test(name);
}

/** Whether there is nothing to parse. */
export function isBlank(source: string): boolean {
  return skipBlank(source, 0) === source.length;
}

/** The first position from `position` on that is not blank. */
export function skipBlank(source: string, position: number): number {
  return position + (match(blank, source, position)?.length ?? 0);
}

function match(pattern: RegExp, source: string, position: number): string | null {
  pattern.lastIndex = position;
  return pattern.exec(source)?.[0] ?? null;
}
