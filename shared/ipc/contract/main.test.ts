// Input from the page is bounded before main reads it.
import { expect, it } from 'vitest';
import { callsOfMain } from './main';

it.each([
  ['more text for the clipboard than 64 Mi characters', 'clipboard.write', { text: 'x'.repeat(64 * 2 ** 20 + 1) }],
  [
    'a page to print of more than 16 Mi',
    'lab.save-pdf',
    { suggestedName: 'a.pdf', html: 'x'.repeat(16 * 2 ** 20 + 1) },
  ],
  [
    'a text to save of more than 128 Mi',
    'files.save-text',
    { suggestedName: 'a.txt', text: 'x'.repeat(128 * 2 ** 20 + 1) },
  ],
] as const)('is out of contract: %s', (_, name, input) => {
  const { success } = callsOfMain[name].input.safeParse(input);
  expect(success).toBe(false);
});

it('is in contract up to the limit', () => {
  expect(callsOfMain['clipboard.write'].input.safeParse({ text: 'x'.repeat(64 * 2 ** 20) }).success).toBe(true);
});
