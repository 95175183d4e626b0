// Reads why a button is disabled, as a person with only a keyboard does.
import { act, fireEvent, screen } from '@testing-library/react';

/** The words of the tooltip of a button that is refused; null where it can be pressed, or is off without a reason. */
export async function rejectionOf(button: HTMLElement): Promise<string | null> {
  if (button.getAttribute('aria-disabled') !== 'true') return null;
  const before = document.activeElement;
  fireEvent.keyDown(document.body, { key: 'Tab' });
  act(() => button.focus());
  const { textContent } = await screen.findByRole('tooltip');
  if (before instanceof HTMLElement) act(() => before.focus());
  return textContent;
}
