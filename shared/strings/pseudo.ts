// A pseudo language for testing: every text in brackets, with accents, and 40 % longer. Text on screen without brackets
// is missing from the catalogue; text that is cut off has no room for German or French.
import { type Catalogue, formSeparator } from './t';

/** @param keys of the English catalogue */
export function pseudoCatalogue(keys: readonly string[]): Catalogue {
  return Object.fromEntries(keys.map((key) => [key, key.split(formSeparator).map(pseudo).join(formSeparator)]));
}

function pseudo(text: string): string {
  const letters = text.replace(/\{\d+\}/g, '').length;
  const accented = text.replace(/\{\d+\}|[aeioucnyAEIOUCN]/g, (found) => accents[found] ?? found);
  return `[${accented}${'~'.repeat(Math.ceil(letters * longerBy))}]`;
}

const longerBy = 0.4;

const accents: Readonly<Record<string, string>> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ö',
  u: 'ü',
  c: 'ç',
  n: 'ñ',
  y: 'ý',
  A: 'Á',
  E: 'É',
  I: 'Í',
  O: 'Ö',
  U: 'Ü',
  C: 'Ç',
  N: 'Ñ',
};
