// Reads why a button is disabled, as a keyboard user does.
import { act, fireEvent, screen } from '@testing-library/react';

/** The tooltip text of a disabled button; null if it is enabled, or is disabled without a reason. */
export async function rejectionOf(button: HTMLElement): Promise<string | null> {
  if (button.getAttribute('aria-disabled') !== 'true') return null;
  const before = document.activeElement;
  fireEvent.keyDown(document.body, { key: 'Tab' });
  act(() => button.focus());
  const { textContent } = await screen.findByRole('tooltip');
  if (before instanceof HTMLElement) act(() => before.focus());
  return textContent;
}
