// Remembers every text that a part of the page has shown, so that a test can judge what was there only for a moment.
import type { Locator } from '@playwright/test';

/** Begins now; the returned function answers all different texts so far, oldest first. */
export async function recordText(part: Locator): Promise<() => Promise<readonly string[]>> {
  const texts = await part.evaluateHandle((element) => {
    const seen = new Set([element.textContent]);
    new MutationObserver(() => seen.add(element.textContent)).observe(element, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    return seen;
  });
  return () => texts.evaluate((seen) => [...seen]);
}
