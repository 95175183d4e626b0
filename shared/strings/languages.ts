// The languages of the window, and which one it uses: the user's choice, otherwise the first supported one of the
// system.

export const languages = ['en', 'de'] as const;
export type LanguageTag = (typeof languages)[number];

/** Generated from English, to find text that is cut off, untranslated, or on the wrong side. For testing only. */
const pseudoLanguages = ['pseudo', 'pseudo-rtl'] as const;
export type PseudoLanguage = (typeof pseudoLanguages)[number];

/** Each under its native name, which its speakers search for. */
export const languageNames: Readonly<Record<LanguageTag, string>> = { en: 'English', de: 'Deutsch' };

/**
 * @param asked the choice that the window was opened with; anything unknown counts as the system's
 * @param system tags in the order of preference, such as `de-AT`
 */
export function languageFor(requestedLanguage: string | null, system: readonly string[]): LanguageTag | PseudoLanguage {
  const chosen = [...languages, ...pseudoLanguages].find((tag) => tag === requestedLanguage);
  if (chosen !== undefined) return chosen;
  const known = system.map((tag) => languages.find((one) => one === tag.toLowerCase().split('-')[0]));
  return known.find((tag) => tag !== undefined) ?? 'en';
}

/** The system's region for the language in use: `de-AT` for German on a computer in Austria. */
export function regionOf(language: string, system: readonly string[]): string {
  const own = system.find((tag) => tag.toLowerCase().split('-')[0] === language);
  return own ?? (language === 'en' ? 'en-US' : language);
}
