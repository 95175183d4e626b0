// The parts of the window that a key cycles through: the tree, the front tab, its rows and the panel beside them, the
// transfers dock. Otherwise some twenty controls lie between a condition and the rows.
import { aboveAll } from '@renderer/ui';

/** In the order of the document; a part within another one comes after it. */
const parts = '[role="tree"], [role="tabpanel"], [role="tabpanel"] :is([role="grid"], aside), aside, [data-part]';
const withKeyboard = ':is(button, input, textarea, select):not(:disabled, [tabindex="-1"]), [tabindex="0"]';

/** Moves the focus to the next part that can take it; does nothing while a dialog or a menu is open. */
export function goToPart(way: 'next' | 'previous'): void {
  if (document.querySelector(aboveAll) !== null) return;
  const all = [...document.querySelectorAll<HTMLElement>(parts)].filter((part) => part.closest('[hidden]') === null);
  const { activeElement } = document;
  const innermost = all.filter((part) => part.contains(activeElement)).at(-1);
  const from = innermost === undefined ? -1 : all.indexOf(innermost);
  const step = way === 'next' ? 1 : -1;
  // While the part itself has the focus, as right after it was opened, none of its controls has it.
  const isBefore = innermost !== undefined && innermost === activeElement && way === 'next';
  // With no part focused, it goes to the first one, or backwards to the last.
  const first = from === -1 && way === 'previous' ? all.length - 1 : isBefore ? from : from + step;
  for (let tried = 0; tried < all.length; tried += 1) {
    const part = all[(first + tried * step + 2 * all.length) % all.length];
    if (part === undefined) return;
    entryOf(part, all)?.focus();
    if (document.activeElement !== activeElement) return;
  }
}

/** The first element of the part that takes the focus, outside of the parts within it. */
function entryOf(part: HTMLElement, all: readonly HTMLElement[]): HTMLElement | undefined {
  if (part.tabIndex === 0) return part;
  const within = all.filter((other) => other !== part && part.contains(other));
  return [...part.querySelectorAll<HTMLElement>(withKeyboard)].find(
    (element) => !within.some((other) => other.contains(element)),
  );
}
