// The language and the formats of a process that has no page: main sets them and passes them on to the engine.
import { type Formats, currentFormats, writeAs } from '../formats/formats';
import { speak, spokenLanguage } from './t';

export interface Speech {
  readonly language: { readonly tag: string; readonly catalogue: Readonly<Record<string, string>> };
  readonly formats: Formats;
}

/** From now on. What was said before stays as it is. */
export function takeUp({ language, formats }: Speech): void {
  speak(language);
  writeAs(formats);
}

/** How this process speaks now, for a thread that it starts. */
export function currentSpeech(): Speech {
  const { tag, catalogue } = spokenLanguage();
  return { language: { tag, catalogue: { ...catalogue } }, formats: { ...currentFormats() } };
}
