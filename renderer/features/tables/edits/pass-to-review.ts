// Ctrl+Enter in a field of the form first stages what was typed; the window then handles the same key by opening the
// review.
import type { FieldKey } from '@renderer/ui';

/** For a key that the field has just taken; Enter alone stays its own. */
export function passToReview(event: FieldKey): void {
  if (event.ctrlKey || event.metaKey) event.continuePropagation();
}
