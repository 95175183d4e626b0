// Loads the window's language and formats before any module that contains texts in constants. A later change reloads the window.
import { type LanguageTag, type PseudoLanguage, languageFor, regionOf } from '@shared/strings/languages';
import { type Language, setLanguage, spokenTag } from '@shared/strings/t';
import { formatsOf, writeAs } from '@shared/strings/formats';

/**
 * Sets the language from the address of the window, and the page's direction if that language is read from the right.
 */
export async function chooseLanguage({ location, navigator, document }: Window): Promise<void> {
  const requestedLanguage = new URLSearchParams(location.search).get('language');
  const chosen = languageFor(requestedLanguage, navigator.languages);
  const { documentElement: page } = document;
  const language = await load[chosen]();
  page.lang = language.tag;
  page.dir = language.direction ?? 'ltr';
  setLanguage(language);
}

const load: Readonly<Record<LanguageTag | PseudoLanguage, () => Promise<Language>>> = {
  en: () => Promise.resolve({ tag: 'en', catalogue: {} }),
  de: async () => ({ tag: 'de', catalogue: (await import('@shared/strings/de.json')).default }),
  pseudo,
  'pseudo-rtl': async () => ({ ...(await pseudo()), direction: 'rtl' }),
};

async function pseudo(): Promise<Language> {
  const [{ default: english }, { pseudoCatalogue }] = await Promise.all([
    import('@shared/strings/en.json'),
    import('@shared/strings/pseudo'),
  ]);
  return { tag: 'en', catalogue: pseudoCatalogue(Object.keys(english)) };
}

/** Sets the formats from the address of the window; needs the language first. */
export function chooseFormats({ location, navigator }: Window): void {
  const requestedFormats = new URLSearchParams(location.search).get('formats') ?? '';
  writeAs({ ...formatsOf(requestedFormats, regionOf(spokenTag(), navigator.languages)), unitSpace: '\u00a0' });
}
