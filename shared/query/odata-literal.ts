// One constant between its wire value and its text in an OData filter.
import type { EdmValue } from '../model/entity';
import { inQuotes } from '../strings/in-quotes';
import { t } from '../strings/t';
import { base64ToHex, edmTextProblem, hexToBase64 } from './edm-value';
import { invalidCondition, invalidFilter } from './filter-error';
import type { Token } from './odata-lexer';

/**
 * The text of a constant with its type: `'o''neil'`, `5`, `5L`, `1.5`, `true`, `datetime'…'`, `guid'…'`, `X'0102'`.
 * @param property named when the value is rejected
 * @throws StowageError `invalid.filter` when the wire text is not a value of its type
 */
export function renderLiteral(property: string, value: EdmValue): string {
  if (value.type === 'Edm.Boolean') return value.value ? 'true' : 'false';
  const problem = edmTextProblem(value.type, value.value);
  if (problem !== null) {
    throw invalidCondition(property, `${inQuotes(value.value)} ${problem}.`, t`Enter a value of type ${value.type}.`);
  }
  switch (value.type) {
    case 'Edm.String':
      return `'${value.value.replaceAll("'", "''")}'`;
    case 'Edm.Int32':
      return value.value;
    case 'Edm.Int64':
      return `${value.value}L`;
    case 'Edm.Double':
      return renderDouble(value.value);
    case 'Edm.DateTime':
      return `datetime'${value.value}'`;
    case 'Edm.Guid':
      return `guid'${value.value}'`;
    case 'Edm.Binary':
      return `X'${base64ToHex(value.value)}'`;
  }
}

/** The value as parsed back from its text: doubles are always recognisable as doubles. */
export function normalLiteral(value: EdmValue): EdmValue {
  if (value.type === 'Edm.Double') return { type: 'Edm.Double', value: normalDouble(value.value) };
  if (value.type === 'Edm.Binary') return { type: 'Edm.Binary', value: hexToBase64(base64ToHex(value.value)) };
  return value;
}

/** @throws StowageError `invalid.filter` when the token is no constant that a table can hold */
export function parseLiteral(token: Token & { readonly kind: 'number' | 'quoted' }): EdmValue {
  return token.kind === 'number' ? parseNumber(token.text, token.position) : parseQuoted(token);
}

/** `true`, `false`, `NaN`, `INF` as constants; null for any other word. */
export function wordLiteral(text: string): EdmValue | null {
  if (text === 'true' || text === 'false') return { type: 'Edm.Boolean', value: text === 'true' };
  if (text === 'NaN') return { type: 'Edm.Double', value: 'NaN' };
  if (text === 'INF') return { type: 'Edm.Double', value: 'Infinity' };
  return null;
}

function renderDouble(text: string): string {
  if (text === 'Infinity') return 'INF';
  if (text === '-Infinity') return '-INF';
  return normalDouble(text);
}

/** A double without point and exponent would be read back as an integer; bare points are completed. */
function normalDouble(text: string): string {
  if (/^-?\d+$/.test(text)) return `${text}.0`;
  return text.replace(/^(-?)\./, '$10.').replace(/\.(?=[eE]|$)/, '.0');
}

function parseNumber(text: string, position: number): EdmValue {
  if (text === '-INF') return { type: 'Edm.Double', value: '-Infinity' };
  const suffix = /[A-Za-z]$/.exec(text)?.[0] ?? '';
  const digits = suffix === '' ? text : text.slice(0, -1);
  const whole = /^-?\d+$/.test(digits);
  switch (suffix.toLowerCase()) {
    case '':
      return whole
        ? checkedNumber('Edm.Int32', digits, position, t`an integer within ±2147483647, or L after it for 64 bits`)
        : parseDouble(digits, position);
    case 'l':
      return checkedNumber('Edm.Int64', digits, position, t`a whole number within the 64-bit range before L`);
    case 'd':
      return parseDouble(digits, position);
    default:
      throw invalidFilter(position, t`${text} is not a number`, t`digits, with L after a 64-bit integer`);
  }
}

function parseDouble(digits: string, position: number): EdmValue {
  return checkedNumber('Edm.Double', normalDouble(digits), position, t`a number within ±1.7976931348623157e308`);
}

function checkedNumber(
  type: 'Edm.Int32' | 'Edm.Int64' | 'Edm.Double',
  digits: string,
  position: number,
  expected: string,
): EdmValue {
  const problem = edmTextProblem(type, digits);
  if (problem !== null) throw invalidFilter(position, `${digits} ${problem}`, expected);
  return { type, value: digits };
}

function parseQuoted(token: Token & { readonly kind: 'quoted' }): EdmValue {
  switch (token.tag) {
    case '':
      return { type: 'Edm.String', value: token.text };
    case 'datetime':
      return checkedText('Edm.DateTime', token, t`a UTC time such as datetime'2024-05-01T08:30:00.1234567Z'`);
    case 'guid':
      return checkedText('Edm.Guid', token, t`a GUID such as guid'1f0e8c4a-0b57-4f0e-9c0e-2d3a4b5c6d7e'`);
    case 'X':
    case 'x':
    case 'binary':
      if (!/^(?:[0-9a-fA-F]{2})*$/.test(token.text)) {
        throw invalidFilter(token.position, t`the binary value is not hexadecimal`, t`pairs of digits such as X'0AFF'`);
      }
      return { type: 'Edm.Binary', value: hexToBase64(token.text) };
    default:
      throw invalidFilter(
        token.position,
        t`${token.tag}'…' is not a type of constant`,
        t`'…', datetime'…', guid'…' or X'…'`,
      );
  }
}

function checkedText(
  type: 'Edm.DateTime' | 'Edm.Guid',
  token: Token & { readonly kind: 'quoted' },
  expected: string,
): EdmValue {
  const problem = edmTextProblem(type, token.text);
  if (problem !== null) throw invalidFilter(token.position, `${inQuotes(token.text)} ${problem}`, expected);
  return { type, value: token.text };
}
