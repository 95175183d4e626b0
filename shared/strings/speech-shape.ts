// The schema of the language settings that main passes to the engine.
import { z } from 'zod';
import { byteForms, numberForms, timeForms } from '../formats/formats';
import type { Speech } from './speech';

export const speechShape: z.ZodType<Speech> = z.object({
  language: z.object({ tag: z.string(), catalogue: z.record(z.string(), z.string()) }),
  formats: z.object({
    numbers: z.enum(numberForms),
    byteUnits: z.enum(byteForms),
    timeForm: z.enum(timeForms),
    locale: z.string(),
  }),
});
