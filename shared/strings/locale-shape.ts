// The schema of the language settings that main passes to the engine.
import { z } from 'zod';
import { byteForms, numberForms, timeForms } from './formats';
import type { Locale } from './locale';

export const localeShape: z.ZodType<Locale> = z.object({
  language: z.object({ tag: z.string(), catalogue: z.record(z.string(), z.string()) }),
  formats: z.object({
    numbers: z.enum(numberForms),
    byteUnits: z.enum(byteForms),
    timeForm: z.enum(timeForms),
    locale: z.string(),
  }),
});
