import { expect, it } from 'vitest';
import { languageFor } from './languages';

it.each([
  ['de', ['en-US'], 'de'],
  ['en', ['de-DE'], 'en'],
  ['system', ['de-AT', 'en'], 'de'],
  ['system', ['fr-FR', 'de'], 'de'],
  ['system', ['fr-FR'], 'en'],
  [null, ['en-GB', 'de'], 'en'],
  ['klingon', [], 'en'],
  ['pseudo-rtl', ['de'], 'pseudo-rtl'],
] as const)('choice %s on a system of %j: %s', (requestedLanguage, system, spoken) => {
  expect(languageFor(requestedLanguage, system)).toBe(spoken);
});
