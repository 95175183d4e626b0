// Why the service did not write a row, as one line of text for users.
import { errorMessage } from '@shared/error-text';
import type { StowageError } from '@shared/errors';

export function rejectionText(error: StowageError): string {
  const { title, explanation } = errorMessage(error);
  return `${title}. ${explanation}`;
}
