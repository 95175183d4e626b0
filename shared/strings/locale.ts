// The language and the formats of a process that has no page: main sets them and passes them on to the engine.
import { type Formats, currentFormats, writeAs } from './formats';
import { setLanguage, spokenLanguage } from './t';

export interface Locale {
  readonly language: { readonly tag: string; readonly catalogue: Readonly<Record<string, string>> };
  readonly formats: Formats;
}

/** Takes effect from now on. Texts that were created before do not change. */
export function takeUp({ language, formats }: Locale): void {
  setLanguage(language);
  writeAs(formats);
}

/** The current language and formats, for a thread that this process starts. */
export function currentLocale(): Locale {
  const { tag, catalogue } = spokenLanguage();
  return { language: { tag, catalogue: { ...catalogue } }, formats: { ...currentFormats() } };
}
