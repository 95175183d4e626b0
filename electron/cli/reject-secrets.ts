// Rejects secrets given as a name or a path: those are stored and shown in plain text.
import { invalidInput } from '@shared/errors';
import { withoutNamedSecrets } from '@shared/redact';

export const holdsSecret = (text: string): boolean => withoutNamedSecrets(text) !== text;

/** Throws `invalid.input` and does not repeat the typed text. */
export function rejectSecrets(field: string, texts: readonly string[]): void {
  if (!texts.some(holdsSecret)) return;
  throw invalidInput(
    field,
    'it contains a secret, and paths are stored and shown in plain text.',
    'Pass the account to --connection-string, and use the path without it.',
  );
}
