// Why the service did not write a row, as one line of text for people.
import { errorWords } from '@shared/error-words';
import type { StowageError } from '@shared/errors';

export function refusalWords(error: StowageError): string {
  const { title, explanation } = errorWords(error);
  return `${title}. ${explanation}`;
}
