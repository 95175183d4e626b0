// The language and the formats of main's own texts: menus, prompts, notifications. Like the window's, but the catalogue
// is a file beside the build that is only read for languages other than English.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { detailOf } from '@shared/ipc/describe-bug';
import type { FormatChoice } from '@shared/strings/formats';
import { type LanguageTag, type PseudoLanguage, languageFor, regionOf } from '@shared/strings/languages';
import { pseudoCatalogue } from '@shared/strings/pseudo';
import type { Locale } from '@shared/strings/locale';
import { z } from 'zod';

export interface LocaleOptions {
  /** The user's choice; unknown values mean the system's language. */
  readonly requested: string;
  readonly formats: FormatChoice;
  /** Tags in the order of preference, such as `de-AT`. */
  readonly system: readonly string[];
  /** Holds a catalogue for each language. */
  readonly stringsDir: string;
  readonly log: (line: string) => void;
}

/** English if the catalogue cannot be read. */
export function localeFor({ requested, formats, system, stringsDir, log }: LocaleOptions): Locale {
  const chosen = languageFor(requested, system);
  const { numbers, byteUnits, timeForm } = formats;
  const localeIn = (tag: string, catalogue: Locale['language']['catalogue']): Locale => ({
    language: { tag, catalogue },
    formats: { numbers, byteUnits, timeForm, locale: regionOf(tag, system) },
  });
  try {
    return localeIn(...languageOf(chosen, stringsDir));
  } catch (error) {
    log(`There are no words for ${chosen}: ${detailOf(error)}`);
    return localeIn('en', {});
  }
}

function languageOf(
  chosen: LanguageTag | PseudoLanguage,
  stringsDir: string,
): readonly [tag: string, catalogue: Locale['language']['catalogue']] {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(stringsDir, `${name}.json`), 'utf8'));
  switch (chosen) {
    case 'en':
      return ['en', {}];
    case 'pseudo':
    case 'pseudo-rtl':
      return ['en', pseudoCatalogue(Object.keys(z.record(z.string(), z.number()).parse(read('en'))))];
    default:
      return [chosen, z.record(z.string(), z.string()).parse(read(chosen))];
  }
}
