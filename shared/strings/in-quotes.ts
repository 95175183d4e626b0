// Quotes user text inside a sentence, with the quotation marks of the language.
import { visibleLine } from '../visible-text';
import { t } from './t';

/** `“Sh”`; what cannot be seen in it is marked. */
export function inQuotes(text: string): string {
  return t`“${visibleLine(text)}”`;
}
