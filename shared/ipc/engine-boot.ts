// Messages between main and the engine's process outside the contract: start, hand over a window's port, stop. Ports
// are transferred beside these messages, not inside them.
import { z } from 'zod';
import { networkRoute } from '../model/network';
import { byteForms, numberForms, timeForms } from '../strings/formats';
import type { Locale } from '../strings/locale';

/** Here rather than beside its type, which threads load that need no schemas. */
const localeShape: z.ZodType<Locale> = z.object({
  language: z.object({ tag: z.string(), catalogue: z.record(z.string(), z.string()) }),
  formats: z.object({
    numbers: z.enum(numberForms),
    byteUnits: z.enum(byteForms),
    timeForm: z.enum(timeForms),
    locale: z.string(),
  }),
});

/** Plain data from which the engine's host builds its ports. All paths are absolute. */
const engineConfig = z.object({
  stateDir: z.string(),
  /** Of the app, for the fault log. */
  version: z.string(),
  emulatorDataDir: z.string(),
  transferWorkerPath: z.string(),
  importWorkerPath: z.string(),
  previewWorkerPath: z.string(),
  /** `if-absent` fills an empty embedded store with sample data at start. */
  loadSampleData: z.enum(['if-absent', 'never']),
  network: networkRoute,
  /** For texts of the engine that the window shows, such as titles of jobs and remarks. */
  locale: localeShape,
  /** Whether answers are checked against the contract; off only in the packaged app. */
  checkOutputs: z.enum(['yes', 'no']),
});
export type EngineConfig = z.infer<typeof engineConfig>;

/** From main to the engine's process. */
export const engineOrder = z.discriminatedUnion('order', [
  /** First and once. The port attached serves the host contract to the engine. */
  z.object({ order: z.literal('start'), config: engineConfig }),
  /** The port attached requests the engine half of the contract. */
  z.object({ order: z.literal('serve-window') }),
  /** A change of the language or the formats. */
  z.object({ order: z.literal('speak'), locale: localeShape }),
  /** Finish what must be finished, then exit. */
  z.object({ order: z.literal('stop') }),
]);
export type EngineOrder = z.infer<typeof engineOrder>;

/** From the engine's process to main. */
export const engineReport = z.discriminatedUnion('report', [
  z.object({ report: z.literal('ready') }),
  /** The engine could not be composed; the process exits next. */
  z.object({ report: z.literal('failed'), detail: z.string() }),
]);
export type EngineReport = z.infer<typeof engineReport>;
