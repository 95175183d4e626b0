// Ctrl Enter in a field of the form: what was typed is staged first, then the window answers the same keys with the review.
import type { FieldKey } from '@renderer/ui';

/** For a key that the field has just taken; Enter alone stays its own. */
export function passToReview(event: FieldKey): void {
  if (event.ctrlKey || event.metaKey) event.continuePropagation();
}
