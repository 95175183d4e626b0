// How a process without a page of its own speaks to people: what main is set to, and hands on to the engine.
import { z } from 'zod';
import { byteForms, currentFormats, numberForms, timeForms, writeAs } from '../formats/formats';
import { speak, spokenLanguage } from './t';

export const speechShape = z.object({
  language: z.object({ tag: z.string(), catalogue: z.record(z.string(), z.string()) }),
  formats: z.object({
    numbers: z.enum(numberForms),
    byteUnits: z.enum(byteForms),
    timeForm: z.enum(timeForms),
    locale: z.string(),
  }),
});
export type Speech = z.infer<typeof speechShape>;

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
